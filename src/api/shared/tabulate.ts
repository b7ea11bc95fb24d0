import { csvPieces } from "../../print/export/csv.ts"
import type { Cell } from "../../print/export/xlsx.ts"

/** Heading → what stands below it. */
export type Columns<R> = Record<string, (row: R) => Cell>

/** @returns rows below their headings, read as they are wanted */
export function* tableOf<R>(columns: Columns<R>, pages: Iterable<readonly R[]>): Generator<Cell[][]> {
  const cells = Object.values(columns)
  yield [Object.keys(columns)]
  for (const rows of pages) yield rows.map((row) => cells.map((cell) => cell(row)))
}

/** @returns the same as a file, made while it is sent */
export const csvOf = <R>(columns: Columns<R>, pages: Iterable<readonly R[]>): Generator<string> =>
  csvPieces(tableOf(columns, pages))
