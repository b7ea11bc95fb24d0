import { query } from "../../db/query.ts"
import { belegdateien, belege } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { writeProtokoll } from "../record.ts"

/** So many are erased in one transaction: others' writing goes between. */
export const BATCH = 50

const abgelaufen = query<{ id: string }, { heute: string; limit: number }>`
  SELECT b.id FROM ${belege} b WHERE b.gesperrt = 1 AND b.aufbewahren_bis < :heute
  ORDER BY b.aufbewahren_bis, b.id LIMIT :limit`

/**
 * Erases documents of erased persons when the law lets them go. That there was one, stays in the log.
 *
 * @returns how many; as many as BATCH when there may be more
 */
export function eraseAbgelaufene(tenant: TenantDb): number {
  // In UTC, as the database's own rule has it: in the first hours of a year that is still the old one.
  const rows = tenant.all(abgelaufen, { heute: tenant.now().slice(0, 10), limit: BATCH })
  for (const { id } of rows) {
    tenant.delete(belegdateien, id)
    tenant.delete(belege, id)
    writeProtokoll(
      tenant,
      { id: null, name: "Aufbewahrungsfrist" },
      "belege.geloescht",
      belege,
      { id } as never,
      undefined,
    )
  }
  return rows.length
}
