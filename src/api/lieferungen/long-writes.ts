import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { BOOKINGS_HERE, countZeilen, weighSettled } from "../pfandbuchungen/long-writes.ts"
import type { Abschluss } from "./model.ts"
import { posten } from "./rules.ts"

/** Weight of a booking of a device, which is moved as well; one of an article weighs 1. */
const DEVICE = 2

type Stopp = {
  kunde_id?: string | null
  lieferung_id?: string | null
  positionen: Static<typeof Abschluss>["positionen"]
}

/** @returns whether completing a stop books and settles enough for the thread of long writes (http/run.ts) */
export function isLongStopp(
  tenant: TenantReader,
  { kunde_id = null, lieferung_id = null, positionen }: Stopp,
): boolean {
  const booked = positionen.flatMap(posten)
  const devices = booked.filter(({ pfandartikel_id }) => pfandartikel_id === undefined)
  const bookings = countZeilen(tenant, booked) + (DEVICE - 1) * devices.length
  if (bookings > BOOKINGS_HERE) return true
  return bookings + weighSettled(tenant, { kunde_id, lieferung_id }) > BOOKINGS_HERE
}
