import { afterEach, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keepApart } from "../../../src/ops/backup/prove.ts"

/** Archives that failed their proof, each as large as all data: which of them stay. */

const folder = mkdtempSync(join(tmpdir(), "pfandwerk-faulty-"))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nightOf = (day: number): string => `pfandwerk-2026-01-0${day}T02-00-00Z.tar`

function keep(called: string, content: string): void {
  const made = join(folder, ".unfinished.tar")
  writeFileSync(made, content)
  expect(() => keepApart(made, join(folder, called), ["Eins", "Zwei"], folder)).toThrow(
    "  - Eins\n  - Zwei\n",
  )
}

test("of the scheduled ones the newest stays alone; proven ones and those that somebody made stay all", () => {
  for (const name of [nightOf(1), "notizen.txt"]) writeFileSync(join(folder, name), "proven")
  keep("von-hand.tar", "by hand")
  const others = ["fehlerhaft-von-hand.tar", "notizen.txt", nightOf(1)]
  for (const day of [2, 3, 3]) {
    keep(nightOf(day), `night ${day}`)
    expect(readdirSync(folder).toSorted()).toEqual([`fehlerhaft-${nightOf(day)}`, ...others].toSorted())
  }
  keep("noch-eine.tar", "by hand")
  expect(readdirSync(folder).toSorted()).toEqual(
    [`fehlerhaft-${nightOf(3)}`, "fehlerhaft-noch-eine.tar", ...others].toSorted(),
  )
  expect(readFileSync(join(folder, `fehlerhaft-${nightOf(3)}`), "utf8")).toBe("night 3")
})
