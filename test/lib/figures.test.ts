import { expect, test } from "bun:test"
import fc from "fast-check"
import { formatCent, formatEuro, formatQuantity } from "../../src/lib/format.ts"
import { type Reading, readCent, readCount } from "../../src/lib/figures.ts"
import { date, euro, pieces } from "../../src/web/browser/ui/values/format.ts"

const NO_AMOUNT = "muss ein Betrag sein, z. B. 12,50"
const TOO_FINE = "hat mehr als zwei Stellen nach dem Komma"
const NO_COUNT = "muss eine ganze Zahl sein"
const NEGATIVE = "darf nicht negativ sein"
const either = (...ways: string[]) => `ist nicht eindeutig: bitte ${ways.join(" oder ")} schreiben`

/** Typed money → cents, or why it is not taken. */
const amounts: [string, number | string | null][] = [
  ["", null],
  ["  ", null],
  ["0", 0],
  ["12", 1200],
  ["007", 700],
  ["12,50", 1250],
  ["12.50", 1250],
  ["12,5", 1250],
  ["0.08", 8],
  ["0,08", 8],
  [",5", 50],
  [".50", 50],
  ["12,5000", 1250],
  ["1234.56", 123456],
  ["1234,56", 123456],
  ["1.234,50", 123450],
  ["1,234.50", 123450],
  ["1.234,50 €", 123450],
  ["30,00 €", 3000],
  ["30,00€", 3000],
  ["€ 30", 3000],
  ["30 EUR", 3000],
  ["30 Euro", 3000],
  ["1 234,50", 123450],
  ["1\u00a0234,50\u00a0€", 123450],
  ["1\u202f234.50", 123450],
  ["1'234.50", 123450],
  // Points or commas between all thousands can be nothing else.
  ["1.234.567", 123456700],
  ["1,234,567", 123456700],
  ["1.234.567,89", 123456789],
  // A point with three digits behind it: a thousand, or a program's third decimal.
  ["1.234", either("1234,00", "1,23")],
  ["1,234", either("1,23", "1234,00")],
  ["1.000", either("1000,00", "1,00")],
  ["12,500", either("12,50", "12500,00")],
  ["12.345 €", either("12345,00", "12,34")],
  // Never a thousand: four digits before it, or none but a nought.
  ["1234.567", TOO_FINE],
  ["0.123", TOO_FINE],
  ["0,005", TOO_FINE],
  ["1.234,567", TOO_FINE],
  ["1.2345", TOO_FINE],
  ["-3", NEGATIVE],
  ["−3,50", NEGATIVE],
  ["- 3", NEGATIVE],
  ["12,", NO_AMOUNT],
  ["12.", NO_AMOUNT],
  ["€", NO_AMOUNT],
  [".", NO_AMOUNT],
  ["1.234.50", NO_AMOUNT],
  ["1,5,0", NO_AMOUNT],
  ["12.34.567", NO_AMOUNT],
  ["1.234.56,78", NO_AMOUNT],
  ["1 2", NO_AMOUNT],
  ["1 234 50", NO_AMOUNT],
  ["1 234.567,50", NO_AMOUNT],
  ["0.123.456", NO_AMOUNT],
  ["1e3", NO_AMOUNT],
  ["+3", NO_AMOUNT],
  ["12,-", 1200],
  ["zwölf", NO_AMOUNT],
  ["$12", NO_AMOUNT],
  ["12 €/Stück", NO_AMOUNT],
  ["١٢", NO_AMOUNT],
  ["0x10", NO_AMOUNT],
  ["Infinity", NO_AMOUNT],
  ["10.000.000,00", 1_000_000_000],
  ["10.000.000,01", "darf höchstens 10.000.000,00 € sein"],
  ["9".repeat(400), "darf höchstens 10.000.000,00 € sein"],
]

/** Typed pieces → their number, or why it is not taken. */
const counts: [string, number | string | null][] = [
  ["", null],
  ["0", 0],
  ["12", 12],
  ["007", 7],
  // As these pages write a thousand. A whole number has no decimal point that it could be instead.
  ["1.000", 1000],
  ["1 000", 1000],
  ["1'000", 1000],
  ["100.000", 100_000],
  // The comma is the decimal sign: three decimals as a program prints pieces, or an English thousand.
  ["1,000", either("1", "1000")],
  ["1,500", either("1500")],
  ["12,345", either("12345")],
  ["12,00", 12],
  ["1.000,00", 1000],
  ["1,5", NO_COUNT],
  ["1.5", NO_COUNT],
  ["1.50", NO_COUNT],
  ["0.500", NO_COUNT],
  ["-3", NEGATIVE],
  ["−3", NEGATIVE],
  ["1e3", NO_COUNT],
  ["3 Stück", NO_COUNT],
  ["1 2", NO_COUNT],
  ["12,", NO_COUNT],
  ["100.001", "darf höchstens 100.000 sein"],
  ["1".repeat(400), "darf höchstens 100.000 sein"],
]

const shortOf = (reading: Reading) => ("fault" in reading ? reading.fault : reading.value)

test("money is read in the one way in which it can be meant, or refused", () => {
  expect(amounts.map(([typed]) => [typed, shortOf(readCent(typed))])).toEqual(amounts)
})

test("pieces are read in the one way in which they can be meant, or refused", () => {
  const read = (typed: string) => shortOf(readCount(typed, { max: 100_000 }))
  expect(counts.map(([typed]) => [typed, read(typed)])).toEqual(counts)
})

test("what is below the least is refused", () => {
  expect(shortOf(readCount("0", { min: 1 }))).toBe("muss mindestens 1 sein")
  expect(shortOf(readCent("0,04", { min: 5 }))).toBe("muss mindestens 0,05 € sein")
})

test("what is written by the service and its pages is read back as the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (value) => {
      for (const written of [formatCent(value), formatEuro(value), euro(value)])
        expect([written, readCent(written)]).toEqual([written, { value }])
      for (const written of [formatQuantity(value), pieces(value), String(value)])
        expect([written, readCount(written)]).toEqual([written, { value }])
    }),
    { numRuns: 500 },
  )
})

/** Every way to understand it, the other way round: which separator could be the decimal one, if the others count thousands. */
function waysToRead(text: string): Set<number> {
  const ways = new Set<number>()
  const places = [...text.matchAll(/\D/g)].map(({ index }) => index)
  for (const at of [...places.slice(-1), text.length]) {
    const groups = text.slice(0, at).split(/\D/)
    const signs = new Set(text.slice(0, at).replaceAll(/\d/g, ""))
    const isGrouped =
      groups.length === 1 ||
      (signs.size === 1 &&
        !signs.has(text.charAt(at)) &&
        /^[1-9]\d{0,2}$/.test(groups[0] ?? "") &&
        groups.slice(1).every((group) => group.length === 3))
    const isDecimal = at === text.length || /^[.,]\d+$/.test(text.slice(at))
    if (isGrouped && isDecimal) ways.add(Number(`${groups.join("")}.${text.slice(at + 1) || "0"}`))
  }
  return ways
}

/** In whole cents, and no more than the interface takes. */
const isAmount = (way: number): boolean => Math.round(way * 100) / 100 === way && way <= 10_000_000

test("nothing is ever read as anything but the one thing that it can mean", () => {
  const typed = fc
    .array(fc.constantFrom(..."0123456789.,. '"), { maxLength: 12 })
    .map((signs) => signs.join("").trim())
    .filter((text) => /\d/.test(text))
  fc.assert(
    fc.property(typed, (text) => {
      const ways = waysToRead(text)
      const cent = shortOf(readCent(text))
      const sums = [...ways].map((way) => Math.round(way * 100))
      if (typeof cent === "number") expect([text, sums]).toEqual([text, [cent]])
      else expect([text, [...ways].every(isAmount) && ways.size === 1]).toEqual([text, false])
      const count = shortOf(readCount(text))
      if (typeof count === "number") expect([text, ways.has(count)]).toEqual([text, true])
    }),
    { numRuns: 20_000 },
  )
})

test("the day of an instant is the one where people are", () => {
  const { TZ = "UTC" } = process.env
  process.env["TZ"] = "Europe/Berlin"
  const shown = [date("2026-05-31T22:30:00.000Z"), date("2026-05-31"), date(null)]
  process.env["TZ"] = TZ
  expect(shown).toEqual(["01.06.2026", "31.05.2026", ""])
})
