import { query } from "../../db/query.ts"
import { pfandbuchungen, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/**
 * Most bookings of a company whose searches run in the service itself: at five bookings to a customer, the slowest search
 * then takes a slice (lib/turns.ts).
 */
export const SEARCHED_ABOVE = 50_000

/** Most rows of a company whose reads run in the service itself, where everybody waits for them: a few milliseconds. */
export const LARGE_ABOVE = 2000

const beyond = query<{ n: number }, { most: number }>`
  SELECT 1 AS n FROM ${pfandbuchungen} b WHERE b.lfd_nr = :most + 1
  UNION ALL SELECT 1 AS n FROM (SELECT p.id FROM ${protokoll} p LIMIT 1 OFFSET :most) LIMIT 1`

const booked = query<{ n: number }, { lfd_nr: number }>`
  SELECT 1 AS n FROM ${pfandbuchungen} b WHERE b.lfd_nr = :lfd_nr`

/** @returns whether a search may take so long that others would notice; in a thread it costs more */
export const isSearchedLong = (tenant: TenantReader): boolean =>
  tenant.first(booked, { lfd_nr: SEARCHED_ABOVE + 1 }) !== undefined

/** Ids of large companies. They stay large, as a ledger and a log never become shorter. */
const known = new Set<string>()

/** @returns whether a company has many rows, by its ledger and the log of its changes */
export function isLarge(tenant: TenantReader): boolean {
  if (known.has(tenant.id)) return true
  if (tenant.first(beyond, { most: LARGE_ABOVE }) === undefined) return false
  known.add(tenant.id)
  return true
}
