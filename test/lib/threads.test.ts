import { expect, test } from "bun:test"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { executable, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Makes a pool thread look as if it had just started, lets it be looked at, and again once it has its name. */
const PROGRAM = `
  import { readdirSync, readFileSync, writeFileSync } from "node:fs"
  import { getPriority } from "node:os"
  import { lowerPool } from ${JSON.stringify(join(import.meta.dir, "../../src/lib/threads.ts"))}
  await Bun.password.hash("irgendein Kennwort")
  const nameFile = (thread) => "/proc/self/task/" + thread + "/comm"
  const pool = readdirSync("/proc/self/task").find((id) => readFileSync(nameFile(id), "utf8").startsWith("Bun Pool"))
  const name = readFileSync(nameFile(pool), "utf8").trim()
  writeFileSync(nameFile(pool), readFileSync("/proc/self/comm", "utf8").trim())
  lowerPool()
  writeFileSync(nameFile(pool), name)
  lowerPool()
  console.log(getPriority(Number(pool)))`

test.skipIf(process.platform !== "linux")(
  "a thread of the pool that has not named itself yet is looked at again",
  () => {
    const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", PROGRAM])
    expect([stdout.toString().trim(), stderr.toString()]).toEqual(["10", ""])
  },
)

const canHide = process.getuid?.() === 0 && Bun.spawnSync(["unshare", "--mount", "true"]).success

test.skipIf(!canHide)(
  "people log in where the system does not show a process its threads",
  async () => {
    const program = join(temporaryDir(), "pfandwerk")
    const hidden = "mount -t tmpfs -o mode=000 none /proc/$$/task"
    const unprivileged = "exec setpriv --bounding-set=-dac_override,-dac_read_search"
    const command = `${hidden} && ${unprivileged} ${executable()} "$@"`
    writeFileSync(program, `#!/bin/sh\nexec unshare --mount sh -c '${command}' sh "$@"\n`)
    chmodSync(program, 0o755)
    const service = await start({ executable: program, env: { PATH: process.env["PATH"] ?? "" } })
    const body = JSON.stringify({ email: "niemand@betreiber.example", password: "irgendein Kennwort" })
    const reply = await fetch(`${service.url}/api/auth/login`, { method: "POST", body })
    // The password of an unknown account is hashed all the same.
    expect(reply.status).toBe(401)
    await service.stop()
  },
  120_000,
)
