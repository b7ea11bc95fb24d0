import type { Database } from "bun:sqlite"
import { booking } from "./bookings.ts"
import { positionsOf } from "./tours.ts"
import { type Author, logging, remembering, telling } from "./write.ts"

type Ist = { pfandartikel_id: string; ist_ausgabe: number; ist_ruecknahme: number }
type Abschluss = { id: string; erfasst_am: string; empfaenger_name: string; positionen: Ist[] }
type Planned = { id: string; pfandartikel_id: string }
type Row = { kunde_id: string; status: string; version: number } & Record<string, unknown>

/** Completes a delivery to the customer's own address: what really went out and came back, its bookings, its entry in the log. */
export function completing(db: Database) {
  const remember = remembering(db)
  const log = logging(db)
  const tell = telling(db)
  const book = booking(db)
  const positions = positionsOf(db)
  const get = db.prepare<Row, [string, string]>(
    `SELECT id, kunde_id, fahrer_id, datum, zeit_von, zeit_bis, reihenfolge, status, hinweis, notiz,
       empfaenger_name, unterschrift, grund, gestartet_am, erfasst_am, abgeschlossen_am, versuch, ungeplant,
       standort_id, lieferanschrift
     FROM lieferungen WHERE tenant_id = +? AND id = +?`,
  )
  const stamps = db.prepare<Row, [string, string]>(
    "SELECT erstellt_am, aktualisiert_am, version FROM lieferungen WHERE tenant_id = +? AND id = +?",
  )
  const moved = db.prepare(
    `UPDATE lieferpositionen SET ist_ausgabe = :out, ist_ruecknahme = :back, aktualisiert_am = :now,
       version = version + 1 WHERE tenant_id = +:tenant AND id = +:id`,
  )
  const done = db.prepare(
    `UPDATE lieferungen SET status = 'zugestellt', erfasst_am = :erfasst_am, abgeschlossen_am = :now,
       empfaenger_name = :empfaenger_name, unterschrift = NULL, notiz = NULL, lieferanschrift = NULL,
       aktualisiert_am = :now,
       version = version + 1 WHERE tenant_id = +:tenant AND id = +:id`,
  )
  return (tenant: string, author: Author, id: string, given: Abschluss): { version: number } => {
    const now = new Date().toISOString()
    remember(tenant, "lieferungen.abschluss", given.id, given, now)
    const before = get.get(tenant, id)
    if (before?.status !== "unterwegs") throw new Error("not under way")
    const planned = (positions(tenant, [id]).get(id) ?? []) as Planned[]
    for (const position of planned) {
      const ist = given.positionen.find(({ pfandartikel_id }) => pfandartikel_id === position.pfandartikel_id)
      moved.run({ tenant, id: position.id, out: ist?.ist_ausgabe ?? 0, back: ist?.ist_ruecknahme ?? 0, now })
    }
    const posten = given.positionen.flatMap(({ pfandartikel_id, ist_ausgabe, ist_ruecknahme }) => [
      { pfandartikel_id, art: "ausgabe" as const, menge: ist_ausgabe },
      { pfandartikel_id, art: "ruecknahme" as const, menge: ist_ruecknahme },
    ])
    const { kunde_id } = before
    const { erfasst_am, empfaenger_name } = given
    const vorgang = { vorgang_id: given.id, kunde_id, erfasst_am, lieferung_id: id }
    book(
      tenant,
      author.id,
      vorgang,
      posten.filter(({ menge }) => menge > 0),
    )
    done.run({ tenant, id, erfasst_am, empfaenger_name, now })
    const changes = {
      status: ["unterwegs", "zugestellt"],
      erfasst_am: [null, erfasst_am],
      abgeschlossen_am: [null, now],
      empfaenger_name: [null, empfaenger_name],
    }
    log(tenant, author, {
      aktion: "lieferungen.zugestellt",
      tabelle: "lieferungen",
      record: id,
      changes,
      now,
    })
    const positionen = (positions(tenant, [id]).get(id) ?? []).map(({ artikel_art: _, ...shown }) => shown)
    const after = stamps.get(tenant, id) ?? { version: 0 }
    tell(tenant, "lieferungen.zugestellt", id, after.version, now)
    return Object.assign(get.get(tenant, id) ?? {}, { positionen }, after)
  }
}
