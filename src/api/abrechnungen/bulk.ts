import { query } from "../../db/query.ts"
import { abrechnungsbuchungen, offene_buchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Most bookings that are settled where everybody waits for it: some 8 ms. */
const SETTLED_HERE = 500

const open = query<{ id: string }, { kunde_id: string; most: number }>`
  SELECT o.id FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id LIMIT 1 OFFSET :most`

const abgerechnet = query<{ id: string }, { abrechnung_id: string; most: number }>`
  SELECT b.id FROM ${abrechnungsbuchungen} b WHERE b.abrechnung_id = :abrechnung_id LIMIT 1 OFFSET :most`

/** @returns whether a customer has enough open bookings for the thread of long writes (http/run.ts) */
export const isBulk = ({ tenant, body }: { tenant: TenantReader; body: { kunde_id: string } }): boolean =>
  tenant.first(open, { kunde_id: body.kunde_id, most: SETTLED_HERE }) !== undefined

/** @returns whether a settlement has enough bookings for its Storno to go to that thread */
export const isBulkStorno = ({ tenant, params }: { tenant: TenantReader; params: Record<string, string> }) =>
  tenant.first(abgerechnet, { abrechnung_id: params["id"] ?? "", most: SETTLED_HERE }) !== undefined
