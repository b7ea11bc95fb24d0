import { query } from "../../db/query.ts"
import { ereignisse } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { ereignisartInWords } from "../../lib/ereignisarten.ts"

export type Ereignisart = Row<typeof ereignisse>["art"]

export const isEreignis = (aktion: string): aktion is Ereignisart => Object.hasOwn(ereignisartInWords, aktion)

const last = query<{ nummer: number }>`
  SELECT e.nummer FROM ${ereignisse} e ORDER BY e.nummer DESC LIMIT 1`

/** @returns the number of the company's last event; 0 before its first */
export const lastNummer = (tenant: TenantReader): number => tenant.first(last, {})?.nummer ?? 0

/**
 * Tells programs that follow that something happened, in the transaction in which it does: so none is lost, none is told of
 * what was rolled back, and the numbers have no gaps. It says which record, and nothing of what stands in it. That is read
 * from its address, with the rights for it: what is told never becomes stale, and outlives no person's erasure.
 *
 * @param version of the record after it; none for bookings
 */
export function noteEreignis(
  tenant: TenantDb,
  art: Ereignisart,
  datensatz_id: string,
  version?: number,
): void {
  const nummer = lastNummer(tenant) + 1
  tenant.insert(ereignisse, { nummer, art, datensatz_id, datensatz_version: version ?? null })
}
