import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { Hints } from "../table/hints.ts"

/** Words that databases and other programs write into an empty cell. */
const PLACEHOLDERS = new Set(
  "NULL;null;<NULL>;<null>;(NULL);(null);\\N;nil;NaN;nan;None;<NA>;NaT;undefined;N/A;n/a;k.A.;k. A.;keine Angabe;(Leer);(leer);(blank)".split(
    ";",
  ),
)
/** Days that programs write if they have none: `00.00.0000`, `01.01.1900`, `  .  .    `. */
const NO_DAY =
  /^(?:00\.00\.(?:00)?00|0000-00-00|01\.01\.(?:0001|1753|1900)|30\.12\.1899|00\.01\.1900|(?:0001|1753|1900)-01-01|1899-12-30|[_ ]*\.[_ ]*\.[_ ]*)(?:[ T]00:00(?::00(?:\.0+)?)?)?$/

/** Longest placeholder, with a time and spaces around it, in UTF-16 units. */
const LONGEST = 30

/** Rows between two yields. */
const ROWS_AT_ONCE = 50

/** Yields often, so that others are served. @returns the table with empty cells for placeholders, and a hint in German */
export function* withoutPlaceholders(table: Table): Generator<undefined, { table: Table; hints: string[] }> {
  const hints = new Hints()
  const isPlaceholder = (cell: string): boolean =>
    cell.length <= LONGEST && (PLACEHOLDERS.has(cell.trim()) || NO_DAY.test(cell.trim()))
  const cleared = (row: TableRow): TableRow => {
    if (!row.cells.some(isPlaceholder)) return row
    const cells = row.cells.map((cell) => {
      if (!isPlaceholder(cell)) return cell
      hints.add("[Eine Zelle gilt|# Zellen gelten] als leer", cell.trim())
      return ""
    })
    return { ...row, cells }
  }
  const rows: TableRow[] = []
  for (const [i, row] of table.rows.entries()) {
    if (i % ROWS_AT_ONCE === 0) yield
    rows.push(cleared(row))
  }
  return { table: { ...table, rows }, hints: hints.list() }
}
