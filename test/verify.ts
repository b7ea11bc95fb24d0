/**
 * All checks in their order, then the tests. The last lines name what failed, and why what was skipped, and end with
 * the runner's own counts.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { setPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { readCounts } from "./helpers/junit.ts"
import { installPackages, reasonsOf } from "./machine.ts"

const CHECKS = [
  ["bun", "run", "client"],
  ["bun", "fmt", "--check"],
  ["bun", "run", "check"],
  ["bun", "run", "lint"],
]

/** Debian keeps mkfs, mount and sshd where the path of an ordinary user does not look. */
const PATH = `${process.env["PATH"]}:/usr/local/sbin:/usr/sbin:/sbin`
const env = {
  ...process.env,
  PATH,
  // Tests seldom run a line often enough to save what it costs to translate it to the fastest code.
  BUN_JSC_useFTLJIT: "0",
  // Memory that is given back is asked for again by the next test: an eighth of the processor time of test/api.
  MIMALLOC_PURGE_DELAY: "-1",
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function run(command: string[]): number {
  const [, ...args] = command
  const { exitCode, signalCode } = Bun.spawnSync([process.execPath, ...args], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  })
  if (exitCode !== 0) say(`failed with ${signalCode ?? `exit code ${exitCode}`}: ${command.join(" ")}`)
  return exitCode === 0 ? 0 : 1
}

function runTests(): number {
  const folder = mkdtempSync(join(tmpdir(), "pfandwerk-verify-"))
  const report = join(folder, "junit.xml")
  try {
    const ways = ["--timeout", "120000", "--parallel=4", "--no-isolate", "--dots"]
    const status = run(["bun", "test", ...ways, "--reporter=junit", `--reporter-outfile=${report}`])
    const { passed, failed, skipped } = readCounts(report)
    for (const reason of reasonsOf(skipped)) say(`skipped: ${reason}`)
    for (const name of failed) say(`failed: ${name}`)
    // A process that died, or a hook outside of any test.
    const others = status !== 0 && failed.length === 0 ? 1 : 0
    if (others > 0) say("failed: the run itself; no test of it did. See the errors above")
    say(countLine(passed, failed.length + others, skipped.length))
    return status
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const countLine = (passed: number, failed: number, skipped: number): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

// The service does jobs and long reads in threads of nice 10. Beside tests that keep all processors busy for the
// whole run, such a thread would get a tenth of its share, and whoever waits for a job would give up.
setPriority(9)
installPackages()
const wrong = CHECKS.find((check) => run(check) !== 0)
if (wrong) say(countLine(0, 1, 0))
process.exitCode = wrong ? 1 : runTests()
