import { element } from "../xml.ts"

/** Formats of values in the file. */

/**
 * @param digits an amount in the smallest unit
 * @param decimals how many of its digits are behind the point, at least two
 */
function decimal(digits: number, decimals: number): string {
  const padded = String(Math.abs(digits)).padStart(decimals + 1, "0")
  const behind = padded.slice(-decimals)
  const short = behind.slice(0, 2) + behind.slice(2).replace(/0+$/, "")
  return `${digits < 0 ? "-" : ""}${padded.slice(0, -decimals)}.${short}`
}

/** @returns `-12.50` */
export const money = (cent: number): string => decimal(cent, 2)

/** @param amount ten-thousandths of a euro @returns `1.2605`, with two decimals at least */
export const price = (amount: number): string => decimal(amount, 4)

/** @param datum `YYYY-MM-DD` @param kind whose type the element is of */
export const date = (name: string, datum: string | null, kind: "udt" | "qdt" = "udt"): string =>
  element(name, [element(`${kind}:DateTimeString`, datum?.replaceAll("-", "") ?? null, { format: "102" })])

/** @returns an identifier without what people put between its digits */
export const compact = (text: string | null): string | null =>
  text?.replaceAll(/\s/g, "").toUpperCase() ?? null
