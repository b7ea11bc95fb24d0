import { readingsOf } from "./scanner-layout.ts"

/** What keys of digits type with Shift on a German keyboard, and without it on a French one; the digit is the place. */
const SHIFTED = ['=!"§$%&/()', "à&é\"'(-è_ç"]

/** A scanner's name of the kind of code, which stands before it (ISO 15424): `]C1`, `]d2`. */
const KIND = /^\][A-Za-z][\dA-Za-z]/

/** The number of an article in an element string of GS1, with brackets as people read it or as scanners send it. */
// oxlint-disable-next-line no-control-regex
const ARTICLE = /^(?:\(01\)|01)(\d{14})(?=$|[(\u001d])/

/** @returns it with large letters for small ones and the reverse, as Caps Lock makes them */
const swapped = (code: string): string =>
  code.replaceAll(/(?!ß)\p{L}/gu, (letter) => {
    const small = letter.toLowerCase()
    return letter === small ? letter.toUpperCase() : small
  })

/** @returns codes with the digits of keys that were typed with the wrong Shift; none where a digit came through */
const unshifted = (code: string): string[] =>
  /\d/.test(code)
    ? []
    : SHIFTED.map((row) => code.replaceAll(/./gu, (key) => (row.includes(key) ? `${row.indexOf(key)}` : key)))

/** A number of 12, 13 or 14 digits is the same one with zeros before it: UPC-A, GTIN-13, GTIN-14. */
function lengthsOf(code: string): string[] {
  if (!/^\d{12,14}$/.test(code)) return []
  const all = [12, 13, 14].map((length) => code.replace(/^0{0,2}(?=\d{12})/, "").padStart(length, "0"))
  return all.filter((one) => one !== code)
}

/**
 * The ways to read a code that a scanner typed, which may be set to another keyboard, follow Caps Lock, say the kind of
 * code before it, or read a number with more or fewer zeros than the record has.
 *
 * @returns first the code as it was typed, then the others, the likelier ones first
 */
export function scannedOf(typed: string): string[] {
  const bare = typed.replace(KIND, "")
  const article = ARTICLE.exec(bare)?.[1]
  const numbers = [bare, ...(article === undefined ? [] : [article])].flatMap((code) => [
    code,
    ...lengthsOf(code),
  ])
  const layouts = [bare, ...unshifted(bare)].flatMap(readingsOf)
  return [...new Set([typed, ...numbers, ...layouts, ...layouts.map(swapped)])]
}
