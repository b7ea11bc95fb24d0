import type { Table } from "../../../lib/table/table-maker.ts"
import { Told } from "../table/told.ts"

/** Words that databases, programs and pivots write into a cell that holds nothing. */
const NOTHING = new Set(
  "NULL;null;<NULL>;<null>;(NULL);(null);\\N;nil;NaN;nan;None;<NA>;NaT;undefined;N/A;n/a;k.A.;k. A.;keine Angabe;(Leer);(leer);(blank)".split(
    ";",
  ),
)

/** @returns the table with such cells empty, and what is told of them */
export function withoutNothing(table: Table): { table: Table; told: string[] } {
  const told = new Told()
  const isNothing = (cell: string): boolean => cell.length <= 14 && NOTHING.has(cell.trim())
  const rows = table.rows.map((row) => {
    if (!row.cells.some(isNothing)) return row
    const cells = row.cells.map((cell) => {
      if (!isNothing(cell)) return cell
      told.add("[Eine Zelle gilt|# Zellen gelten] als leer", cell.trim())
      return ""
    })
    return { ...row, cells }
  })
  return { table: { ...table, rows }, told: told.list() }
}
