import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { Hints } from "../table/hints.ts"

/** Words that databases, programs and pivots write into a cell that holds nothing. */
const NOTHING = new Set(
  "NULL;null;<NULL>;<null>;(NULL);(null);\\N;nil;NaN;nan;None;<NA>;NaT;undefined;N/A;n/a;k.A.;k. A.;keine Angabe;(Leer);(leer);(blank)".split(
    ";",
  ),
)
/** Days of programs that keep none, as theirs begin there: `00.00.0000`, `01.01.1900`, `  .  .    `. */
const NO_DAY =
  /^(?:00\.00\.(?:00)?00|0000-00-00|01\.01\.(?:0001|1753|1900)|30\.12\.1899|00\.01\.1900|(?:0001|1753|1900)-01-01|1899-12-30|[_ ]*\.[_ ]*\.[_ ]*)(?:[ T]00:00(?::00(?:\.0+)?)?)?$/

/** With a time, and spaces around it. */
const LONGEST = 30

/** Rows of one piece. */
const PIECE = 50

/** Yields wherever others may come in between. @returns the table with such cells empty, and what is told of them */
export function* withoutNothing(table: Table): Generator<undefined, { table: Table; hints: string[] }> {
  const hints = new Hints()
  const isNothing = (cell: string): boolean =>
    cell.length <= LONGEST && (NOTHING.has(cell.trim()) || NO_DAY.test(cell.trim()))
  const cleared = (row: TableRow): TableRow => {
    if (!row.cells.some(isNothing)) return row
    const cells = row.cells.map((cell) => {
      if (!isNothing(cell)) return cell
      hints.add("[Eine Zelle gilt|# Zellen gelten] als leer", cell.trim())
      return ""
    })
    return { ...row, cells }
  }
  const rows: TableRow[] = []
  for (const [i, row] of table.rows.entries()) {
    if (i % PIECE === 0) yield
    rows.push(cleared(row))
  }
  return { table: { ...table, rows }, hints: hints.list() }
}
