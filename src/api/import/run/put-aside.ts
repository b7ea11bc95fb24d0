import { auftraege, auftragseingaben } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { formatQuantity } from "../../../lib/format.ts"
import { failAuftrag } from "../../shared/auftrag.ts"
import { angabenOf } from "./importauftrag.ts"
import { countStored, isUndoneByPieces, removePieces } from "./pieces.ts"

/**
 * Ends a job that is not tried again. What an import has stored stays until somebody takes it back. Its table, which names
 * persons, is deleted.
 *
 * @param meldung why it ended, in German sentences; how much stays is added
 */
export function putAside(tenant: TenantDb, id: string, meldung: string): void {
  const { art, angaben } = tenant.get(auftraege, id)
  if (art !== "import") return failAuftrag(tenant, id, meldung)
  const stored = countStored(tenant, id)
  if (!isUndoneByPieces(angabenOf(angaben).art)) removePieces(tenant, id)
  if (tenant.find(auftragseingaben, id)) tenant.delete(auftragseingaben, id)
  failAuftrag(tenant, id, stored === 0 ? meldung : `${meldung} ${inWords(stored)}`)
}

const inWords = (stored: number): string =>
  `Ein Teil der Tabelle ist schon übernommen (${formatQuantity(stored)} ${stored === 1 ? "Eintrag" : "Einträge"}); er bleibt, bis jemand die Übernahme zurücknimmt.`
