import { csvPieces } from "../../print/export/csv.ts"
import type { Cell } from "../../print/export/xlsx.ts"

/**
 * @param columns heading → what stands below it
 * @param pieces rows that are read together
 * @returns a table as a file, made while it is sent
 */
export function csvOf<R>(
  columns: Record<string, (row: R) => Cell>,
  pieces: Iterable<readonly R[]>,
): Generator<string> {
  const cells = Object.values(columns)
  return csvPieces(
    (function* () {
      yield [Object.keys(columns)]
      for (const rows of pieces) yield rows.map((row) => cells.map((cell) => cell(row)))
    })(),
  )
}
