/**
 * Reads figures as people in Germany type them: the one reader, for the fields of all pages and for imports. Browsers
 * have it too, so it imports nothing.
 *
 * A figure is accepted when there is only one way to read it: the last separator counts as the decimal one where it
 * can be nothing else. A figure with two readings is refused.
 */

/** The value, null for an empty field; or the German reason for refusing it, which never repeats the input. */
export type Reading = { value: number | null } | { fault: string }

/** Limits of a figure, both inclusive, in the unit of the value. */
export type Limits = { min?: number; max?: number }

type Kind = {
  /** Ways to write figures. */
  styles: readonly RegExp[]
  /** Digits behind the decimal separator that the value has. */
  decimals: number
  unit: RegExp
  what: string
  tooFine: string
}

/** @param thousands separator between them @param decimal separator before the decimals */
function style(thousands: string, decimal: string): RegExp {
  const grouped = String.raw`[1-9]\d{0,2}(?<sign>${thousands})\d{3}(?:\k<sign>\d{3})*`
  return new RegExp(String.raw`^(?<whole>${grouped}|\d+|(?=${decimal}))(?:${decimal}(?<fraction>\d+))?$`)
}

const MONEY: Kind = {
  styles: [
    style(String.raw`\.`, ","),
    style(",", String.raw`\.`),
    style(String.raw`\s`, "[.,]"),
    style("['’]", "[.,]"),
  ],
  decimals: 2,
  unit: /^(?:€|EUR)\s*|\s*(?:€|EUR|Euro)$/i,
  what: "muss ein Betrag sein, z. B. 12,50",
  tooFine: "hat mehr als zwei Stellen nach dem Komma",
}

/** A point in a whole number stands between thousands, as these pages write them; a comma could be either. */
const COUNT: Kind = {
  styles: [style(String.raw`\.`, ","), style(",", "(?!)"), style(String.raw`\s`, ","), style("['’]", ",")],
  decimals: 0,
  unit: /(?!)/,
  what: "muss eine ganze Zahl sein",
  tooFine: "muss eine ganze Zahl sein",
}

/** Ten million euros, so that sums stay far below 2^53. In cents. */
export const MOST_CENT = 1_000_000_000
/** Pieces in a line of a booking or a delivery. */
export const MOST_PIECES = 100_000
/** Pieces in a line of what is counted, bought or sold in the yard. */
export const MOST_IN_YARD = 1_000_000

/** `1.234,50 €` → 123450. @returns cents, or why it is no amount */
export const readCent = (text: string, { min = 0, max = MOST_CENT }: Limits = {}): Reading =>
  read(text, MONEY, min, max)

/** `1.000` → 1000. @returns a whole number, such as of pieces, or why it is none */
export const readCount = (text: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: Limits = {}): Reading =>
  read(text, COUNT, min, max)

/** Ways to write a figure below zero: `-3`, `3-`, `(3)`; but `3,-` is a price without cents. */
const BELOW_ZERO = [/^[-−–]\s*(\d.*)$/, /^(.*\d)\s*[-−–]$/, /^\((.*\d.*)\)$/]
const NO_CENTS = /^(.*\d)[.,][-−–]{1,2}$/

/**
 * @param text of a figure, without its unit
 * @returns the figure without its sign, which programs write in front, behind or as brackets
 */
function signed(text: string): { bare: string; isNegative: boolean } {
  const typed = text.trim()
  const bare = BELOW_ZERO.map((way) => way.exec(typed)?.[1]).find((found) => found !== undefined)
  return { bare: (bare ?? typed).trim(), isNegative: bare !== undefined }
}

function read(text: string, kind: Kind, min: number, max: number): Reading {
  const typed = text.trim()
  if (typed === "") return { value: null }
  const withoutUnit = typed.replace(kind.unit, "")
  const whole = kind.decimals > 0 ? withoutUnit.replace(NO_CENTS, "$1") : withoutUnit
  const { bare, isNegative } = signed(whole)
  if (isNegative) return { fault: "darf nicht negativ sein" }
  const [one, other] = readingsOf(bare, kind)
  if (!one) return { fault: kind.what }
  if (other) {
    // For pieces, no example is given that would be refused as well.
    const taken = [one, other].filter(({ fraction }) => kind.decimals > 0 || fraction === "")
    const ways = taken.map((way) => written(way, kind)).join(" oder ")
    return { fault: `ist nicht eindeutig: bitte ${ways} schreiben` }
  }
  if (one.fraction.length > kind.decimals) return { fault: kind.tooFine }
  const value = Number(one.whole + one.fraction.padEnd(kind.decimals, "0"))
  if (value > max) return { fault: `darf höchstens ${inWords(max, kind)} sein` }
  if (value < min) return { fault: `muss mindestens ${inWords(min, kind)} sein` }
  return { value }
}

/** Whole and decimals as digits, without superfluous zeros. */
type Figure = { whole: string; fraction: string }

/** @returns the different figures that the text can mean */
function readingsOf(bare: string, { styles }: Kind): Figure[] {
  const found = new Map<string, Figure>()
  for (const figure of styles) {
    const parts = figure.exec(bare)?.groups
    if (!parts) continue
    const whole = (parts["whole"] ?? "").replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "") || "0"
    const fraction = (parts["fraction"] ?? "").replace(/0+$/, "")
    found.set(`${whole},${fraction}`, { whole, fraction })
  }
  return [...found.values()]
}

/** An unambiguous way to type the same value. */
const written = ({ whole, fraction }: Figure, { decimals }: Kind): string =>
  decimals === 0 ? whole : `${whole},${fraction.slice(0, decimals).padEnd(decimals, "0")}`

function inWords(value: number, { decimals }: Kind): string {
  const digits = String(value).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ".")
  return decimals === 0 ? whole : `${whole},${digits.slice(-decimals)} €`
}
