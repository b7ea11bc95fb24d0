import type { TenantDb } from "../../../db/tenant-db.ts"
import { landReader } from "../../../lib/land-read.ts"
import { unnamedHint } from "../../../lib/table/findings.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { otherDayAbove, otherUnitAbove } from "../table/above.ts"
import { assignedOf, matchColumns } from "../table/assign.ts"
import type { Reader, ReaderContext } from "../table/columns.ts"
import type { Column, Importer, ImportOrder } from "../table/importer.ts"
import type { ImportForm } from "../table/model.ts"
import { unreadHints } from "../table/unread.ts"
import { CONVERTED } from "./cells.ts"
import { withoutPlaceholders } from "./placeholders.ts"
import { type Skipped, skipRows } from "./skipped.ts"
import { MOST_TOTALS, otherTotals } from "./totals.ts"

/** A request for an import, or a job. */
export type How = {
  fields: Pick<ImportForm, "zuordnung" | "vorhandene" | "doppelte">
  order: ImportOrder
}

/** @returns hints, in German, of columns that are not read, and of what stands above the table */
export const tableHints = <I>(
  tenant: TenantDb,
  { art }: Importer<I>,
  table: Table,
  columns: readonly Column[],
  { stichtag }: ImportOrder,
): string[] => [
  ...unnamedHint(table.unnamed.filter((i) => !columns[i]?.spalte).map(letterOf)),
  ...unreadHints(table, columns, art !== "anfangsbestaende"),
  ...otherDayAbove(tenant, { art, titel: table.titel, stichtag }),
  ...otherUnitAbove(table.titel, columns),
]

/** A table whose columns are known, without the rows that are no records. */
type Prepared = {
  table: Table
  columns: Column[]
  skipped: Skipped
  /** Hints on cleared cells and skipped rows, and on totals that differ from the rows. */
  hints: string[]
}

/** Finds the columns of a table and the rows that are no records. Yields often, so that others are served. */
export function* prepare<I>(
  tenant: TenantDb,
  sent: Table,
  importer: Importer<I>,
  { fields, order }: How,
): Generator<undefined, Prepared> {
  const { table: whole, hints } = yield* withoutPlaceholders(sent)
  const assigned = assignedOf(tenant, importer, fields.zuordnung)
  const columns = importer.pivot?.(tenant, whole, assigned, order) ?? matchColumns(whole, importer, assigned)
  const skipped = yield* skipRows(whole, columns, importer)
  const isTotal = ({ zeile }: TableRow): boolean => skipped.totals.has(zeile)
  const summed = whole.rows.filter((row) => isTotal(row) || !skipped.zeilen.has(row.zeile))
  const rows = whole.rows.filter(({ zeile }) => !skipped.zeilen.has(zeile))
  const titel = `${whole.titel} ${skipped.described}`.trim()
  const table = { ...whole, rows, amounts: amountsIn(summed, whole), titel }
  const lands = landsIn(rows, columns)
  for (const [i, column] of columns.entries())
    column.reader = readerOf(tenant, table, column, i, { ...order, lands })
  const totals = otherTotals(summed, columns, isTotal).slice(0, MOST_TOTALS)
  return { table, columns, skipped, hints: [...hints, ...skipped.hints, ...totals] }
}

/**
 * @returns the columns with amounts in their rows: in CSV, a deposit in a skipped row does not count. In a workbook, the
 *   formats of cells decide
 */
const amountsIn = (rows: readonly TableRow[], { art, amounts }: Table): number[] =>
  art === "csv" ? amounts.filter((i) => rows.some(({ cells }) => isAmountText(cells[i] ?? ""))) : amounts

/** @returns the reader of a column that has to look at all its cells first; undefined for others */
function readerOf(
  tenant: TenantDb,
  { rows, amounts, is1904 = false }: Table,
  { spalte, heading }: Column,
  column: number,
  { einheit, tage, lands }: ImportOrder & Pick<ReaderContext, "lands">,
): Reader | undefined {
  if (!spalte?.reader) return undefined
  return spalte.reader(cellsIn(rows, column), heading, {
    tenant,
    isMoney: amounts.includes(column),
    is1904,
    einheit,
    lands,
    tage,
  })
}

const cellsIn = (rows: readonly TableRow[], column: number): string[] =>
  rows.map(({ cells }) => (cells[column] ?? "").trim().slice(0, CONVERTED))

function landsIn(rows: readonly TableRow[], columns: readonly Column[]): (string | undefined)[] {
  const column = columns.findIndex(({ spalte }) => spalte?.feld === "land")
  if (column < 0) return []
  const cells = cellsIn(rows, column)
  const read = landReader(cells)
  return cells.map((cell) => {
    const reading = read(cell)
    return "value" in reading ? reading.value : undefined
  })
}
