import type { Importer, Row } from "./importer.ts"
import { rankOf } from "./rules.ts"

/** Rows that are stored in one transaction: 30 to 60 ms, in which nobody else writes. */
const CHUNK = 100

/**
 * Divides the rows of a job into transactions. Rows that belong together are never in two of them; those without a
 * number come last (rules.ts).
 */
export function chunksOf<I>(rows: Row<I>[], importer: Importer<I>): Row<I>[][] {
  const sorted = rows.toSorted((one, other) => rankOf(one, importer) - rankOf(other, importer))
  const { together } = importer
  const groups = together
    ? [...Map.groupBy(sorted, (row) => together(row.input)).values()]
    : sorted.map((row) => [row])
  const chunks: Row<I>[][] = []
  let last: Row<I>[] = []
  for (const group of groups) {
    if (last.length === 0 || last.length + group.length > CHUNK) chunks.push((last = []))
    last.push(...group)
  }
  return chunks
}
