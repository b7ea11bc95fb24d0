import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "./helpers/eventually.ts"
import { executable } from "./helpers/executable.ts"
import { temporaryDir } from "./helpers/temporary.ts"

/** A test run that is broken off leaves no service, no mount and no folder behind. */

type Left = { pid: number; folders: string[]; disk: string | undefined }

async function brokenOff(env: Record<string, string>, end: (child: Bun.Subprocess) => void): Promise<Left> {
  const file = join(temporaryDir(), "left.json")
  const { PATH = "", HOME = "" } = process.env
  const fails = join(import.meta.dir, "helpers/bail/fails.ts")
  const child = Bun.spawn([process.execPath, "test", "--bail", fails], {
    env: { PATH, HOME, LEFT_BEHIND: file, EXECUTABLE: executable(), ...env },
    stdout: "ignore",
    stderr: "ignore",
  })
  const isReady = () => existsSync(file) || child.exitCode !== null
  await until("everything runs in the run that is to be broken off", isReady, { within: 120_000 })
  end(child)
  expect(await child.exited).not.toBe(0)
  return JSON.parse(readFileSync(file, "utf8"))
}

/** Init has to fetch a process that ended before its number is free. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))

const ways: [string, Record<string, string>, (child: Bun.Subprocess) => void][] = [
  ["by --bail", {}, () => {}],
  ["by a kill", { HANG: "1" }, (child) => child.kill("SIGKILL")],
]

for (const [name, env, end] of ways) {
  test.skipIf(process.platform !== "linux")(
    `what ran is cleaned up after a run that was ended ${name}`,
    async () => {
      const { pid, folders, disk } = await brokenOff(env, end)
      await until("its service and folders are gone", () => !runs(pid) && !folders.some(existsSync))
      if (disk) expect(readFileSync("/proc/mounts", "utf8")).not.toContain(disk)
    },
    240_000,
  )
}
