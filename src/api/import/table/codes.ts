import { hasLookalike } from "../../../lib/lookalikes.ts"
import { CellFault, count, filled, type Reader } from "./columns.ts"
import { Hints, hintsOf } from "./hints.ts"

/** Numbers that identify something. What a spreadsheet does to them is undone, refused, or mentioned in a hint. */

/** Exponents of spreadsheets, Java and JavaScript. `7E5`, `1.5E3` and `SN-4E12` are serial numbers. */
const EXPONENTS = [
  /^[+-]?\d{1,3}(?:[.,]\d+)?E\+\d{1,3}$/i,
  /^[+-]?\d{1,3},\d+E\d{1,3}$/i,
  /^[+-]?\d{1,3}\.\d+E(?:0?[7-9]|[1-9]\d)$/i,
  /^[+-]?\d{1,3}[.,]\d+E-\d{1,3}$/i,
]
const LOST =
  "ist von Excel gerundet, die letzten Ziffern fehlen: bitte dort die Spalte als Text formatieren, die Nummern neu einlesen oder eintragen und die Tabelle noch einmal senden, oder die Spalte nicht übernehmen"

const hasExponent = (cell: string): boolean => EXPONENTS.some((form) => form.test(cell))

const A_POWER =
  "ist eine Zahl mit Exponent, wie Excel sie schreibt: bitte dort die Spalte als Text formatieren, eintragen, was gemeint ist, und die Tabelle noch einmal senden"

/** People write a dash for nothing. */
const DASHES = /^[-–—−]+$/

/**
 * @returns the text of a cell; undefined for dashes, which would be printed as a town otherwise
 * @throws CellFault for a number with an exponent: a spreadsheet made it of a text
 */
export function wording(cell: string): string | undefined {
  if (hasExponent(cell)) throw new CellFault(A_POWER)
  return DASHES.test(cell) ? undefined : cell
}

/** @returns the post code of a cell; undefined for dashes @throws CellFault for a number with an exponent or a comma */
export function postcode(cell: string): string | undefined {
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(cell)) throw new CellFault(A_POWER)
  return DASHES.test(cell) ? undefined : noFraction(cell)
}

/** Days that spreadsheets and databases make of `3-4` and `6/3`, and months that they make of `3-26`. */
const DAYS = [
  /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d$/,
  /^(?:0?[1-9]|[12]\d|3[01])\. ?(?:Jan|Feb|Mrz|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)(?: \d\d(?:\d\d)?)?$/,
  /^(?:Jan|Feb|Mrz|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)[ -]\d\d(?:\d\d)?$/,
  /^(?:0?[1-9]|[12]\d|3[01])-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d\d(?:\d\d)?)?$/,
  /^(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])\/(?:19|20)\d\d$/,
  /^(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/,
]
/** A day of a database. A column of nothing else may be numbers that look like this. */
const BARE_DAY = /^(?:19|20)\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/
const A_DAY =
  "ist ein Datum, wie es Excel aus Nummern macht: bitte dort die Spalte als Text formatieren, die Nummer neu eintragen und die Tabelle noch einmal senden"

/** @returns whether a spreadsheet made a day of what was typed */
export const isDay = (cell: string): boolean => DAYS.some((form) => form.test(cell))

/**
 * @param more forms of days that are not numbers here
 * @returns the cell as it is
 * @throws CellFault for a day where a number is meant
 */
export function noDay(cell: string, ...more: RegExp[]): string {
  if (isDay(cell) || more.some((form) => form.test(cell))) throw new CellFault(A_DAY)
  return cell
}

const WITH_COMMA = /^\d+,\d+$/
const A_FRACTION =
  "ist eine Zahl mit Komma und keine Nummer: bitte in der Tabelle nachsehen, was gemeint ist, und dort die Spalte als Text formatieren"

/** @returns the cell as it is @throws CellFault for a number with a comma */
function noFraction(cell: string): string {
  if (WITH_COMMA.test(cell)) throw new CellFault(A_FRACTION)
  return cell
}

/** @returns whether a column numbers its records by sizes: `0,33`, `0,5`, `1,0` */
function areSizes(cells: readonly string[]): boolean {
  const some = filled(cells)
  return (
    some.length > 1 && !some.some((cell) => DIGITS.test(cell)) && some.some((cell) => HAS_PART.test(cell))
  )
}

const LONG = /^\d{16,}$/
/** A spreadsheet keeps fifteen digits and writes zeros for the rest. */
const ZEROS = /^\d{15}0+$/

/** A whole number with decimals, as databases and Python write it: `1001.0`, `1001,00`. `1,000` could be a thousand. */
const WHOLE = /^(\d+)([.,](?:00?|0{4,})|(?<=\d{4})[.,]000)$/
const HAS_PART = /^\d+[.,]\d*[1-9]\d*$/

type Exact = { read: (cell: string) => string; hints: () => string[] }

/**
 * @param cells of the whole column
 * @returns reads one of them, and throws a CellFault for one that a spreadsheet damaged. Long numbers that end in zeros
 *   count as damaged if all long ones do, and there are three of them or more than seventeen digits
 */
export function exact(cells: readonly string[]): Exact {
  const more = new Hints()
  const areWhole = !cells.some((cell) => HAS_PART.test(cell))
  const long = cells.filter((cell) => LONG.test(cell))
  const areLost = long.length > 0 && long.every((cell) => ZEROS.test(cell))
  const hasSizes = areSizes(cells)
  const days = cells.every((cell) => cell === "" || BARE_DAY.test(cell)) ? [] : [BARE_DAY]
  const read = (cell: string): string => {
    const isZeros = areLost && ZEROS.test(cell) && (long.length > 2 || cell.length > 17)
    if (isZeros || hasExponent(cell)) throw new CellFault(LOST)
    const [, whole, end] = areWhole ? (WHOLE.exec(cell) ?? []) : []
    const kind = `[Eine Nummer endete|# Nummern endeten] auf „${end}“, das nicht dazugehört`
    if (whole !== undefined) more.add(kind, `${cell} → ${whole}`)
    return whole ?? noDay(hasSizes ? cell : noFraction(cell), ...days)
  }
  const alike = cells.filter(hasLookalike)
  const hints = (): string[] => [
    ...more.list(),
    ...hintsOf(
      "Alle Nummern sind Zahlen mit Komma, denen eine Null am Ende fehlen kann (1,10 wird in Excel zu 1,1). Stimmen sie?",
      hasSizes ? cells.filter((cell) => WITH_COMMA.test(cell)) : [],
    ),
    ...hintsOf(
      "In [einer Nummer|# Nummern] stehen kyrillische oder griechische Buchstaben, die wie lateinische aussehen. Ist das gemeint?",
      alike,
    ),
  ]
  return { read, hints }
}

/** Reads account numbers, which are stored as integers. */
export const account = {
  read: (cell: string): number | null => count.read(exact([]).read(cell)),
}

/** Reads serial numbers, and numbers of other records. */
export const code = { reader: (cells: readonly string[]): Reader => exact(cells) }

const DIGITS = /^\d{1,20}$/
/** Most digits of a number with leading zeros. */
const WIDEST = 12

export const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "")

/** @returns the number without leading zeros, and with one, two and more of them */
export const withZeros = (number: string): string[] => {
  const bare = withoutZeros(number)
  return Array.from({ length: Math.max(0, WIDEST - bare.length) + 1 }, (_, zeros) => "0".repeat(zeros) + bare)
}

export const isDigits = (text: string): boolean => DIGITS.test(text)
