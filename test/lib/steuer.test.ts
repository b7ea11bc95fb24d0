import { expect, test } from "bun:test"
import fc from "fast-check"
import { calculateSteuer, satzAm } from "../../src/lib/steuer.ts"

test("the rate is the one of the day, also in the half year of the lowered rates", () => {
  const days = [
    "1998-04-01",
    "2006-12-31",
    "2007-01-01",
    "2020-06-30",
    "2020-07-01",
    "2020-12-31",
    "2021-01-01",
    "2026-11-21",
  ]
  expect(days.map((day) => satzAm(day, "regel"))).toEqual([16, 16, 19, 19, 16, 16, 19, 19])
  expect(days.map((day) => satzAm(day, "ermaessigt"))).toEqual([7, 7, 7, 7, 5, 5, 7, 7])
  expect(satzAm("2026-11-21", "keine")).toBeNull()
  // Nothing of such a day can be booked; what is there all the same is settled.
  expect(satzAm("1970-01-01", "regel")).toBe(16)
})

test("half a cent goes up, in both directions", () => {
  expect(calculateSteuer(50, 19, "netto").ust_cent).toBe(10)
  expect(calculateSteuer(-50, 19, "netto").ust_cent).toBe(-10)
  expect(calculateSteuer(150, 19, "netto")).toEqual({ netto_cent: 150, ust_cent: 29, brutto_cent: 179 })
  expect(calculateSteuer(119, 19, "brutto")).toEqual({ netto_cent: 100, ust_cent: 19, brutto_cent: 119 })
  expect(calculateSteuer(-1_00, null, "netto")).toEqual({ netto_cent: -100, ust_cent: 0, brutto_cent: -100 })
})

test("net and VAT are the gross, and the VAT is never half a cent off", () => {
  const anything = fc.record({
    cent: fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
    satz: fc.constantFrom(19, 7, 16, 5),
    preise: fc.constantFrom("netto" as const, "brutto" as const),
  })
  fc.assert(
    fc.property(anything, ({ cent, satz, preise }) => {
      const { netto_cent, ust_cent, brutto_cent } = calculateSteuer(cent, satz, preise)
      expect(netto_cent + ust_cent).toBe(brutto_cent)
      expect(preise === "netto" ? netto_cent : brutto_cent).toBe(cent)
      // In whole numbers, as a fraction would be rounded itself: |VAT - exact| ≤ 1/2.
      const divisor = BigInt(preise === "netto" ? 100 : 100 + satz)
      const off = 2n * (BigInt(ust_cent) * divisor - BigInt(cent) * BigInt(satz))
      expect(off <= divisor && off >= -divisor).toBe(true)
      const back = calculateSteuer(-cent, satz, preise)
      expect(back.ust_cent + ust_cent).toBe(0)
    }),
    { numRuns: 2000 },
  )
})
