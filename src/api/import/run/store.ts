import type { TenantDb } from "../../../db/tenant-db.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { Actor } from "../../frame/session.ts"
import type { Importer, ImportOrder, ImportRow, RowFault } from "../table/importer.ts"
import { findTaken } from "../rows/taken.ts"
import type { Importstueck } from "./pieces.ts"

/** Rows that a job stores in one transaction, in which nobody else writes. */
const ROWS_AT_ONCE = 100

/**
 * @returns the faults that `work` returns, or its refusal of a row as a fault; then nothing of its transaction stays
 * @throws what else `work` throws
 */
export async function asRowFaults(work: () => Promise<RowFault[]>): Promise<RowFault[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.zeile === undefined) throw error
    return [{ zeile: error.details.zeile, feld: null, msg: error.message }]
  }
}

/** @returns whether a row changes its record */
export const isChanged = ({ patch }: Pick<ImportRow<never>, "patch">): boolean =>
  Object.keys(patch).length > 0

/** Rows without a number come last, so that none gets a number that stands further down. */
function inOrder<I>(rows: ImportRow<I>[], { number, rank }: Importer<I>): ImportRow<I>[] {
  const rankOf = (row: ImportRow<I>) => (rank?.(row) ?? 0) + (number(row.input) === undefined ? 1000 : 0)
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** @returns the rows of a job by transactions; rows that belong together are never in two of them */
export function chunksOf<I>(rows: ImportRow<I>[], importer: Importer<I>): ImportRow<I>[][] {
  const sorted = inOrder(rows, importer)
  const { together } = importer
  const groups = together
    ? [...Map.groupBy(sorted, (row) => together(row.input)).values()]
    : sorted.map((row) => [row])
  const chunks: ImportRow<I>[][] = []
  let last: ImportRow<I>[] = []
  for (const group of groups) {
    if (last.length === 0 || last.length + group.length > ROWS_AT_ONCE) chunks.push((last = []))
    last.push(...group)
  }
  return chunks
}

/**
 * Makes and changes records in the caller's transaction. Checks them once more before: somebody may have taken a number.
 *
 * @returns the faults, if there are any: then nothing is stored; else the records that were made and changed
 */
export function storeRows<I>(
  tenant: TenantDb,
  actor: Actor,
  rows: ImportRow<I>[],
  importer: Importer<I>,
  order: ImportOrder,
): { faults: RowFault[]; inhalt: Importstueck["inhalt"] } {
  const inhalt: Importstueck["inhalt"] = { zeilen: [], angelegt: [], geaendert: [] }
  const made = (id: string | undefined): string | undefined => {
    if (id !== undefined) inhalt.angelegt.push(id)
    return id
  }
  const faults = [
    ...findTaken(tenant, rows, importer),
    ...(importer.resolve?.(tenant, rows, order) ?? []),
    ...(importer.checkTogether?.(tenant, rows, order) ?? []),
  ]
  if (faults.length > 0) return { faults, inhalt }
  /** By id, the version before. */
  const touched = new Map<string, number | undefined>()
  for (const row of inOrder(rows, importer)) {
    const { zeile, existing, patch } = row
    try {
      if (!existing) {
        inhalt.zeilen.push(zeile)
        const id = made(importer.create(tenant, actor, row, order))
        if (id !== undefined) row.made = id
      } else if (isChanged(row)) {
        for (const id of importer.touches?.(tenant, existing.id) ?? [])
          touched.getOrInsertComputed(id, () => importer.version?.(tenant, id))
        const nachher = importer.change?.(tenant, actor, { ...row, existing }, order)
        const { id, version, felder } = existing
        const before = Object.keys(patch).map((field) => [field, felder[field] ?? null])
        inhalt.geaendert.push({
          id,
          davor: version,
          version: version + 1,
          vorher: Object.fromEntries(before),
          ...(nachher && { nachher }),
        })
      }
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal("conflict", error.message, { zeile })
      throw error
    }
  }
  made(importer.finish?.(tenant, actor, rows, order))
  return { faults, inhalt: withVersions(tenant, inhalt, importer, touched) }
}

/** Adds the versions after the whole transaction: one row may change the record of another, or its own once more. */
function withVersions<I>(
  tenant: TenantDb,
  inhalt: Importstueck["inhalt"],
  { version }: Importer<I>,
  touched: ReadonlyMap<string, number | undefined>,
): Importstueck["inhalt"] {
  if (!version) return inhalt
  const versionen = inhalt.angelegt.flatMap((id) => {
    const now = version(tenant, id)
    return now === undefined ? [] : [[id, now] as const]
  })
  const geaendert = inhalt.geaendert.map((one) => ({
    ...one,
    version: version(tenant, one.id) ?? one.version,
  }))
  const own = new Set([...inhalt.angelegt, ...geaendert.map(({ id }) => id)])
  const mitgeaendert = [...touched].flatMap(([id, davor]) => {
    const now = version(tenant, id)
    return own.has(id) || davor === undefined || now === undefined ? [] : [{ id, davor, version: now }]
  })
  return {
    ...inhalt,
    versionen: Object.fromEntries(versionen),
    geaendert,
    ...(mitgeaendert.length > 0 && { mitgeaendert }),
  }
}
