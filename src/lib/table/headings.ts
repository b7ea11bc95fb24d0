import { keysOf } from "../headings.ts"

/** Longest heading, in UTF-16 units. */
export const LONGEST_HEADING = 200

type Cells = readonly (string | undefined)[]

const isFilled = (cell: string | undefined): boolean => (cell ?? "").trim() !== ""

/** @returns how many different known headings stand in a row; `Ort: Celle` is a remark */
export function countKnown(cells: Cells, known: ReadonlySet<string>): number {
  const found = new Set<string>()
  for (const cell of cells) {
    if (!cell || cell.length > LONGEST_HEADING || cell.trimEnd().endsWith(":")) continue
    const { whole, before, inside } = keysOf(cell)
    const word = [...whole, before, inside].find((key) => known.has(key))
    if (word !== undefined) found.add(word)
  }
  return found.size
}

/**
 * @returns which of the first rows has the most known headings; if none has any, the first that is more than half as wide
 *   as the widest, as titles stand alone
 */
export function findHeadings(rows: readonly { cells: Cells }[], known: ReadonlySet<string>): number {
  const counts = rows.map(({ cells }) => countKnown(cells, known))
  const best = Math.max(0, ...counts)
  if (best > 0) return counts.indexOf(best)
  const filled = rows.map(({ cells }) => cells.filter(isFilled).length)
  const half = Math.max(0, ...filled) / 2
  return Math.max(
    0,
    filled.findIndex((count) => count > half),
  )
}
