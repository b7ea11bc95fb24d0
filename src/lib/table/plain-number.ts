import { once } from "../format.ts"

/** From here on a spreadsheet has lost the last digits, and writes zeros or an exponent for them. */
export const MOST_EXACT = 1e15

/** `3,4012345E+17`: as a spreadsheet shows it, so that nobody takes its zeros for digits. */
const rounded = (number: number): string =>
  Number(number.toPrecision(15)).toExponential().replace(".", ",").replace("e", "E")

const inFull = once(() => new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }))

/**
 * Fifteen digits are what a spreadsheet shows of a number; three behind a comma could be thousands (lib/figures.ts).
 */
export function plainNumber(number: number): string {
  if (Math.abs(number) >= MOST_EXACT) return rounded(number)
  const text = inFull().format(Number(number.toPrecision(15)))
  return text.replace(/(\.\d{3})$/, "$10").replace(".", ",")
}
