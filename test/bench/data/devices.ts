import type { Database } from "bun:sqlite"
import type { Device } from "./bookings.ts"
import { inserter } from "./bulk.ts"
import { END, YEARS } from "./customers.ts"

const NOW = new Date(END - YEARS).toISOString()

/** @returns coolers to be lent, not stored yet */
export const makeDevices = (count: number): Device[] =>
  Array.from({ length: count }, () => ({ id: Bun.randomUUIDv7(), pfand_cent: 10_000 }))

/**
 * Stores devices where they are, with the move that brought them there.
 *
 * @param places the customers that have one; all others are in the yard
 */
export function fillDevices(
  db: Database,
  tenantId: string,
  devices: Device[],
  { places, actorId }: { places: Map<string, string>; actorId: string },
): void {
  const geraet = inserter(
    db,
    "geraete",
    "tenant_id, id, geraetenummer, bezeichnung, pfand_cent, status, status_seit, kunde_id, erstellt_am, aktualisiert_am",
  )
  const bewegung = inserter(
    db,
    "geraete_bewegungen",
    "tenant_id, id, geraet_id, art, von_status, nach_status, kunde_id, gebucht_von, erfasst_am, erstellt_am, aktualisiert_am",
  )
  for (const [i, { id, pfand_cent }] of devices.entries()) {
    const kunde = places.get(id) ?? null
    const status = kunde === null ? "lager" : "beim_kunden"
    geraet(tenantId, id, `K-${i + 1}`, `Kühler ${i % 20}`, pfand_cent, status, NOW, kunde, NOW, NOW)
    if (kunde === null) continue
    const move = Bun.randomUUIDv7()
    bewegung(tenantId, move, id, "ausgabe", "lager", status, kunde, actorId, NOW, NOW, NOW)
  }
}
