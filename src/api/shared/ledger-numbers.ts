import { query } from "../../db/query.ts"
import { pfandverlauf } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { CLOCK_TOLERANCE } from "./time.ts"

/** The daily totals know the numbers of each day's bookings, so that a search by time needs no index of its own. */
const first = query<{ nr: number | null }, { tag: string }>`
  SELECT min(v.erste_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag >= :tag`

const last = query<{ nr: number | null }, { tag: string }>`
  SELECT max(v.letzte_nr) AS nr FROM ${pfandverlauf} v WHERE v.tag <= :tag`

const dayOf = (moment: string): string => moment.slice(0, 10)

/** @returns the first number of this day or a later one; no booking made at this moment or after it has a smaller one */
export const firstNumber = (tenant: TenantReader, moment: string): number =>
  tenant.first(first, { tag: dayOf(moment) })?.nr ?? lastNumber(tenant) + 1

/** @returns the last number of this day or an earlier one; without a moment, the ledger's last number */
export const lastNumber = (tenant: TenantReader, moment = END_OF_TIME): number =>
  tenant.first(last, { tag: dayOf(moment) })?.nr ?? 0

/**
 * The clock of a device may be fast by CLOCK_TOLERANCE: its bookings are then made earlier than they say.
 *
 * @returns a number below those of all bookings that were captured after a moment
 */
export const numberBefore = (tenant: TenantReader, moment: string): number =>
  firstNumber(tenant, new Date(Date.parse(moment) - CLOCK_TOLERANCE).toISOString()) - 1
