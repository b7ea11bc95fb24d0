import { withLineEnds } from "../../../lib/line-ends.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { type RecordCells, CONVERTED } from "./cells.ts"
import type { Reader } from "../table/columns.ts"
import type {
  Column,
  Existing,
  Given,
  Importer,
  ImportOrder,
  ImportRow,
  RowFault,
} from "../table/importer.ts"
import type { Hints } from "../table/hints.ts"

/** Steps in which a table becomes rows (read.ts). */

export function readerOf(
  tenant: TenantDb,
  { rows, amounts, is1904 = false }: Table,
  { spalte, heading }: Column,
  column: number,
  { einheit, tage }: ImportOrder,
): Reader | undefined {
  if (!spalte?.reader) return undefined
  return spalte.reader(
    rows.map(({ cells }) => (cells[column] ?? "").trim().slice(0, CONVERTED)),
    heading,
    { tenant, isMoney: amounts.includes(column), is1904, einheit, tage },
  )
}

/** @returns the record of what its cells say; none of a row that is no record */
export function composeRecord<I>(
  { compose, leavesOut }: Importer<I>,
  tenant: TenantDb,
  { given, ...cells }: RecordCells,
  hints: Hints,
): RecordCells[] {
  const reason = leavesOut?.(given, tenant)
  if (reason) {
    hints.add(reason.kind, `${reason.example} (Zeile ${cells.zeile})`)
    return []
  }
  return [{ ...cells, given: compose?.(given, hints) ?? given }]
}

export function resolveRows<I>(
  tenant: TenantDb,
  rows: ImportRow<I>[],
  faultyRows: ImportRow<I>[],
  { resolve }: Importer<I>,
  order: ImportOrder,
): RowFault[] {
  if (!resolve) return []
  const ofHalves = new Map(faultyRows.map(({ zeile, faulty }) => [zeile, faulty]))
  return resolve(tenant, [...rows, ...faultyRows], order).filter(
    ({ zeile, feld }) => feld === null || !ofHalves.get(zeile)?.has(feld),
  )
}

/** Lines end with one sign; those stored by earlier versions may with two, which is no change. */
const comparable = (value: unknown): string =>
  JSON.stringify(typeof value === "string" ? withLineEnds(value) : (value ?? null))

/**
 * @param blank what empty cells of a new record hold
 * @param isChange whether the row may be an existing record's, which nobody knows without its number
 */
export function understandRow<I>(
  importer: Importer<I>,
  cells: RecordCells,
  existing: Existing | undefined,
  blank: Given,
  isChange: boolean,
): { row?: ImportRow<I>; faults: RowFault[] } {
  const { zeile, given, column, faulty } = cells
  const place = { zeile, ...(column !== undefined && { column }), ...(faulty && { faulty }) }
  if (faulty && isChange && faulty.has(importer.key)) return { faults: [] }
  const all = { ...(existing?.felder ?? blank), ...given }
  try {
    const input = importer.check(all, given, faulty)
    const patch: Given = {}
    for (const field of Object.keys(existing ? given : {})) {
      const value = (input as Given)[field]
      if (comparable(value) !== comparable(existing?.felder[field])) patch[field] = value
    }
    return { row: { ...place, given, input, existing, patch }, faults: [] }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
    const known = new Set(importer.spalten.map(({ feld }) => feld))
    const faults = (error.details.faults ?? [])
      .map(({ path, msg }) => ({
        zeile,
        feld: known.has(path) ? path : (/^\w+/.exec(path)?.[0] ?? null),
        msg,
        column,
      }))
      .filter(({ feld }) => feld === null || !faulty?.has(feld))
    // Others that the row names are looked for all the same.
    const hints = new Set([...(faulty ?? []), ...faults.flatMap(({ feld }) => feld ?? [])])
    const readable = (values: Given): Given =>
      Object.fromEntries(Object.entries(values).filter(([field]) => !hints.has(field)))
    const row = { given: readable(given), input: readable(all) as I, existing, patch: {} }
    return { row: { ...place, ...row, faulty: hints }, faults }
  }
}
