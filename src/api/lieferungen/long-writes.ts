import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, lieferungen, offene_buchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { countZeilen, BOOKINGS_HERE } from "../pfandbuchungen/long-writes.ts"
import type { Abschluss } from "./model.ts"
import { posten } from "./rules.ts"

/** Weight of a booking of a device, which is moved as well; one of an article weighs 1. */
const DEVICE = 2
/** Open bookings that are settled in the time of one booking. */
const SETTLED = 10

type Stopp = {
  kunde_id?: string | null
  lieferung_id?: string | null
  positionen: Static<typeof Abschluss>["positionen"]
}

/** Open bookings that are settled along with a stop of this customer or delivery; no more than `most` are counted. */
const settledAlong = query<
  { n: number },
  { kunde_id: string | null; lieferung_id: string | null; most: number }
>`
  SELECT count(*) AS n FROM (
    SELECT o.id FROM ${kunden} k CROSS JOIN ${offene_buchungen} o ON o.kunde_id = k.id
    WHERE k.id = coalesce(:kunde_id, (SELECT l.kunde_id FROM ${lieferungen} l WHERE l.id = :lieferung_id))
      AND k.abrechnung = 'je_lieferung' LIMIT :most)`

/** @returns whether completing a stop books and settles enough for the thread of long writes (http/run.ts) */
export function isLongStopp(
  tenant: TenantReader,
  { kunde_id = null, lieferung_id = null, positionen }: Stopp,
): boolean {
  const booked = positionen.flatMap(posten)
  const devices = booked.filter(({ pfandartikel_id }) => pfandartikel_id === undefined)
  const bookings = countZeilen(tenant, booked) + (DEVICE - 1) * devices.length
  if (bookings > BOOKINGS_HERE) return true
  const open =
    tenant.first(settledAlong, { kunde_id, lieferung_id, most: BOOKINGS_HERE * SETTLED + 1 })?.n ?? 0
  return bookings + open / SETTLED > BOOKINGS_HERE
}
