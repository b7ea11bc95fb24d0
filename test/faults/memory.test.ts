import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs"
import { paint } from "../../src/lib/reencode.ts"
import { start } from "../helpers/executable.ts"
import { until } from "../helpers/eventually.ts"
import { found, noise, upload } from "./work.ts"

/** A service in a group of processes that may take 256 MiB, as a small container or unit has it. */

setDefaultTimeout(120_000)

const LIMIT = 256 * 1024 * 1024
const group = `/sys/fs/cgroup/memory/pfandwerk-test-${process.pid}`

function canLimit(): boolean {
  try {
    if (!existsSync("/sys/fs/cgroup/memory/memory.limit_in_bytes")) return false
    mkdirSync(group)
    writeFileSync(`${group}/memory.limit_in_bytes`, String(LIMIT))
    return true
  } catch {
    return false
  }
}

const limited = canLimit()
afterAll(async () => {
  if (limited)
    await until("the group is empty", () => {
      try {
        rmdirSync(group)
        return true
      } catch {
        return false
      }
    })
})

test.skipIf(!limited)(
  "a picture for which there is no memory is refused in words, and the service goes on",
  async () => {
    const service = await start()
    const yard = await found(service)
    writeFileSync(`${group}/cgroup.procs`, String(service.pid))
    const huge = paint(8000, 5000, (x, y) => [x & 255, y & 255, (x * y) & 255])
    const { status, body } = await upload(service, yard, huge)
    expect([status, body.error]).toEqual([413, expect.stringContaining("zu wenig Arbeitsspeicher")])
    // Smaller ones are taken as ever.
    expect((await upload(service, yard, await noise(1000))).status).toBe(201)
    expect(await service.stop()).toBe(0)
  },
)
