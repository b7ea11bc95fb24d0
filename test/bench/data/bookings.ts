import type { Database } from "bun:sqlite"
import { ANFANG, kettenHash, vorzeichen } from "../../../src/pfand/kette.ts"
import { inserter } from "./bulk.ts"
import { END, YEARS } from "./customers.ts"
import { pick, seeded } from "./words.ts"

export type Part = { id: string; menge: number; pfand_cent: number }

const COLUMNS =
  "tenant_id, id, lfd_nr, vorgang_id, kunde_id, pfandartikel_id, art, menge, betrag_cent, summe_cent, gebucht_von, erfasst_am, gebucht_am, hash, erstellt_am, aktualisiert_am"

/**
 * Writes a ledger that verifies: crates with their bottles that went out and came back, numbered and chained, each
 * with the remembered id of its request. The balances follow (`fillBalances`).
 *
 * @param crates what a crate is booked as, each kind
 * @param count at least so many bookings
 */
export function fillBookings(
  db: Database,
  tenantId: string,
  {
    customers,
    crates,
    actorId,
    count,
  }: { customers: string[]; crates: Part[][]; actorId: string; count: number },
): void {
  const random = seeded(2)
  const store = inserter(db, "pfandbuchungen", COLUMNS)
  const remember = inserter(db, "anfragen", "tenant_id, id, art, inhalt_hash, erstellt_am, aktualisiert_am")
  let hash = ANFANG
  for (let lfd_nr = 0, i = 0; lfd_nr < count; i++) {
    const time = END - YEARS + Math.floor((YEARS * lfd_nr) / count)
    const now = new Date(time).toISOString()
    const vorgang_id = Bun.randomUUIDv7("hex", time)
    const kunde_id = pick(customers, random(customers.length))
    const art = random(5) < 3 ? "ausgabe" : "ruecknahme"
    const crateCount = 1 + random(6)
    for (const part of pick(crates, random(crates.length))) {
      const menge = part.menge * crateCount
      const buchung = {
        tenant_id: tenantId,
        id: Bun.randomUUIDv7("hex", time),
        lfd_nr: ++lfd_nr,
        vorgang_id,
        kunde_id,
        pfandartikel_id: part.id,
        geraet_id: null,
        art,
        menge,
        betrag_cent: part.pfand_cent,
        summe_cent: vorzeichen(art) * menge * part.pfand_cent,
        lieferung_id: null,
        storno_von: null,
        grund: null,
        gebucht_von: actorId,
        erfasst_am: now,
        gebucht_am: now,
      } as const
      hash = kettenHash(hash, buchung)
      const { id, pfandartikel_id, betrag_cent, summe_cent } = buchung
      store(
        tenantId,
        id,
        lfd_nr,
        vorgang_id,
        kunde_id,
        pfandartikel_id,
        art,
        menge,
        betrag_cent,
        summe_cent,
        actorId,
        now,
        now,
        hash,
        now,
        now,
      )
    }
    remember(tenantId, vorgang_id, "pfandbuchungen", hash, now, now)
  }
}

/** What the triggers would have kept: the balance of each account, and of each customer. */
export function fillBalances(db: Database): void {
  db.run(`INSERT INTO pfandkonten
      (tenant_id, id, kunde_id, pfandartikel_id, bestand, wert_cent, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id) AS id, kunde_id, pfandartikel_id,
      sum(CASE art WHEN 'ausgabe' THEN menge ELSE -menge END), sum(summe_cent),
      min(gebucht_am), max(gebucht_am), 1 + count(*)
    FROM pfandbuchungen GROUP BY tenant_id, kunde_id, pfandartikel_id ORDER BY 1, 2`)
  db.run(`INSERT INTO pfandsalden
      (tenant_id, id, kunde_id, wert_cent, negative_konten, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id), kunde_id, sum(wert_cent), sum(bestand < 0), min(erstellt_am), max(aktualisiert_am),
      1 + sum(version - 1)
    FROM pfandkonten GROUP BY tenant_id, kunde_id ORDER BY 1, 2`)
}
