import { type Cell, Euro } from "../../../print/export/xlsx.ts"
import { readCent, readCount } from "../../../lib/figures.ts"
import { formatEuro } from "../../../lib/format.ts"
import { simple } from "../../../lib/fold.ts"
import { type Unit, unitOf } from "../../../lib/headings.ts"
import type { DayOrder } from "../../../lib/day-read.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"

/** Thrown by readers of cells; its message says why, in German. */
export class CellFault extends Error {}

/** Reads the cells of one column, made after a look at all of them. */
export type Reader = {
  /** @throws CellFault */
  read: (cell: string) => unknown
  /** Value of an empty cell in the row of a new record. */
  emptyCell?: unknown
  /** @returns hints on cells that were read otherwise than they stand, in German; called after all cells are read */
  hints?: () => string[]
  /** A figure of the column, if all its figures could be euros or cents and nobody has said which. */
  couldBeCents?: string
  /** Question to be answered before the import. */
  frage?: Frage | undefined
}

/** What a reader may need besides the cells of its column. */
export type ReaderContext = {
  tenant: TenantDb
  /** Whether the file formats the column as money. */
  isMoney: boolean
  /** Whether the file counts its days from 1904. */
  is1904: boolean
  /** Answer to the question what its figures count. */
  einheit: "stueck" | "euro" | "cent" | undefined
  /** The country of each row, by its two letters, where a column tells it. */
  lands: readonly (string | undefined)[]
  /** Answer to the question what stands first in its days. */
  tage: DayOrder | undefined
}

/** A heading, its cells, and the other headings of the table. Headings are in the form of `keyOf`. */
export type HeadingContext = {
  heading: string
  others: ReadonlySet<string>
  cells: readonly string[]
  unit: Unit | undefined
}

/** Unit of a column that can be added up. */
export type Summed = "pieces" | "cent"

/** A column of a table, imported or exported: its headings, and how its cells are read and written. */
export type ImportColumn = {
  /** Field of the record. */
  feld: string
  /** Its heading, as we write it. */
  name: string
  /** Its other headings, here and in other programs; the likeliest first. */
  auch?: readonly string[]
  /** @returns whether an unlisted heading means this column, to judge by its cells and the other headings */
  isAlso?: (context: HeadingContext) => boolean
  /** @returns whether a listed heading means something else here */
  isNot?: (context: HeadingContext) => boolean
  /** Only other programs have it: our template does not. */
  isForeign?: true
  /** Explanation for people. */
  about: string
  example: string
  required?: true
  /** Set for a text, whose length the record's field limits. */
  isText?: true
  /** Longest cell of anything else, in UTF-16 units; 100 by default. */
  longest?: number
  /** Fields one of which may replace it, if it is required. */
  oder?: readonly string[]
  /** Value of an empty cell in the row of a new record. */
  emptyCell?: string
  /** Set if its cells can be added up and compared with a row of totals. */
  sum?: Summed
  /** It is only compared with what the other columns come to, and not imported. */
  isCompared?: true
  /** @throws CellFault */
  read?: (cell: string) => unknown
  /** @param cells of the whole column: some show what others mean */
  reader?: (cells: readonly string[], heading: string, context: ReaderContext) => Reader
  write?: (value: never) => Cell
  /** Words for people, for values that tables show as they are stored. */
  words?: Readonly<Record<string, string>>
}

/** @returns a column that only other programs have: imported, never exported */
export const foreignColumn = (
  feld: string,
  name: string,
  about: string,
  auch: readonly string[] = [],
): ImportColumn => ({ feld, name, auch, about, example: "", isForeign: true })

/** Heading of the column that we add to a table with faults. */
export const FAULT = "Fehler"

const oneOf = new Intl.ListFormat("de", { type: "disjunction" })

/**
 * @param texts word for each value of an enumeration
 * @param auch further words; the values themselves are understood as well
 * @returns how its cells are read and written
 */
export function choiceCells<T extends string>(
  texts: Record<T, string>,
  auch: Record<string, T> = {},
): Required<Pick<ImportColumn, "read" | "write">> {
  const entries = Object.entries(texts) as [T, string][]
  const known = new Map([
    ...Object.entries(auch).map(([word, value]) => [simple(word), value] as const),
    ...entries.map(([value]) => [simple(value), value] as const),
    ...entries.map(([value, word]) => [simple(word), value] as const),
  ])
  return {
    read: (cell) => {
      const value = known.get(simple(cell))
      if (value === undefined) throw new CellFault(`muss ${oneOf.format(Object.values(texts))} sein`)
      return value
    },
    write: (value: T) => texts[value],
  }
}

/** @returns the reading itself @throws CellFault if it is a fault */
export function accepted<R extends { value: unknown }>(reading: R | { fault: string }): R {
  if ("fault" in reading) throw new CellFault(reading.fault)
  return reading
}

function readWholeCents(cell: string): number {
  const [, cents = cell] = IN_CENTS.exec(cell) ?? []
  if (!/^\d{1,9}$/.test(cents))
    throw new CellFault("muss eine ganze Zahl von Cent sein, z. B. 310 für 3,10 €")
  return Number(cents)
}

/** `0,25 €/St.`; a price per crate or carton is not read, as nobody knows how many pieces it is for. */
const PER_PIECE = /\s*(?:\/|je|pro)\s*(?:Stück|Stk\.?|St\.?)$/i
const IN_CENTS = /^(\d{1,9})\s*(?:ct|cts|cents?|¢)\.?$/i

function readEuro(cell: string): number | null {
  const bare = cell.replace(PER_PIECE, "")
  const [, cents] = IN_CENTS.exec(bare) ?? []
  return cents === undefined ? accepted(readCent(bare)).value : Number(cents)
}

/** Reads amounts in euros, or in cents where the heading or an answer says so, and stores cents. */
export const amount = {
  read: readEuro,
  reader: (cells: readonly string[], heading: string, { isMoney, einheit }: ReaderContext): Reader => {
    const whole = cells.find((cell) => cell !== "" && cell !== "0") ?? ""
    const unit = unitOf(heading)
    const areWholeOnly =
      !isMoney &&
      (unit === undefined || unit === "packs") &&
      whole !== "" &&
      cells.every((cell) => /^\d*$/.test(cell))
    if (unit === "cent" || (areWholeOnly && einheit === "cent"))
      return {
        read: readWholeCents,
        hints: () => [`Die Spalte „${heading}“ ist in Cent gelesen: 310 ist 3,10 €`],
      }
    return {
      read: readEuro,
      ...(areWholeOnly && {
        ...(einheit !== "euro" && { couldBeCents: whole }),
        hints: () => [
          `In der Spalte „${heading}“ stehen nur ganze Zahlen, gelesen als Euro: ${whole} ist ${whole},00 €. Sind es Cent, bitte „${heading} in Cent“ darüber schreiben`,
        ],
      }),
    }
  },
  write: (cent: number) => new Euro(cent),
  sum: "cent" as const,
}

export const count = { read: (cell: string) => accepted(readCount(cell, { max: 1_000_000_000 })).value }

/** Latitudes and longitudes, with a point or a comma. Without an exponent, a number has up to 22 decimals. */
export const degrees = {
  read: (cell: string) => {
    if (!/^-?\d{1,3}(?:[.,]\d{1,22})?(?:e-\d{1,3})?$/i.test(cell))
      throw new CellFault("muss eine Zahl sein, z. B. 53,2464")
    return Number(cell.replace(",", "."))
  },
  // Text, as a spreadsheet keeps only fifteen digits.
  write: (value: number) => String(value).replace(".", ","),
}

/** `8:00`, `8.00 Uhr`, `8 Uhr`; and a fraction of a day, as spreadsheets store times. */
export const clock = {
  read: (cell: string) => {
    if (/^0[.,]\d{2,}$/.test(cell)) return hours(Math.round(Number(cell.replace(",", ".")) * 1440))
    const [, h, min = "00"] = /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?\s*(?:Uhr|h)?$/i.exec(cell) ?? []
    return h === undefined ? cell : `${h.padStart(2, "0")}:${min}`
  },
}

const hours = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":")

/** @returns a function that lists these fields of a record with the names of their columns: `Pfand 3,10` */
export const fieldsInWords =
  (columns: readonly ImportColumn[], fields: readonly string[]) =>
  (input: object): string[] =>
    columns
      .filter(({ feld }) => fields.includes(feld))
      .flatMap((column) => {
        const text = shownText(column, (input as Record<string, unknown>)[column.feld])
        return text === null || text === "" ? [] : [`${column.name} ${text}`]
      })

const inText = (cell: NonNullable<Cell>): string =>
  cell instanceof Euro ? formatEuro(cell.cent) : cell.toString()

/** @returns a value of a column for a sentence; null for none */
export function shownText(column: ImportColumn, value: unknown): string | null {
  const cell = shownAs(column, value)
  return cell === null || cell === undefined ? null : (column.words?.[String(cell)] ?? inText(cell))
}

/** @returns what a preview shows of an inactive record */
export const inactive = ({ aktiv }: { aktiv?: number | undefined }): string[] =>
  aktiv === 0 ? ["nicht aktiv"] : []

/** @returns a value as an exported table shows it; null for none */
export function shownAs({ write }: ImportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  return write ? write(value as never) : (value as Cell)
}

/** @returns the cells that are not empty */
export const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== "")
const most = (cells: readonly string[], form: RegExp): boolean => {
  const some = filled(cells)
  return some.length > 0 && some.filter((cell) => form.test(cell)).length >= some.length * 0.8
}

/** @returns whether most cells are numbers of records, such as `00101` or `K-17`, and not names */
export const areNumbers = ({ cells }: Pick<HeadingContext, "cells">): boolean =>
  most(cells, /^\p{L}{0,4}[-./ ]?\d[\d\-./]*$/u)
/** @returns whether most cells are nothing but digits */
export const areDigits = ({ cells }: Pick<HeadingContext, "cells">): boolean => most(cells, /^\d+$/)
