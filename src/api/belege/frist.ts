import { query } from "../../db/query.ts"
import { abrechnungskoepfe, belegdateien, belege } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { writeProtokoll } from "../shared/record.ts"

/** Documents erased per transaction: others write in between. */
export const BATCH = 50

const expiredKoepfe = query<{ id: string }, { today: string; limit: number }>`
  SELECT k.id FROM ${abrechnungskoepfe} k WHERE k.gesperrt = 1 AND k.aufbewahren_bis < :today
  ORDER BY k.aufbewahren_bis, k.id LIMIT :limit`

const expired = query<{ id: string }, { today: string; limit: number }>`
  SELECT b.id FROM ${belege} b WHERE b.gesperrt = 1 AND b.aufbewahren_bis < :today
  ORDER BY b.aufbewahren_bis, b.id LIMIT :limit`

/**
 * Erases what had to be kept of erased persons once the law allows it: documents, and to whom settlements were made out.
 * The log still says that there was a document.
 *
 * @param today in UTC, as in the database's own rule: in the first hours of a year it is still the old one
 * @returns how many; as many as BATCH when there may be more
 */
export function eraseExpired(tenant: TenantDb, today: string): number {
  const rows = tenant.all(expired, { today, limit: BATCH })
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
  const koepfe = tenant.all(expiredKoepfe, { today, limit: BATCH - rows.length })
  for (const { id } of koepfe) tenant.delete(abrechnungskoepfe, id)
  return rows.length + koepfe.length
}
