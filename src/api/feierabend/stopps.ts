import { query } from "../../db/query.ts"
import { lieferungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { DAYS_BEFORE } from "../fahrer/tag-queries.ts"
import { instants } from "../shared/time.ts"
import { listAnew } from "../lieferungen/anew.ts"
import { type Anew, listBookedAnew } from "../lieferungen/booked-anew.ts"
import { listReversed } from "../lieferungen/reversed.ts"

/**
 * `is_anew`: it failed that day and was planned anew since, so that its row tells of a later attempt. `is_reversed`: what
 * it booked was reversed. Of both, nothing of what the row says was done counts for the truck. `booked`: what the office
 * booked anew in place of what was reversed; it counts.
 */
type Stopp = Found & { is_reversed: 0 | 1; booked?: Anew[] | undefined }
type Found = { id: string; datum: string; is_open: 0 | 1; is_anew: 0 | 1 }
type Evening = { fahrer_id: string; zuvor: string; datum: string; seit: string; vor: string; most: number }

/**
 * The stops of a truck's evening. One counts on the day it was finished, whatever day it was planned for. Those that are
 * still open count as well, as their goods are on the truck: of the day itself, and of earlier days where they are
 * in the driver's list of that day: begun, or planned in the week before.
 */
const ofEvening = query<Found, Evening>`
  SELECT e.id, e.datum, e.is_open, 0 AS is_anew FROM (
    SELECT l.id, l.datum, 0 AS is_open FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.erfasst_am >= :seit AND l.erfasst_am < :vor
      AND l.status IN ('zugestellt', 'nicht_zugestellt')
    UNION ALL
    SELECT l.id, l.datum, 1 FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.datum = :datum AND l.status IN ('geplant', 'unterwegs')
    UNION ALL
    SELECT f.id, f.datum, 1 FROM (
      SELECT l.id, l.datum FROM ${lieferungen} l
      WHERE l.fahrer_id = :fahrer_id AND l.status = 'unterwegs' AND l.datum < :datum
      ORDER BY l.datum DESC LIMIT 20
    ) f
    UNION ALL
    SELECT g.id, g.datum, 1 FROM (
      SELECT l.id, l.datum FROM ${lieferungen} l
      WHERE l.fahrer_id = :fahrer_id AND l.status = 'geplant' AND l.datum >= :zuvor AND l.datum < :datum
      ORDER BY l.datum DESC, l.id LIMIT 100
    ) g
  ) e LIMIT :most`

/** More stops than a driver has in a day. */
const MOST = 2000

/** @returns the stops that count for a driver's truck in the evening of a day, as the deliveries are now */
export function listStoppsOfEvening(tenant: TenantReader, fahrer_id: string, datum: string): Stopp[] {
  const { seit = "", vor = "" } = instants(tenant, { von: datum, bis: datum })
  const zuvor = addDays(datum, -DAYS_BEFORE)
  const failed = listAnew(tenant, { datum, seit, vor }).filter((one) => one.fahrer_id === fahrer_id)
  const found: Found[] = [
    ...tenant.all(ofEvening, { fahrer_id, zuvor, datum, seit, vor, most: MOST }),
    ...failed.map((one) => ({ id: one.id, datum: one.datum, is_open: 0 as const, is_anew: 1 as const })),
  ]
  const reversed = listReversed(
    tenant,
    found.map(({ id }) => id),
  )
  const booked = listBookedAnew(tenant, [...reversed])
  return found.map((one) => ({
    ...one,
    is_reversed: reversed.has(one.id) ? 1 : 0,
    // What was done after another attempt is another day's.
    booked: one.is_anew ? undefined : booked.get(one.id),
  }))
}

/** @returns the ids of stops, as queries take them */
export const idsOf = (stopps: Stopp[]): string => JSON.stringify(stopps.map(({ id }) => id))
