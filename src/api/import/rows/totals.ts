import { simple } from "../../../lib/fold.ts"
import { formatEuro, formatQuantity } from "../../../lib/format.ts"
import type { TableRow } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { CellFault, type Summed } from "../table/columns.ts"
import type { Column } from "../table/importer.ts"

/** Compares rows of totals with the rows above them: a table that was cut off does not add up. */

const RECORDS = new Set(
  "kunde kunden artikel geraet geraete mitarbeiter personen zeilen datensaetze eintraege adressen konten posten positionen"
    .split(" ")
    .map(simple),
)
const COUNTED =
  /^(?:(?:summe|gesamt|total|anzahl|insgesamt)\s*:?\s*)?(\d{1,3}(?:\.\d{3})+|\d+)\s+([\p{L}]+)$/iu

/** A figure of a row of totals. */
type Figure = {
  /** Its column; -1 if it counts the rows. */
  key: number
  said: number
  /** @returns what a row adds to it; undefined if its cell cannot be read */
  of: (row: TableRow) => number | undefined
  inWords: (value: number) => string
  where: string
}

const WORDS: Record<Summed, (value: number) => string> = {
  pieces: (value) => formatQuantity(value),
  cent: formatEuro,
}

/** @returns the value of a cell; 0 for an empty one, undefined for one that cannot be read */
function valueOf({ spalte, reader }: Column, text = ""): number | undefined {
  const cell = text.trim()
  if (cell === "") return 0
  try {
    const value = (reader ?? spalte)?.read?.(cell) ?? 0
    return typeof value === "number" ? value : undefined
  } catch (error) {
    if (error instanceof CellFault) return undefined
    throw error
  }
}

function figuresOf({ cells }: TableRow, columns: readonly Column[]): Figure[] {
  const sums = columns.flatMap((column, i): Figure[] => {
    const { spalte, heading } = column
    if (!spalte?.sum || (cells[i] ?? "").trim() === "") return []
    const said = valueOf(column, cells[i])
    if (said === undefined) return []
    const of = (row: TableRow) => valueOf(column, row.cells[i])
    return [{ key: i, said, of, inWords: WORDS[spalte.sum], where: ` unter „${heading || letterOf(i)}“` }]
  })
  const counts = cells.flatMap((cell): Figure[] => {
    const [, digits = "", word = ""] = COUNTED.exec(cell.trim()) ?? []
    if (!RECORDS.has(simple(word))) return []
    const inWords = (value: number) => `${formatQuantity(value)} ${word}`
    return [{ key: -1, said: Number(digits.replaceAll(".", "")), of: () => 1, inWords, where: "" }]
  })
  return [...sums, ...counts]
}

/** A total may begin behind any of so many totals before it, as groups stand within groups. */
const NESTED = 10
/** Most totals that hints name. */
export const MOST_TOTALS = 20

/**
 * A total may sum up all rows, those below it, or those above it back to any earlier total. If none of these sums is right,
 * the hint names the nearest.
 *
 * @param rows records and totals
 * @returns hints, in German, of totals that differ from the rows
 */
export function otherTotals(
  rows: readonly TableRow[],
  columns: readonly Column[],
  isTotal: (row: TableRow) => boolean,
): string[] {
  const totals = rows.flatMap((row, at) => (isTotal(row) ? [{ row, at }] : []))
  const ends = [-1, ...totals.map(({ at }) => at), rows.length]
  const known = new Map<number, ReturnType<typeof sumsOf>>()
  return totals.flatMap(({ row, at }, nr) => {
    const below = ends[nr + 2] ?? rows.length
    const before = [-1, ...ends.slice(0, nr + 1).slice(-NESTED)]
    const parts = [
      ...before.map((end) => [end, at] as const),
      [at, below] as const,
      [-1, rows.length] as const,
    ]
    return figuresOf(row, columns).flatMap(({ key, said, of, inWords, where }) => {
      const sums = known.getOrInsertComputed(key, () => sumsOf(rows, of, isTotal))
      const possible = parts.flatMap(([from, to]) => {
        const [one, other] = [sums[from + 1], sums[to]]
        return to - from < 2 || one === undefined || other === undefined ? [] : [other - one]
      })
      const [nearest = said] = possible.toSorted((a, b) => Math.abs(a - said) - Math.abs(b - said))
      if (nearest === said) return []
      return [
        `Die Summe in Zeile ${row.zeile} nennt${where} ${inWords(said)}, die Zeilen der Tabelle ergeben ${inWords(nearest)}. Stimmen die Zeilen?`,
      ]
    })
  })
}

/** @returns the sums of the rows before each row, and of all; undefined from the first unreadable cell on */
function sumsOf(
  rows: readonly TableRow[],
  of: Figure["of"],
  isTotal: (row: TableRow) => boolean,
): (number | undefined)[] {
  let all: number | undefined = 0
  return [
    0,
    ...rows.map((row) => {
      const value: number | undefined = isTotal(row) ? 0 : of(row)
      all = all === undefined || value === undefined ? undefined : all + value
      return all
    }),
  ]
}
