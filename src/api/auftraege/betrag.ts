import { auftraege } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"

/** The sum of a month's run, stored as the result of its job. */

/** @returns what a job starts with: no other one has a sum */
export const noneYet = ({ art, status }: Pick<Row<typeof auftraege>, "art" | "status">) =>
  art === "abrechnungslauf" && status === "wartet" ? { ergebnis: JSON.stringify({ betrag_cent: 0 }) } : {}

/** @returns what a month's run came to so far; null for another job, and for one that an earlier version began */
export const betragIn = ({ ergebnis }: Pick<Row<typeof auftraege>, "ergebnis">): number | null =>
  ergebnis === null ? null : (JSON.parse(ergebnis) as { betrag_cent: number }).betrag_cent

/** Adds what a settlement comes to. */
export function addBetrag(tenant: TenantDb, id: string, betrag_cent: number): void {
  const before = betragIn(tenant.get(auftraege, id))
  if (before === null) return
  tenant.update(auftraege, id, { ergebnis: JSON.stringify({ betrag_cent: before + betrag_cent }) })
}
