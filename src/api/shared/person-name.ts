import type { TenantReader } from "../../db/tenant-db.ts"
import { personNames } from "./names.ts"

/**
 * @param column holds the id of an account
 * @param name under which the account's name is added; null where it is none of the company
 */
export function withPersonName<C extends string, N extends string, R extends Record<C, string | null>>(
  tenant: TenantReader,
  rows: R[],
  column: C,
  name: N,
): (R & Record<N, string | null>)[] {
  const names = personNames(
    tenant,
    rows.map((row) => row[column]),
  )
  const nameOf = (row: R) => ({ [name]: names.get(row[column] ?? "") ?? null }) as Record<N, string | null>
  return rows.map((row) => ({ ...row, ...nameOf(row) }))
}
