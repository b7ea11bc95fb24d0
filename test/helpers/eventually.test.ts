import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Glob } from "bun"
import { until } from "./eventually.ts"

/** Tests wait in one way, which ends and says what it waited for. */

test("a wait in vain says what was waited for, and what it saw last", async () => {
  let looks = 0
  const fault = await until("the archive is there", () => Promise.reject(new Error(`look ${++looks}`)), {
    within: 20,
  }).catch((cause: Error) => cause)
  expect(fault).toHaveProperty("message", `waited 20 ms in vain until the archive is there: look ${looks}`)
  expect(await until("all is there", () => looks > 0 && "found")).toBe("found")
})

/** Tools of measuring wait as the callers do whom they stand for. */
const tests = [...new Glob("test/**/*.ts").scanSync()]
  .filter((path) => !path.startsWith("test/bench/"))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }))

/** @returns the lines around a line, from the inside up to the one that begins its function; indents tell */
function* linesAround(lines: string[], at: number): Generator<string> {
  let inner = lines[at] ?? ""
  yield inner
  for (let i = at - 1; i >= 0 && !/=> |\bfunction\b/.test(inner); i--) {
    const line = lines[i] ?? ""
    if (line === "" || line.search(/\S/) >= inner.search(/\S/)) continue
    inner = line
    yield inner
  }
}

test("no test waits in a loop of its own", () => {
  // Moments drawn at random are no wait; what is made once may take minutes.
  const allowed = /Math\.random\(\)|^test\/helpers\/(eventually|once)\.ts/
  const loops = tests.flatMap(({ path, text }) => {
    const lines = text.split("\n")
    return lines
      .map((line, at) => ({ place: `${path}:${at + 1}: ${line.trim()}`, at }))
      .filter(({ place }) => /\bsleep(Sync)?\(|setTimeout\(/.test(place) && !allowed.test(place))
      .filter(({ at }) => [...linesAround(lines, at)].some((line) => /^ *\}? ?(for|while|do)\b/.test(line)))
      .map(({ place }) => place)
  })
  expect(loops).toEqual([])
})

test("no test sleeps for a fixed time above 100 ms", () => {
  const long = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/\bsleep(?:Sync)?\(([\d_]+)\)|setTimeout\([^;\n]*?, ([\d_]+)\)/g)]
      .filter(([, slept, later]) => Number((slept ?? later)?.replaceAll("_", "")) > 100)
      .map(([call]) => `${path}: ${call}`),
  )
  expect(long).toEqual([])
})
