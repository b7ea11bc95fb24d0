import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { type Lieferort, readLieferanschrift } from "../standorte/place.ts"

/**
 * Refuses a delivery that went to another place than is planned by now: its note would name one where nobody was.
 *
 * @param standort_id the place as the driver saw it; undefined where a client does not tell
 * @throws Refusal conflict that names the place as it is now
 */
export function requireSeenPlace(
  tenant: TenantReader,
  lieferung: Lieferort,
  standort_id: Lieferort["standort_id"],
): void {
  if (standort_id === undefined || standort_id === (lieferung.standort_id ?? null)) return
  const place = readLieferanschrift(tenant, lieferung) ?? "die Anschrift des Kunden"
  throw conflict(`Das Büro hat den Stopp inzwischen geändert; er geht jetzt an ${place}. Gebucht ist nichts.`)
}
