/** Identifiers with check digits: tax numbers, IBANs, Leitweg-IDs. */

/** Country codes of the other VAT numbers of the EU; each country has its own check digits, which are not checked. */
const EU: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
/** Numbers of all other countries, checked by length, and for a digit: `KEINE` is none. */
const OTHERS = /^(?=.*\d)[A-Z\d]{2,13}$/

/** @returns a number as it is stored, without spaces and dots: `DE 123 456 788` is `DE123456788` */
export const compactUstId = (text: string): string => text.replaceAll(/[\s.-]/g, "").toUpperCase()

/** @returns whether it can be a VAT number: a German one by its check digit, others by their form */
export function isUstId(text: string): boolean {
  const [, land = "", rest = ""] = /^([A-Z]{2})(.*)$/.exec(compactUstId(text)) ?? []
  if (land === "DE") return /^[1-9]\d{8}$/.test(rest) && isGerman(rest)
  return land !== "" && (EU[land] ?? OTHERS).test(rest)
}

/** ISO 7064, MOD 11,10: over eight digits, checked by the ninth. */
function isGerman(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === Number(digits[8])
}

/** IBAN of any country (ISO 13616); a German one has 22 signs. */
const IBAN = /^(?:DE\d{2}[A-Z\d]{18}|(?!DE)[A-Z]{2}\d{2}[A-Z\d]{11,30})$/

/** @returns whether it can be an IBAN, with or without spaces, by form and check digits */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, "").toUpperCase()
  return IBAN.test(iban) && hasRestOne(iban.slice(4) + iban.slice(0, 4))
}

/** Leitweg-ID: coarse address, fine address if needed, two check digits. */
const LEITWEG = /^(\d{2,12})(?:-([A-Z\d]{1,30}))?-(\d{2})$/i

/** @returns whether it is the address of a public body, by form and check digits (ISO 7064, MOD 97-10) */
export function isLeitwegId(text: string): boolean {
  const [, grob = "", fein = "", digits = ""] = LEITWEG.exec(text) ?? []
  return grob !== "" && hasRestOne(grob + fein + digits)
}

/** ISO 7064, MOD 97-10: letters count from 10 on, and the check digits stand at the end. */
function hasRestOne(signs: string): boolean {
  let rest = 0
  for (const sign of signs) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
