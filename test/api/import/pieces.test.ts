import { expect, test } from "bun:test"
import { settleDuplicates } from "../../../src/api/import/rows/duplicates.ts"
import { withoutPlaceholders } from "../../../src/api/import/rows/placeholders.ts"
import { skipRows } from "../../../src/api/import/rows/skipped.ts"
import type { Importer, ImportRow } from "../../../src/api/import/table/importer.ts"
import type { TenantDb } from "../../../src/db/tenant-db.ts"
import type { Table } from "../../../src/lib/table/table-maker.ts"

/** Reading a table shares the event loop with all companies: no piece of it may grow with the table. */

const ROWS = 1_000
const input = { name: "Privatkunde" }

/** @returns the work of the largest piece, and of all of them, by what `count` says so far */
function measured(
  pieces: Generator<unknown, unknown>,
  count: () => number,
): { largest: number; all: number } {
  const begin = count()
  let [largest, before] = [0, begin]
  for (let isDone = false; !isDone; before = count()) {
    isDone = pieces.next().done === true
    largest = Math.max(largest, count() - before)
  }
  return { largest, all: before - begin }
}

test("thousands of rows are called as thousands of customers are: compared in small pieces, and with some", () => {
  let compared = 0
  const rows = Array.from({ length: ROWS }, (_, i) => ({ zeile: i + 2, input, given: input, patch: {} }))
  const there = Array.from({ length: 5_000 }, (_, i) => ({ id: String(i), felder: input }))
  const importer = {
    unique: [],
    likeness: [
      {
        name: "Name",
        key: () => "privatkunde",
        holders: () => new Map([["privatkunde", there]]),
        agrees: () => ++compared > 0,
      },
    ],
    number: () => undefined,
    name: () => "",
    details: () => [],
  }
  const work = settleDuplicates(
    {} as TenantDb,
    rows as unknown as ImportRow<unknown>[],
    importer as unknown as Importer<unknown>,
    { asked: false, by: new Map() },
    () => undefined,
  )
  const { largest, all } = measured(work, () => compared)
  expect(largest).toBeLessThanOrEqual(1_500)
  expect(all).toBeLessThanOrEqual(300_000 + ROWS)
})

test("a table of many rows is looked through in small pieces", () => {
  let read = 0
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    zeile: i + 2,
    get cells() {
      read++
      return ["Wirt", "Celle"]
    },
  }))
  const looking = skipRows({ rows }, [], { key: "kundennummer", spalten: [] })
  expect(measured(looking, () => read).largest).toBeLessThanOrEqual(200)
  const clearing = withoutPlaceholders({ rows } as unknown as Table)
  expect(measured(clearing, () => read).largest).toBeLessThanOrEqual(200)
})
