import { expect, test } from "bun:test"
import { join } from "node:path"
import { readCounts } from "./helpers/junit.ts"
import { temporaryDir } from "./helpers/temporary.ts"
import { reasonsOf } from "./machine.ts"

test("a run's report names every test that failed or was skipped, hooks and dead processes among them", async () => {
  const dir = temporaryDir()
  const files = {
    "a.test.ts": `import { afterAll, describe, test } from "bun:test"
      afterAll(() => { throw new Error("hook") })
      describe("a", () => {
        test("<passes>", () => {})
        test.skip("skipped & named", () => {})
        test("fails", () => { throw new Error("</testcase>") })
      })`,
    "b.test.ts": `import { test } from "bun:test"
      test("dies", () => process.kill(process.pid, "SIGKILL"))`,
  }
  for (const [name, text] of Object.entries(files)) await Bun.write(join(dir, name), text)
  const report = join(dir, "junit.xml")
  const ways = ["--parallel=2", "--no-isolate", "--reporter=junit", `--reporter-outfile=${report}`]
  Bun.spawnSync([process.execPath, "test", ...ways], { cwd: dir, stdio: ["ignore", "ignore", "ignore"] })
  const { passed, failed, skipped } = readCounts(report)
  expect(passed).toBe(1)
  expect(skipped).toEqual(["a.test.ts > a > skipped & named"])
  expect(failed.toSorted()).toEqual([
    "a.test.ts > (unnamed)",
    "a.test.ts > a > fails",
    "b.test.ts > (worker crashed)",
  ])
  expect(readCounts(join(dir, "nowhere.xml"))).toEqual({ passed: 0, failed: [], skipped: [] })
})

test("what is skipped for one reason is one line, and what has no known reason is named", () => {
  const names = ["a", "b", "c"].map((name) => `test/faults/disk.test.ts > ${name}`)
  const lines = reasonsOf([...names, "test/lib/money.test.ts > forgotten"])
  expect(lines).toEqual([expect.stringMatching(/^3 tests: no/), "test/lib/money.test.ts > forgotten"])
})
