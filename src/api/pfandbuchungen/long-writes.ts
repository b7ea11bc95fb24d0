import { query } from "../../db/query.ts"
import { pfandbestandteile, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Most bookings that are made at once where everybody waits for them: some 6 ms. */
export const BOOKINGS_HERE = 50

const parts = query<{ zahl: number }, { artikel: string }>`
  SELECT count(*) AS zahl FROM json_each(:artikel) j CROSS JOIN ${pfandbestandteile} b ON b.gebinde_id = j.value`

const beyond = query<{ id: string }, { vorgang_id: string; most: number }>`
  SELECT b.id FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id LIMIT 1 OFFSET :most`

type Positionen = readonly { pfandartikel_id?: string | null }[]
type Booking = { tenant: TenantReader; body: { positionen: Positionen } }
type Storno = { tenant: TenantReader; params: Record<string, string> }

/** @returns the number of positions and of the parts of their gebinde */
export function countZeilen(tenant: TenantReader, positionen: Positionen): number {
  const artikel = JSON.stringify(positionen.map(({ pfandartikel_id = null }) => pfandartikel_id))
  return positionen.length + (tenant.first(parts, { artikel })?.zahl ?? 0)
}

/** @returns whether a booking has enough lines, or parts of gebinde, for the thread of long writes (http/run.ts) */
export const isLongBooking = ({ tenant, body }: Booking): boolean =>
  countZeilen(tenant, body.positionen) > BOOKINGS_HERE

/** @returns whether a Vorgang has enough lines for its Storno to go to that thread */
export const isLongStorno = ({ tenant, params }: Storno): boolean =>
  tenant.first(beyond, { vorgang_id: params["vorgang_id"] ?? "", most: BOOKINGS_HERE }) !== undefined
