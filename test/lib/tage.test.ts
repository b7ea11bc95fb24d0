import { expect, test } from "bun:test"
import { type DayOfMonth, dayReader } from "../../src/lib/day-read.ts"

/** Days in all forms in which people and programs write them. */

const read = (cell: string, beside: string[] = [], day: DayOfMonth = "last"): string | undefined => {
  const reading = dayReader([cell, ...beside], day)(cell)
  return "value" in reading ? reading.value : undefined
}

test.each([
  ["2026-03-05", "2026-03-05"],
  ["2026/3/5", "2026-03-05"],
  ["2026.3.05", "2026-03-05"],
  ["20260305", "2026-03-05"],
  ["05032026", "2026-03-05"],
  ["5.3.2026", "2026-03-05"],
  ["05. 03. 26", "2026-03-05"],
  ["5.3.'26", "2026-03-05"],
  ["31.12.69", "2069-12-31"],
  ["31.12.70", "1970-12-31"],
  ["5. März 2026", "2026-03-05"],
  ["5.Mrz. 26", "2026-03-05"],
  ["15-Mar-2026", "2026-03-15"],
  ["March 5, 2026", "2026-03-05"],
  ["Mar. 5th 2026", "2026-03-05"],
  ["March 15 2026", "2026-03-15"],
  ["Do, 5.3.2026", "2026-03-05"],
  ["Donnerstag 5. Jänner 2026", "2026-01-05"],
  ["5.3.2026 14:30", "2026-03-05"],
  ["2026-03-05T14:30:00.000Z", "2026-03-05"],
  ["5.3.2026, 7:30 Uhr", "2026-03-05"],
  // Numbers of a spreadsheet: from 1954 to 2119, of which the last years are none.
  ["20000", "1954-10-03"],
  ["46086", "2026-03-05"],
  ["46086.5", "2026-03-05"],
  ["73050", "2099-12-31"],
])("%s is %s", (cell, day) => {
  expect(read(cell)).toBe(day)
})

test.each([
  ["März 2026", "2026-03-01", "2026-03-31"],
  ["Feb 28", "2028-02-01", "2028-02-29"],
  ["Sept./26", "2026-09-01", "2026-09-30"],
  ["2026 Dezember", "2026-12-01", "2026-12-31"],
  ["3/2026", "2026-03-01", "2026-03-31"],
  ["03.2026", "2026-03-01", "2026-03-31"],
  ["3 - 2026", "2026-03-01", "2026-03-31"],
  ["2026-3", "2026-03-01", "2026-03-31"],
  ["2026/11", "2026-11-01", "2026-11-30"],
  ["3/26", "2026-03-01", "2026-03-31"],
  ["03-13", "2013-03-01", "2013-03-31"],
])("%s is a month, from %s to %s", (cell, first, last) => {
  expect([read(cell, [], "first"), read(cell, [], "last")]).toEqual([first, last])
  expect(dayReader([cell], "last")(cell)).toMatchObject({ isMonth: true })
})

test.each([
  "",
  "heute",
  "31.4.2026",
  "29.2.2026",
  "0.1.2026",
  "1.0.2026",
  "13.13.2026",
  "31.12.1899",
  "1.1.2100",
  "73051",
  "19999",
  "3/12",
  "Xyz 2026",
  "Ju 2026",
  "20261301",
])("%s is none", (cell) => {
  expect(dayReader([cell], "last")(cell)).toEqual({ fault: "muss ein Tag sein, z. B. 31.12.2026" })
})

test("which of two numbers is the day, the other cells of the column say", () => {
  expect([read("17/04/2026"), read("04/17/2026"), read("4/4/26"), read("6-9-2026", ["17-4-2026"])]).toEqual([
    "2026-04-17",
    "2026-04-17",
    "2026-04-04",
    "2026-09-06",
  ])
  expect([read("6/9/2026", ["4/17/2026"]), read("12/1/2026", ["13/1/2026"])]).toEqual([
    "2026-06-09",
    "2026-01-12",
  ])
  // Nothing says it, or both are there.
  for (const beside of [[], ["17/4/2026", "4/17/2026"], ["12/11/2026"]])
    expect(dayReader(["6/9/2026", ...beside], "last")("6/9/2026")).toEqual({
      fault: "ist nicht eindeutig: bitte 06.09.2026 oder 09.06.2026 schreiben",
    })
})
