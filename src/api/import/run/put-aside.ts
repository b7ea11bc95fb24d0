import { auftraege, auftragseingaben } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { formatQuantity } from "../../../lib/format.ts"
import { failAuftrag } from "../../shared/auftrag.ts"
import { angabenOf } from "./importauftrag.ts"
import { countStored, removePieces } from "./pieces.ts"

/**
 * Ends a job that does not go on. What an import has stored by then stays until somebody takes it back, and is told; its
 * table, which names persons, is deleted.
 *
 * @param meldung why, as German sentences
 */
export function putAside(tenant: TenantDb, id: string, meldung: string): void {
  const { art, angaben } = tenant.get(auftraege, id)
  if (art !== "import") return failAuftrag(tenant, id, meldung)
  const stored = countStored(tenant, id)
  // Balances have a way back of their own.
  if (angabenOf(angaben).art === "anfangsbestaende") removePieces(tenant, id)
  if (tenant.find(auftragseingaben, id)) tenant.delete(auftragseingaben, id)
  failAuftrag(tenant, id, stored === 0 ? meldung : `${meldung} ${inWords(stored)}`)
}

const inWords = (stored: number): string =>
  `Ein Teil der Tabelle ist schon übernommen (${formatQuantity(stored)} ${stored === 1 ? "Eintrag" : "Einträge"}); er bleibt, bis jemand die Übernahme zurücknimmt.`
