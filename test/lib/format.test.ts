import { expect, test } from "bun:test"
import {
  formatCent,
  formatDatum,
  formatDecimal,
  formatEuro,
  formatQuantity,
  formatMoment,
  dayIn,
} from "../../src/lib/format.ts"

test("money and pieces are written as in Germany", () => {
  expect([0, -0, 5, -5, 150, -123_456_789].map(formatCent)).toEqual([
    "0,00",
    "0,00",
    "0,05",
    "-0,05",
    "1,50",
    "-1.234.567,89",
  ])
  expect(formatEuro(1_000_00)).toBe("1.000,00\u00a0€")
  expect([0, 7, -7, 150, -123_456_789].map(formatDecimal)).toEqual([
    "0,00",
    "0,07",
    "-0,07",
    "1,50",
    "-1234567,89",
  ])
  expect(formatQuantity(-12_345)).toBe("-12.345")
})

test("an instant is told by the company's clocks, with summer time", () => {
  expect(formatDatum("2026-03-09")).toBe("09.03.2026")
  expect(formatMoment("2026-07-31T22:30:00.000Z", "Europe/Berlin")).toBe("01.08.2026, 00:30")
  expect(dayIn("2026-12-31T22:59:59.999Z", "Europe/Berlin")).toBe("2026-12-31")
  expect(dayIn("2026-12-31T23:00:00.000Z", "Europe/Berlin")).toBe("2027-01-01")
})
