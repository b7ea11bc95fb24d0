import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen, kunden, pfandbuchungen, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { OffenesPfandReply } from "./model.ts"
import { GONE } from "./rules.ts"

/** A customer's number and name, and what is left on the account of the deposit of a device that is there no more. */
type Offen = { id: string; kunde: string; kunde_name: string; bezahlt_cent: number }

const offen = query<Offen, { ids: string }>`
  SELECT j.value AS id, k.kundennummer AS kunde, k.name AS kunde_name, p.wert_cent AS bezahlt_cent
  FROM json_each(:ids) j
  CROSS JOIN ${geraete_bewegungen} m ON m.id = (
    SELECT b.id FROM ${geraete_bewegungen} b
    CROSS JOIN ${pfandkonten} o ON o.kunde_id = b.kunde_id AND o.geraet_id = b.geraet_id
    WHERE b.geraet_id = j.value AND b.nach_status = 'verloren' AND b.kunde_id IS NOT NULL AND o.wert_cent > 0
    ORDER BY b.id DESC LIMIT 1)
  CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = j.value
  CROSS JOIN ${kunden} k ON k.id = m.kunde_id`

/**
 * @returns of the devices that got lost at a customer's, and whose deposit is still open there, with whom, by their ids;
 *   of several customers, the last
 */
export const openAfterLoss = (tenant: TenantReader, ids: readonly string[]): Map<string, Offen> =>
  new Map(tenant.all(offen, { ids: JSON.stringify(ids) }).map((one) => [one.id, one]))

const openAt = query<{ n: 1 }, { geraet_id: string; kunde_id: string }>`
  SELECT 1 AS n FROM ${pfandkonten} p
  WHERE p.kunde_id = :kunde_id AND p.geraet_id = :geraet_id AND p.wert_cent > 0 LIMIT 1`

/** @returns whether a customer's account has a deposit of the device, be it the last who lost it or one before */
export const isOpenAt = (tenant: TenantReader, geraet_id: string, kunde_id: string): boolean =>
  tenant.first(openAt, { geraet_id, kunde_id }) !== undefined

type Woanders = Static<typeof OffenesPfandReply>

/** More customers have not had one device. */
const MOST = 200

const elsewhere = query<Woanders, { geraet_id: string; most: number }>`
  SELECT k.id AS kunde_id, k.name AS kunde_name, p.wert_cent
  FROM (SELECT DISTINCT b.kunde_id FROM ${pfandbuchungen} b WHERE b.geraet_id = :geraet_id LIMIT :most) w
  CROSS JOIN ${pfandkonten} p ON p.kunde_id = w.kunde_id AND p.geraet_id = :geraet_id
  CROSS JOIN ${geraete} g ON g.id = p.geraet_id
  CROSS JOIN ${kunden} k ON k.id = p.kunde_id
  WHERE p.wert_cent > 0 AND g.kunde_id IS NOT p.kunde_id`

/** @returns on whose accounts a deposit of the device stands who do not have it: lost there, or never there. @throws Refusal missing */
export function listOpenElsewhere(tenant: TenantReader, geraet_id: string): { items: Woanders[] } {
  tenant.get(geraete, geraet_id, GONE)
  return { items: tenant.all(elsewhere, { geraet_id, most: MOST }) }
}
