import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, lieferungen, offene_buchungen, pfandbestandteile } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Abschluss } from "./model.ts"
import { posten } from "./rules.ts"

/** Most bookings of a stop that is completed where everybody waits for it: some 6 ms. */
const FEW = 50
/** Bookings of articles that take as long as one of a device, which moves along. */
const DEVICE = 2
/** Open bookings that are settled in the time that one booking takes. */
const SETTLED = 10

type Stopp = {
  kunde_id?: string | null
  lieferung_id?: string | null
  positionen: Static<typeof Abschluss>["positionen"]
}

/** Parts of the Gebinde, and the open bookings that are settled along with a stop of this customer or delivery. */
const umfang = query<
  { teile: number; offene: number },
  { artikel: string; kunde_id: string | null; lieferung_id: string | null; most: number }
>`
  SELECT (
    SELECT count(*) FROM json_each(:artikel) j CROSS JOIN ${pfandbestandteile} b ON b.gebinde_id = j.value
  ) AS teile, (
    SELECT count(*) FROM (
      SELECT o.id FROM ${kunden} k CROSS JOIN ${offene_buchungen} o ON o.kunde_id = k.id
      WHERE k.id = coalesce(:kunde_id, (SELECT l.kunde_id FROM ${lieferungen} l WHERE l.id = :lieferung_id))
        AND k.abrechnung = 'je_lieferung' LIMIT :most)
  ) AS offene`

/** @returns whether completing a stop books and settles enough for the thread of long writes (http/long.ts) */
export function isBulkStopp(
  tenant: TenantReader,
  { kunde_id = null, lieferung_id = null, positionen }: Stopp,
): boolean {
  const booked = positionen.flatMap(posten)
  const artikel = booked.flatMap(({ pfandartikel_id = [] }) => pfandartikel_id)
  const bookings = artikel.length + DEVICE * (booked.length - artikel.length)
  if (bookings > FEW) return true
  const { teile = 0, offene = 0 } =
    tenant.first(umfang, {
      artikel: JSON.stringify(artikel),
      kunde_id,
      lieferung_id,
      most: FEW * SETTLED + 1,
    }) ?? {}
  return bookings + teile + offene / SETTLED > FEW
}
