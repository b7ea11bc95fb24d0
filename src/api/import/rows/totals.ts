import { simple } from "../../../lib/fold.ts"
import { formatEuro, formatQuantity } from "../../../lib/format.ts"
import type { TableRow } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { CellFault, type Summed } from "../table/columns.ts"
import type { Column } from "../table/importer.ts"

/** Rows of totals are no records, but they say what the others must come to: a table that was cut shows it here. */

const RECORDS = new Set(
  "kunde kunden artikel geraet geraete mitarbeiter personen zeilen datensaetze eintraege adressen konten posten positionen"
    .split(" ")
    .map(simple),
)
const COUNTED =
  /^(?:(?:summe|gesamt|total|anzahl|insgesamt)\s*:?\s*)?(\d{1,3}(?:\.\d{3})+|\d+)\s+([\p{L}]+)$/iu

/** A figure of a row of totals, and what each other row adds to it; undefined where one of them cannot be read. */
type Figure = {
  /** Of its column, or of the number of rows. */
  key: number
  said: number
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

/** Totals before one that it may begin behind: those of groups within groups. */
const NESTED = 10
/** Totals that are told. */
export const MOST_TOTALS = 20

/**
 * @param isTotal whether a row is one of totals; of the others those that are no records are not here
 * @returns the totals that are not what the rows come to, in German, each with what is nearest to it: a subtotal may be
 *   that of any rows before it back to another total, or of those below it
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

/** @returns the sum of all rows before each, and of all; undefined from the first on that cannot be read */
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
