import type { Database } from "bun:sqlite"
import { inserter } from "./bulk.ts"
import { pick, seeded } from "./words.ts"

/** Far ahead, so that nothing is late in one reply and not in the next. */
export const TOUR_DAY = "2096-06-04"
/** Where the deliveries lie that are there to be completed. */
const OPEN_DAY = "2096-06-05"

const STOPS = 45
const NOW = "2026-06-30T16:00:00.000Z"

type People = { customers: string[]; drivers: string[]; articles: string[] }
type Stop = { kunde_id: string; fahrer_id: string; datum: string; reihenfolge: number; status: string }

/**
 * Writes deliveries with two positions each: a past one for every other customer, a day's tours for all drivers,
 * and some that are under way.
 *
 * @param open how many of those
 */
export function fillDeliveries(
  db: Database,
  tenantId: string,
  { customers, drivers, articles }: People,
  open: number,
): void {
  const random = seeded(3)
  const lieferung = inserter(
    db,
    "lieferungen",
    "tenant_id, id, kunde_id, fahrer_id, datum, zeit_von, zeit_bis, reihenfolge, status, gestartet_am, abgeschlossen_am, erstellt_am, aktualisiert_am",
  )
  const position = inserter(
    db,
    "lieferpositionen",
    "tenant_id, id, lieferung_id, position, pfandartikel_id, soll_ausgabe, soll_ruecknahme, ist_ausgabe, ist_ruecknahme, erstellt_am, aktualisiert_am",
  )
  const add = ({ kunde_id, fahrer_id, datum, reihenfolge, status }: Stop): void => {
    const id = Bun.randomUUIDv7()
    const done = status === "zugestellt"
    const started = status === "geplant" ? null : NOW
    lieferung(
      tenantId,
      id,
      kunde_id,
      fahrer_id,
      datum,
      "08:00",
      "15:00",
      reihenfolge,
      status,
      started,
      done ? NOW : null,
      NOW,
      NOW,
    )
    for (const i of [0, 1]) {
      const [out, back] = [1 + random(5), random(4)]
      const ist = done ? [out, back] : [null, null]
      position(
        tenantId,
        Bun.randomUUIDv7(),
        id,
        i,
        pick(articles, reihenfolge + i),
        out,
        back,
        ist[0] ?? null,
        ist[1] ?? null,
        NOW,
        NOW,
      )
    }
  }
  const stop = (i: number, datum: string, status: string): Stop => ({
    kunde_id: pick(customers, random(customers.length)),
    fahrer_id: pick(drivers, i),
    datum,
    reihenfolge: 1 + Math.floor(i / drivers.length),
    status,
  })
  for (let i = 0; i < customers.length / 2; i++) {
    const day = new Date(Date.parse("2023-07-01") + (i % 1095) * 86_400_000)
    add(stop(i, day.toISOString().slice(0, 10), "zugestellt"))
  }
  for (let i = 0; i < STOPS; i++) add(stop(i, TOUR_DAY, "geplant"))
  for (let i = 0; i < open; i++) add(stop(i, OPEN_DAY, "unterwegs"))
}
