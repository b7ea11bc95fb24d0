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
 * Notes an event for programs that follow, in the transaction of the change itself: so none is lost, none is about what
 * was rolled back, and the numbers have no gaps. An event names the record, but not its content. Programs read that at
 * its address, with the rights for it: so no event becomes stale, or outlives a person's erasure.
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
