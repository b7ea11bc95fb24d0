import { withLineEnds } from "../../../lib/line-ends.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { RecordCells } from "./cells.ts"
import type { Existing, Given, Importer, ImportOrder, ImportRow, RowFault } from "../table/importer.ts"
import type { Hints } from "../table/hints.ts"

/** Steps by which read.ts turns cells into rows. */

/** @returns the record made of the cells of several columns; none, with a hint, of a row that is no record */
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

/** @returns the faults of `resolve`, without those of cells that have a fault already */
export function resolveRows<I>(
  tenant: TenantDb,
  rows: ImportRow<I>[],
  faultyRows: ImportRow<I>[],
  { resolve }: Importer<I>,
  order: ImportOrder,
): RowFault[] {
  if (!resolve) return []
  const faultyFields = new Map(faultyRows.map(({ zeile, faulty }) => [zeile, faulty]))
  return resolve(tenant, [...rows, ...faultyRows], order).filter(
    ({ zeile, feld }) => feld === null || !faultyFields.get(zeile)?.has(feld),
  )
}

/** A form for comparing values. Texts that earlier versions stored may end their lines with two signs: no change. */
const comparable = (value: unknown): string =>
  JSON.stringify(typeof value === "string" ? withLineEnds(value) : (value ?? null))

/**
 * @param existing record of the same number
 * @param defaults values of a new record that its row does not say
 * @param isChange whether the row may change a stored record: then it cannot be understood without its number
 * @returns the row, with its faulty fields if it has any, and the new faults
 */
export function understandRow<I>(
  importer: Importer<I>,
  cells: RecordCells,
  existing: Existing | undefined,
  defaults: Given,
  isChange: boolean,
): { row?: ImportRow<I>; faults: RowFault[] } {
  const { zeile, given, column, faulty } = cells
  const place = { zeile, ...(column !== undefined && { column }), ...(faulty && { faulty }) }
  if (faulty && isChange && faulty.has(importer.key)) return { faults: [] }
  const all = { ...(existing?.felder ?? defaults), ...given }
  try {
    const input = importer.check(all, given, faulty)
    const patch: Given = {}
    const said = Object.keys(existing ? given : {})
    for (const field of new Set([...said, ...said.flatMap((one) => importer.follows?.[one] ?? [])])) {
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
    // The other fields are still checked by `resolve`.
    const unreadable = new Set([...(faulty ?? []), ...faults.flatMap(({ feld }) => feld ?? [])])
    const readable = (values: Given): Given =>
      Object.fromEntries(Object.entries(values).filter(([field]) => !unreadable.has(field)))
    const row = { given: readable(given), input: readable(all) as I, existing, patch: {} }
    return { row: { ...place, ...row, faulty: unreadable }, faults }
  }
}
