import { query } from "../../db/query.ts"
import { pfandverlauf } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** The daily totals know the numbers of each day's bookings, so that a search by time needs no index of its own. */
const first = query<{ nr: number | null }, { tag: string }>`
  SELECT min(v.erste_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag >= :tag`

const last = query<{ nr: number | null }, { tag: string }>`
  SELECT max(v.letzte_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag <= :tag`

/** Later than any day. */
const ALWAYS = "9999-99-99"

const dayOf = (moment: string): string => moment.slice(0, 10)

/**
 * @returns a lower bound of the numbers of all bookings from this moment on: of those to come, too, and of those made
 *   before the clock was set back
 */
export const firstNumber = (tenant: TenantReader, moment: string): number =>
  tenant.first(first, { tag: dayOf(moment) })?.nr ?? lastNumber(tenant) + 1

/** @returns an upper bound of the numbers of all bookings up to this moment; without a moment, the ledger's last number */
export const lastNumber = (tenant: TenantReader, moment = ALWAYS): number =>
  tenant.first(last, { tag: dayOf(moment) })?.nr ?? 0
