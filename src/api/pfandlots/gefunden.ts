import { query } from "../../db/query.ts"
import { geraete_bewegungen, pfandkonten } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { readGeraet } from "./lots.ts"

type Stand = Pick<
  Row<typeof pfandkonten>,
  "id" | "kunde_id" | "pfandartikel_id" | "geraet_id" | "wert_cent" | "seit_nr"
>

const ofLosers = query<Stand, { geraet_id: string }>`
  SELECT k.id, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.wert_cent, k.seit_nr
  FROM (
    SELECT DISTINCT m.kunde_id FROM ${geraete_bewegungen} m
    WHERE m.geraet_id = :geraet_id AND m.nach_status = 'verloren' AND m.kunde_id IS NOT NULL LIMIT 1000) l
  CROSS JOIN ${pfandkonten} k ON k.kunde_id = l.kunde_id AND k.geraet_id = :geraet_id`

/**
 * Keeps with the accounts of those who lost a device that they hold it no more, as it turned up: nothing is booked then, and
 * its deposit may stay open. Bookings keep that themselves (`keepOldest`).
 */
export function keepFound(tenant: TenantDb, geraet_id: string): void {
  const changed = tenant.all(ofLosers, { geraet_id }).flatMap((stand) => {
    const [oldest] = readGeraet(tenant, stand, stand.wert_cent)
    return oldest || stand.seit_nr === null
      ? []
      : [{ id: stand.id, seit_am: null, seit_nr: null, seit_rest: null }]
  })
  tenant.updateAll(pfandkonten, changed)
}
