import type { TenantDb } from "../../../db/tenant-db.ts"
import { hasLookalike } from "../../../lib/lookalikes.ts"
import { CellFault, count, type ImportColumn, type Reader } from "./columns.ts"
import { listSome } from "../../../lib/format.ts"
import { Hints, hintsOf } from "./hints.ts"

/** Numbers by which something is found: what a spreadsheet loses of them is refused, put back, or told. */

/** As spreadsheets write it, and programs in Java and JavaScript; `7E5`, `1.5E3` and `SN-4E12` are serial numbers. */
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

/** What people write into a cell so that it is not empty. */
const DASHES = /^[-–—−]+$/

/**
 * @returns undefined for dashes, which say nothing: on an envelope they would be a town
 * @throws CellFault for a figure of a spreadsheet where a text is meant
 */
export function wording(cell: string): string | undefined {
  if (hasExponent(cell)) throw new CellFault(A_POWER)
  return DASHES.test(cell) ? undefined : cell
}

/** @throws CellFault for what is no post code any more: none has an exponent or a comma */
export function postcode(cell: string): string | undefined {
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(cell)) throw new CellFault(A_POWER)
  return DASHES.test(cell) ? undefined : noFraction(cell)
}

/** Of `3-4` and `6/3` a spreadsheet makes a day, and of `3-26` a month, in German or English; a database, with a time. */
const DAYS = [
  /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d$/,
  /^(?:0?[1-9]|[12]\d|3[01])\. ?(?:Jan|Feb|Mrz|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)(?: \d\d(?:\d\d)?)?$/,
  /^(?:Jan|Feb|Mrz|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)[ -]\d\d(?:\d\d)?$/,
  /^(?:0?[1-9]|[12]\d|3[01])-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:-\d\d(?:\d\d)?)?$/,
  /^(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])\/(?:19|20)\d\d$/,
  /^(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/,
]
/** A day of a database; where all numbers of a column are such, it is their form. */
const BARE_DAY = /^(?:19|20)\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/
const A_DAY =
  "ist ein Datum, wie es Excel aus Nummern macht: bitte dort die Spalte als Text formatieren, die Nummer neu eintragen und die Tabelle noch einmal senden"

export const isDay = (cell: string): boolean => DAYS.some((form) => form.test(cell))

/** @param more forms of days @throws CellFault for a day where a number of a house or a record is meant */
export function noDay(cell: string, ...more: RegExp[]): string {
  if (isDay(cell) || more.some((form) => form.test(cell))) throw new CellFault(A_DAY)
  return cell
}

const WITH_COMMA = /^\d+,\d+$/
const A_FRACTION =
  "ist eine Zahl mit Komma und keine Nummer: bitte in der Tabelle nachsehen, was gemeint ist, und dort die Spalte als Text formatieren"

/** @throws CellFault for a figure with a comma, where a number of a record is meant */
function noFraction(cell: string): string {
  if (WITH_COMMA.test(cell)) throw new CellFault(A_FRACTION)
  return cell
}

/** @returns whether all numbers of a column are written with a comma, as in a range of sizes: `0,33`, `0,5`, `1,0` */
function areSizes(cells: readonly string[]): boolean {
  const some = cells.filter((cell) => cell !== "")
  return (
    some.length > 1 && !some.some((cell) => DIGITS.test(cell)) && some.some((cell) => HAS_PART.test(cell))
  )
}

const LONG = /^\d{16,}$/
/** Of more than fifteen digits a spreadsheet writes zeros for the others. */
const ZEROS = /^\d{15}0+$/

/** A whole number as databases and programs in Python write it: `1001.0`, `1001,00`. `1,000` could be a thousand. */
const WHOLE = /^(\d+)([.,](?:00?|0{4,})|(?<=\d{4})[.,]000)$/
const HAS_PART = /^\d+[.,]\d*[1-9]\d*$/

type Exact = { read: (cell: string) => string; hints: () => string[] }

/** @returns refuses what is no number any more; a number that ends in zeros is only one where all do, or three stand there */
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

/** Of accounts, which are stored as numbers. */
export const account = {
  read: (cell: string): number | null => count.read(exact([]).read(cell)),
}

/** Of barcodes, serial numbers, and numbers of other records. */
export const code = { reader: (cells: readonly string[]): Reader => exact(cells) }

const DIGITS = /^\d{1,20}$/
/** As a spreadsheet writes thousands into CSV, and as some people write their numbers. */
const DOTTED = /^\d{1,3}(?:\.\d{3})+$/
/** A word, or letters apart from others: captions of groups have them, and few numbers. */
const WORDY = /\p{L}{4}|\p{L}\s/u
/** As programs begin lines that are not to be read. */
const REMARK = /^(?:#|\/\/|--|!|REM\s)/i
/** Digits that numbers with zeros in front may have. */
const WIDEST = 12

export const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, "")

/** @returns the number with zeros in front, and without, in every length */
export const withZeros = (number: string): string[] => {
  const bare = withoutZeros(number)
  return Array.from({ length: Math.max(0, WIDEST - bare.length) + 1 }, (_, zeros) => "0".repeat(zeros) + bare)
}

export const isDigits = (text: string): boolean => DIGITS.test(text)

const isLed = (number: string): boolean => /^0\d/.test(number)

/** @returns the length of numbers with zeros in front, if there are some, all have the same, and no other is longer */
function widthOf(numbers: readonly string[], longest: number): number | undefined {
  const led = numbers.filter(isLed)
  const [width, other] = new Set(led.map((one) => one.length))
  if (led.length < 2) return undefined
  return width !== undefined && other === undefined && longest <= width ? width : undefined
}

/** Numbers that are there already: which of some, and some of those with zeros in front. */
export type Numbers = {
  there: (tenant: TenantDb, numbers: readonly string[]) => ReadonlySet<string>
  led: (tenant: TenantDb) => readonly string[]
}

/**
 * @param field of the records' own numbers
 * @returns the columns, with that of the numbers read together with those that are there
 */
export const withOwnNumber = (
  columns: readonly ImportColumn[],
  field: string,
  numbers: Numbers,
): ImportColumn[] =>
  columns.map((column) => (column.feld === field ? { ...column, ...ownNumber(numbers) } : column))

/**
 * Of the numbers of records themselves. One that lost its zeros gets them back where the table or what is there says how
 * many they were; one that is there as it stands stays.
 */
const ownNumber = ({ there, led }: Numbers): Pick<ImportColumn, "reader"> => ({
  reader: (cells, _, { tenant }) => {
    const { read, hints } = exact(cells)
    const digits = cells.filter(isDigits)
    const short = [...new Set(digits.filter((cell) => !cell.startsWith("0")))]
    const longest = Math.max(0, ...digits.map((cell) => cell.length))
    const ledHere = [...new Set(digits.filter(isLed))]
    const isMixed = ledHere.length > 0 && short.length > 0
    const here = ledHere.length * 2 >= short.length ? widthOf(ledHere, longest) : undefined
    const ledThere = short.length === 0 ? [] : led(tenant)
    const width = here ?? (isMixed ? undefined : widthOf(ledThere, longest))
    const lengths = [...new Set([...ledThere.map((one) => one.length), width ?? 0])]
    const possible = (cell: string): string[] => [
      ...new Set(lengths.map((length) => cell.padStart(length, "0"))),
    ]
    const isSure = ledThere.length === 0 && width === undefined
    const known = isSure
      ? new Set<string>()
      : there(
          tenant,
          short.flatMap((cell) => [cell, ...possible(cell)]),
        )
    const more = new Hints()
    const whole = (cell: string): string => {
      if (!isDigits(cell) || cell.startsWith("0") || known.has(cell)) return cell
      const [one, other] = possible(cell).filter((number) => known.has(number))
      if (one && other)
        throw new CellFault(`ist nicht eindeutig: Mit Nullen davor gibt es ${one} und ${other}`)
      return one ?? cell.padStart(width ?? 0, "0")
    }
    return {
      read: (cell) => {
        const bare = read(cell)
        const number = whole(bare)
        if (number !== bare)
          more.add("Bei [einer Nummer|# Nummern] kamen führende Nullen dazu", `${bare} → ${number}`)
        return number
      },
      hints: () => [
        ...hints(),
        ...more.list(),
        ...hintsOf(
          "In [einer Nummer steht ein Punkt|# Nummern stehen Punkte] wie zwischen Tausendern. Gehören sie dazu?",
          cells.some((cell) => /^\d{4,}$/.test(cell)) ? [] : cells.filter((cell) => DOTTED.test(cell)),
        ),
        ...hintsOf(
          "[Eine Nummer sieht|# Nummern sehen] anders aus als die übrigen. [Gehört sie zu einer Zwischenüberschrift|Gehören sie zu Zwischenüberschriften]?",
          digits.length > 1 ? cells.filter((cell) => WORDY.test(cell)) : [],
        ),
        ...hintsOf(
          "[Eine Nummer beginnt wie eine Bemerkung. Ist es ein Eintrag|# Nummern beginnen wie Bemerkungen. Sind es Einträge]?",
          cells.every((cell) => cell === "" || REMARK.test(cell))
            ? []
            : cells.filter((cell) => REMARK.test(cell)),
        ),
        ...(isMixed && width === undefined
          ? [
              `Manche Nummern haben führende Nullen (${listSome(ledHere)}), andere nicht (${listSome(short)}). Hat Excel sie weggelassen?`,
            ]
          : []),
      ],
    }
  },
})
