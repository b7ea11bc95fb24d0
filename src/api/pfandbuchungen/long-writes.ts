import { query } from "../../db/query.ts"
import { kunden, lieferungen, offene_buchungen, pfandbestandteile, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Most bookings that are made at once where everybody waits for them: some 6 ms. */
export const BOOKINGS_HERE = 50

const parts = query<{ zahl: number }, { artikel: string }>`
  SELECT count(*) AS zahl FROM json_each(:artikel) j CROSS JOIN ${pfandbestandteile} b ON b.gebinde_id = j.value`

const beyond = query<{ id: string }, { vorgang_id: string; most: number }>`
  SELECT b.id FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id LIMIT 1 OFFSET :most`

type Positionen = readonly { pfandartikel_id?: string | null }[]
type Booking = { tenant: TenantReader; body: { lieferung_id?: string; positionen: Positionen } }
type Storno = { tenant: TenantReader; params: Record<string, string> }

/** @returns the number of positions and of the parts of their gebinde */
export function countZeilen(tenant: TenantReader, positionen: Positionen): number {
  const artikel = JSON.stringify(positionen.map(({ pfandartikel_id = null }) => pfandartikel_id))
  return positionen.length + (tenant.first(parts, { artikel })?.zahl ?? 0)
}

/** Open bookings that are settled in the time of one booking. */
const SETTLED = 10

type Settled = { kunde_id?: string | null; lieferung_id?: string | null }

/** Open bookings that are settled along with a stop of this customer or delivery; no more than `most` are counted. */
const settledAlong = query<{ n: number }, Required<Settled> & { most: number }>`
  SELECT count(*) AS n FROM (
    SELECT o.id FROM ${kunden} k CROSS JOIN ${offene_buchungen} o ON o.kunde_id = k.id
    WHERE k.id = coalesce(:kunde_id, (SELECT l.kunde_id FROM ${lieferungen} l WHERE l.id = :lieferung_id))
      AND k.abrechnung = 'je_lieferung' LIMIT :most)`

/** @returns the weight, in bookings, of what is settled along with a stop of this customer or delivery */
export function weighSettled(
  tenant: TenantReader,
  { kunde_id = null, lieferung_id = null }: Settled,
): number {
  const asked = { kunde_id, lieferung_id, most: BOOKINGS_HERE * SETTLED + 1 }
  return (tenant.first(settledAlong, asked)?.n ?? 0) / SETTLED
}

/** @returns whether a booking has enough lines, or parts of gebinde, for the thread of long writes (http/run.ts) */
export function isLongBooking({ tenant, body: { lieferung_id, positionen } }: Booking): boolean {
  const settled = lieferung_id === undefined ? 0 : weighSettled(tenant, { lieferung_id })
  return countZeilen(tenant, positionen) + settled > BOOKINGS_HERE
}

/** @returns whether a Vorgang has enough lines for its Storno to go to that thread */
export const isLongStorno = ({ tenant, params }: Storno): boolean =>
  tenant.first(beyond, { vorgang_id: params["vorgang_id"] ?? "", most: BOOKINGS_HERE }) !== undefined
