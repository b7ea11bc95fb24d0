import { query } from "../../db/query.ts"
import { geraete_bewegungen, kunden, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** A customer's number and name, and what is left on the account of the deposit of a device that is there no more. */
type Offen = { id: string; kunde: string; kunde_name: string; bezahlt_cent: number }

const offen = query<Offen, { ids: string }>`
  SELECT j.value AS id, k.kundennummer AS kunde, k.name AS kunde_name, p.wert_cent AS bezahlt_cent
  FROM json_each(:ids) j
  CROSS JOIN ${geraete_bewegungen} m ON m.id = (
    SELECT b.id FROM ${geraete_bewegungen} b
    WHERE b.geraet_id = j.value AND b.nach_status = 'verloren' AND b.kunde_id IS NOT NULL ORDER BY b.id DESC LIMIT 1)
  CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = j.value AND p.wert_cent > 0
  CROSS JOIN ${kunden} k ON k.id = m.kunde_id`

/** @returns of the devices that got lost at a customer's, and whose deposit is still open there, with whom, by their ids */
export const openAfterLoss = (tenant: TenantReader, ids: readonly string[]): Map<string, Offen> =>
  new Map(tenant.all(offen, { ids: JSON.stringify(ids) }).map((one) => [one.id, one]))
