import { expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { failing } from "../helpers/failing.ts"
import { readMemory, withMemory } from "../../src/lib/memory.ts"
import { temporaryDir } from "../helpers/temporary.ts"

const MB = 1024 * 1024

function machine(files: Record<string, string | number>): string {
  const root = temporaryDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return root
}

const MEMINFO = { "proc/meminfo": `MemTotal: 4096000 kB\nMemAvailable: ${512 * 1024} kB\nBuffers: 1 kB` }

test("the memory of a unit's group counts, and that of the groups around it (version 2)", () => {
  const slice = "sys/fs/cgroup/system.slice"
  const root = machine({
    ...MEMINFO,
    "proc/self/cgroup": "0::/system.slice/pfandwerk.service",
    [`${slice}/memory.max`]: "max",
    [`${slice}/memory.current`]: 400 * MB,
    [`${slice}/pfandwerk.service/memory.max`]: 256 * MB,
    [`${slice}/pfandwerk.service/memory.current`]: 200 * MB,
    [`${slice}/pfandwerk.service/memory.stat`]: `anon 1\ninactive_file ${50 * MB}\nactive_file 9`,
  })
  expect(readMemory(root)).toEqual({ free: 106 * MB, limit: 256 * MB })
  writeFileSync(join(root, slice, "memory.max"), String(420 * MB))
  expect(readMemory(root)).toEqual({ free: 20 * MB, limit: 256 * MB })
})

test("a container sees its own group as the root, even where its path is another outside", () => {
  const two = machine({
    ...MEMINFO,
    "proc/self/cgroup": "0::/",
    "sys/fs/cgroup/memory.max": 300 * MB,
    "sys/fs/cgroup/memory.current": 100 * MB,
  })
  expect(readMemory(two)).toEqual({ free: 200 * MB, limit: 300 * MB })
  const one = machine({
    ...MEMINFO,
    "proc/self/cgroup": "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/docker/abc",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": 256 * MB,
    "sys/fs/cgroup/memory/memory.usage_in_bytes": 100 * MB,
    "sys/fs/cgroup/memory/memory.stat": `cache 5\ntotal_inactive_file ${10 * MB}`,
  })
  expect(readMemory(one)).toEqual({ free: 166 * MB, limit: 256 * MB })
})

test("without a limit the machine counts, and without a system that tells, nothing does", () => {
  const free = machine({
    ...MEMINFO,
    "proc/self/cgroup": "4:memory:/",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
    "sys/fs/cgroup/memory/memory.usage_in_bytes": 100 * MB,
  })
  expect(readMemory(free)).toEqual({ free: 512 * MB, limit: Infinity })
  expect(readMemory(machine({}))).toEqual({ free: Infinity, limit: Infinity })
})

test("work that takes more memory than there is is refused, and not begun", async () => {
  const begun: string[] = []
  const refused = withMemory(Number.MAX_SAFE_INTEGER, "Arbeitsspeicher", async () => void begun.push("begun"))
  // Where there is no limit it may be there later.
  expect(await failing(refused)).toThrow("Arbeitsspeicher")
  await withMemory(1, "Arbeitsspeicher", async () => void begun.push("small"))
  expect(begun).toEqual(["small"])
})
