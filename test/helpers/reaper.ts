import { existsSync, readFileSync, rmSync } from "node:fs"
import { until } from "./eventually.ts"
import { startOf } from "./start-of.ts"

/**
 * Cleans up behind a test run, however it ends: `--bail` and a kill run no hooks. Told on standard input, a line each,
 * what is there to be cleaned up; acts when the run has ended and with it the pipe.
 */

/** In ms; nobody runs the tests for longer. */
const A_DAY = 86_400_000

const lines = (await Bun.stdin.text()).split("\n").filter(Boolean)
const all = (kind: string): string[] =>
  lines
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1))
    .toReversed()

for (const told of all("process")) {
  const [pid = "", started] = told.split(" ")
  // Another one may have got its number meanwhile.
  if (startOf(pid) === started) tryTo(() => process.kill(Number(pid), "SIGKILL"))
}
for (const dir of all("mount")) tryTo(() => Bun.spawnSync(["umount", "--recursive", "--lazy", dir]))
for (const dir of all("folder"))
  if (!isMounted(dir)) tryTo(() => rmSync(dir, { recursive: true, force: true }))
for (const told of all("shared")) {
  const [pid = "", started = "", ...dir] = told.split(" ")
  await until(`the run ${pid} has ended`, () => !isRunning(pid, started), { within: A_DAY })
  tryTo(() => rmSync(dir.join(" "), { recursive: true, force: true }))
}

/** Only Linux tells when a process began. */
function isRunning(pid: string, started: string): boolean {
  if (started !== "") return startOf(pid) === started
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

/** Processes below it are not the test's. */
function isMounted(dir: string): boolean {
  return existsSync("/proc/mounts") && readFileSync("/proc/mounts", "utf8").includes(` ${dir}`)
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // Gone already: the run came to its end.
  }
}
