import { query } from "../../db/query.ts"
import { geraete_bewegungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

type Lost = { kunde_id: string; ids: string; vor: string }

const lost = query<{ geraet_id: string }, Lost>`
  SELECT m.geraet_id FROM json_each(:ids) j
  CROSS JOIN ${geraete_bewegungen} m ON m.id = (
    SELECT w.id FROM ${geraete_bewegungen} w
    WHERE w.geraet_id = j.value AND w.nach_status <> 'ausgemustert' AND +w.erstellt_am < :vor
    ORDER BY w.id DESC LIMIT 1)
  WHERE m.nach_status = 'verloren' AND m.kunde_id = :kunde_id`

/**
 * @param ids of devices
 * @param vor an instant
 * @returns those that got lost at a customer's before it, and had not turned up by then. One that is retired did not: it
 *   was given up
 */
export const listLostThere = (
  tenant: TenantReader,
  kunde_id: string,
  ids: readonly string[],
  vor: string,
): string[] => tenant.all(lost, { kunde_id, ids: JSON.stringify(ids), vor }).map(({ geraet_id }) => geraet_id)
