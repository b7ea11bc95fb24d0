import type { Cell } from "../../../print/export/xlsx.ts"
import { Euro } from "../../../print/export/xlsx.ts"
import { readCent, readCount } from "../../../lib/figures.ts"
import { formatEuro } from "../../../lib/format.ts"
import { simple } from "../../../lib/fold.ts"
import { type Unit, unitOf } from "../../../lib/headings.ts"
import type { DayOrder } from "../../../lib/day-read.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"

/** Why a cell cannot be read, in German. */
export class CellFault extends Error {}

/** Reads the cells of a column after a look at all of them. */
export type Reader = {
  /** @throws CellFault */
  read: (cell: string) => unknown
  /** Value of an empty cell in the row of a new record. */
  emptyCell?: unknown
  /** @returns what was understood otherwise than it stands there, after all cells were read */
  hints?: () => string[]
  /** A figure of a column whose figures could be euros or cents, and nobody has said which. */
  unclear?: string
  /** What to ask before its cells are taken over. */
  frage?: Frage | undefined
}

/** What is known beside the cells of a column. */
export type Beside = {
  tenant: TenantDb
  /** Whether the file shows amounts of money in it. */
  isMoney: boolean
  /** Whether the file counts its days from 1904. */
  is1904: boolean
  /** What somebody answered that its figures count. */
  einheit: "stueck" | "euro" | "cent" | undefined
  /** What somebody answered stands first in its days. */
  tage: DayOrder | undefined
}

/** A heading with what stands below it, and the other headings of its table. */
export type Look = {
  heading: string
  others: ReadonlySet<string>
  cells: readonly string[]
  unit: Unit | undefined
}

/** What cells count that are added up. */
export type Summed = "pieces" | "cent"

/** A column of a table that comes in, and goes out: one place for its name and how its cells are read and written. */
export type ImportColumn = {
  /** Field of the record. */
  feld: string
  /** Its heading, as we write it. */
  name: string
  /** Other headings for it, here and in other programs. */
  auch?: readonly string[]
  /** @returns whether a heading stands for it because of what is below it or beside it */
  isAlso?: (look: Look) => boolean
  /** @returns whether one of its headings stands for something else */
  isNot?: (look: Look) => boolean
  /** Only other programs have it: our template does not. */
  isForeign?: true
  /** Explanation for people. */
  about: string
  example: string
  required?: true
  /** Fields of which one may stand in its place, where it is required. */
  oder?: readonly string[]
  /** Value of an empty cell in the row of a new record. */
  emptyCell?: string
  /** Its cells can be added up, and are then compared with a row of totals. */
  sum?: Summed
  /** It is compared with what the others come to, and never taken over. */
  isCompared?: true
  /** @throws CellFault */
  read?: (cell: string) => unknown
  /** @param cells of the column; some of them say what others mean */
  reader?: (cells: readonly string[], heading: string, beside: Beside) => Reader
  write?: (value: never) => Cell
  /** Its values for people, where they are written as they are stored. */
  words?: Readonly<Record<string, string>>
}

/** @returns a column that only other programs have, which comes in only */
export const foreignColumn = (
  feld: string,
  name: string,
  about: string,
  auch: readonly string[] = [],
): ImportColumn => ({ feld, name, auch, about, example: "", isForeign: true })

/** Our own column of a file that was sent back with its faults. */
export const FAULT = "Fehler"

const oneOf = new Intl.ListFormat("de", { type: "disjunction" })

/** @returns what the words of an enumeration are read and written by; its values are understood, too */
export function words<T extends string>(
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

/**
 * @param reading of a reader that throws nothing: of a figure, a day, a country
 * @throws CellFault with its fault
 */
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

/** `0,25 €/St.`, and `8 ct`; of a price for anything else than a piece nobody knows how many it is for. */
const PER_PIECE = /\s*(?:\/|je|pro)\s*(?:Stück|Stk\.?|St\.?)$/i
const IN_CENTS = /^(\d{1,9})\s*(?:ct|cts|cents?|¢)\.?$/i

function readEuro(cell: string): number | null {
  const bare = cell.replace(PER_PIECE, "")
  const [, cents] = IN_CENTS.exec(bare) ?? []
  return cents === undefined ? accepted(readCent(bare)).value : Number(cents)
}

/** Cents, from an amount in euros; or in cents, where the heading or somebody says so. */
export const amount = {
  read: readEuro,
  reader: (cells: readonly string[], heading: string, { isMoney, einheit }: Beside): Reader => {
    const whole = cells.find((cell) => cell !== "" && cell !== "0") ?? ""
    const unit = unitOf(heading)
    const couldBeCents =
      !isMoney &&
      (unit === undefined || unit === "packs") &&
      whole !== "" &&
      cells.every((cell) => /^\d*$/.test(cell))
    if (unit === "cent" || (couldBeCents && einheit === "cent"))
      return {
        read: readWholeCents,
        hints: () => [`Die Spalte „${heading}“ ist in Cent gelesen: 310 ist 3,10 €`],
      }
    return {
      read: readEuro,
      ...(couldBeCents && {
        ...(einheit !== "euro" && { unclear: whole }),
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

/** Degrees, with a point or a comma. The smallest number without an exponent, 1e-6, may have 22 decimals. */
export const degrees = {
  read: (cell: string) => {
    if (!/^-?\d{1,3}(?:[.,]\d{1,22})?(?:e-\d{1,3})?$/i.test(cell))
      throw new CellFault("muss eine Zahl sein, z. B. 53,2464")
    return Number(cell.replace(",", "."))
  },
  // Text, as a spreadsheet keeps only fifteen digits.
  write: (value: number) => String(value).replace(".", ","),
}

/** "8:00", "8.00 Uhr" and "8 Uhr" as people write it; and part of a day, as a spreadsheet stores it. */
export const clock = {
  read: (cell: string) => {
    if (/^0[.,]\d{2,}$/.test(cell)) return hours(Math.round(Number(cell.replace(",", ".")) * 1440))
    const [, h, min = "00"] = /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?\s*(?:Uhr|h)?$/i.exec(cell) ?? []
    return h === undefined ? cell : `${h.padStart(2, "0")}:${min}`
  },
}

const hours = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":")

/** @returns what says in words, with their columns' names, which of these fields a record has: `Pfand 3,10` */
export const inWords =
  (columns: readonly ImportColumn[], fields: readonly string[]) =>
  (input: object): string[] =>
    columns
      .filter(({ feld }) => fields.includes(feld))
      .flatMap((column) => {
        const text = shownText(column, (input as Record<string, unknown>)[column.feld])
        return text === null || text === "" ? [] : [`${column.name} ${text}`]
      })

/** @returns a value of a table in a sentence */
const inText = (cell: NonNullable<Cell>): string =>
  cell instanceof Euro ? formatEuro(cell.cent) : cell.toString()

/** @returns a value of a column in a sentence; null for none */
export function shownText(column: ImportColumn, value: unknown): string | null {
  const cell = shownAs(column, value)
  return cell === null || cell === undefined ? null : (column.words?.[String(cell)] ?? inText(cell))
}

/** @returns what a preview says of a record that is not to be active */
export const inactive = ({ aktiv }: { aktiv?: number | undefined }): string[] =>
  aktiv === 0 ? ["nicht aktiv"] : []

/** @returns a value as a table, or a comparison, shows it */
export function shownAs({ write }: ImportColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null
  return write ? write(value as never) : (value as Cell)
}

const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== "")
const most = (cells: readonly string[], form: RegExp): boolean => {
  const some = filled(cells)
  return some.length > 0 && some.filter((cell) => form.test(cell)).length >= some.length * 0.8
}

/** @returns whether numbers stand below a heading, such as `00101` or `K-17`, and no names */
export const areNumbers = ({ cells }: Pick<Look, "cells">): boolean =>
  most(cells, /^\p{L}{0,4}[-./ ]?\d[\d\-./]*$/u)
/** @returns whether nothing but digits stands there */
export const areDigits = ({ cells }: Pick<Look, "cells">): boolean => most(cells, /^\d+$/)
