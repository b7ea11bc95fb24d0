import type { Params, Query } from "../db/query.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import { FEW } from "../db/took-too-long.ts"

/** Two ways to count the same. */
export type Counts = {
  /** Looks at the first `:most` rows: how many there were, and how many of them count. */
  few: Query<{ seen: number; n: number | null }, Params>
  all: Query<{ n: number }, Params>
}

/**
 * @returns how many there are
 * @throws TookTooLong in a hurry, when more than FEW would have to be looked at
 */
export function count(tenant: TenantDb, { few, all }: Counts, params: Params): number {
  if (!tenant.isHurried) return tenant.first(all, params)?.n ?? 0
  const { seen = 0, n = 0 } = tenant.first(few, { ...params, most: FEW + 1 }) ?? {}
  tenant.requireTime(seen)
  return n ?? 0
}
