import { type Query, query, type TenantTable } from "../../db/query.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { pagesAfter, ROWS_AT_ONCE } from "../shared/page.ts"

type After = { nach: string; limit: number }

/** Reads all rows of a query, a page at a time, in the order of their ids. */
export const pagesById = <R extends { id: string }>(
  tenant: TenantReader,
  rows: Query<R, After>,
  limit = ROWS_AT_ONCE,
): Generator<R[], void> => pagesAfter((last) => tenant.all(rows, { nach: last?.id ?? "", limit }))

/** @returns a function that reads all rows of a table, a page at a time, in the order of their ids */
export function everyRow<T extends TenantTable, R extends { id: string } = Row<T> & { id: string }>(
  table: T,
): (tenant: TenantReader) => Generator<R[]> {
  const rows = query<R, After>`SELECT t.* FROM ${table} t WHERE t.id > :nach ORDER BY t.id LIMIT :limit`
  return (tenant) => pagesById(tenant, rows)
}
