import { query } from "../../db/query.ts"
import { pfandbuchungen, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Most rows of a company whose reads run in the service itself, where everybody waits for them: a few milliseconds. */
export const LARGE_ABOVE = 2000

const beyond = query<{ n: number }, { most: number }>`
  SELECT 1 AS n FROM ${pfandbuchungen} b WHERE b.lfd_nr = :most + 1
  UNION ALL SELECT 1 AS n FROM (SELECT p.id FROM ${protokoll} p LIMIT 1 OFFSET :most) LIMIT 1`

/** Ids of large companies. They stay large, as a ledger and a log never become shorter. */
const known = new Set<string>()

/** @returns whether a company has many rows, by its ledger and the log of its changes */
export function isLarge(tenant: TenantReader): boolean {
  if (known.has(tenant.id)) return true
  if (tenant.first(beyond, { most: LARGE_ABOVE }) === undefined) return false
  known.add(tenant.id)
  return true
}
