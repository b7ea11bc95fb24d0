import type { geraete } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { geraetestandInWords } from "../../lib/arten.ts"
import { conflict } from "../../lib/refusal.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"

/**
 * Refuses a move of a device that is elsewhere by now: it would be taken from, or get lost at, somebody who was not meant.
 *
 * @param seen the customer who was seen to have it, null for none; undefined where that was not said
 * @throws Refusal conflict with where it is
 */
export function requireSeenAt(
  tenant: TenantReader,
  { geraetenummer, kunde_id, status }: Row<typeof geraete>,
  seen: string | null | undefined,
): void {
  if (seen === undefined || seen === kunde_id) return
  const place = kunde_id === null ? geraetestandInWords[status] : `bei ${nameOf(tenant, kunde_id)}`
  throw conflict(
    `Das Gerät ${geraetenummer} ist inzwischen ${place}. Bitte ansehen, und wenn es gemeint ist, noch einmal senden.`,
  )
}

function nameOf(tenant: TenantReader, kunde_id: string): string {
  const { name, kundennummer } = getKundenkopf(tenant, kunde_id)
  return `${name} (${kundennummer})`
}
