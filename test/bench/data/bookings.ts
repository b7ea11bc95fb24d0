import type { Database } from "bun:sqlite"
import { START, type Buchung, kettenHash } from "../../../src/api/pfandbuchungen/chain.ts"
import { vorzeichen } from "../../../src/lib/buchungsart.ts"
import { inserter } from "./bulk.ts"
import { END, YEARS } from "./customers.ts"
import { pick, seeded } from "./words.ts"

export type Part = { id: string; menge: number; pfand_cent: number }
export type Device = { id: string; pfand_cent: number }

type Ledger = {
  customers: string[]
  /** Bookings of a crate, for each kind. */
  crates: Part[][]
  /** Each goes out once. */
  devices: Device[]
  actorId: string
  /** At least so many bookings. */
  count: number
}

type Line = Pick<Buchung, "pfandartikel_id" | "geraet_id" | "art" | "menge" | "betrag_cent">

const COLUMNS = `tenant_id, id, lfd_nr, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge, betrag_cent,
  summe_cent, lieferung_id, storno_von, grund, gebucht_von, erfasst_am, gebucht_am, klasse, steuersatz, preise, kleinunternehmer, ust_verfahren, hash, erstellt_am, aktualisiert_am`

/**
 * Writes a ledger that verifies: crates with their bottles that went out and came back, and devices that went out,
 * numbered and chained, each Vorgang with the remembered id of its request. The balances follow (`fillBalances`).
 *
 * @returns where each device went
 */
export function fillBookings(db: Database, tenant_id: string, ledger: Ledger): Map<string, string> {
  const { customers, actorId: gebucht_von, count } = ledger
  const random = seeded(2)
  const store = inserter(db, "pfandbuchungen", COLUMNS)
  const remember = inserter(db, "anfragen", "tenant_id, id, art, inhalt_hash, erstellt_am, aktualisiert_am")
  const places = new Map<string, string>()
  let hash = START
  for (let lfd_nr = 0, i = 0; lfd_nr < count; i++) {
    const time = END - YEARS + Math.floor((YEARS * lfd_nr) / count)
    const now = new Date(time).toISOString()
    const vorgang_id = Bun.randomUUIDv7("hex", time)
    const kunde_id = pick(customers, random(customers.length))
    for (const line of linesOf(ledger, i, random)) {
      const buchung = {
        tenant_id,
        id: Bun.randomUUIDv7("hex", time),
        lfd_nr: ++lfd_nr,
        vorgang_id,
        kunde_id,
        ...line,
        summe_cent: vorzeichen(line.art) * line.menge * line.betrag_cent,
        lieferung_id: null,
        storno_von: null,
        grund: null,
        gebucht_von,
        erfasst_am: now,
        gebucht_am: now,
        klasse: line.geraet_id === null ? ("warenumschliessung" as const) : ("kaution" as const),
        steuersatz: line.geraet_id === null ? ("regel" as const) : ("keine" as const),
        preise: "netto" as const,
        kleinunternehmer: 0,
        ust_verfahren: "laufend" as const,
      }
      hash = kettenHash(hash, buchung)
      store(...Object.values(buchung), hash, now, now)
      if (line.geraet_id !== null) places.set(line.geraet_id, kunde_id)
    }
    remember(tenant_id, vorgang_id, "pfandbuchungen", hash, now, now)
  }
  return places
}

/** Crates each time, and with them a device while there are any. */
function linesOf({ crates, devices }: Ledger, i: number, random: (limit: number) => number): Line[] {
  const art = random(5) < 3 ? "ausgabe" : "ruecknahme"
  const crateCount = 1 + random(6)
  const lines = pick(crates, random(crates.length)).map(({ id, menge, pfand_cent }): Line => {
    const all = menge * crateCount
    return { pfandartikel_id: id, geraet_id: null, art, menge: all, betrag_cent: pfand_cent }
  })
  const device = devices[i]
  if (!device) return lines
  const { id: geraet_id, pfand_cent } = device
  return [...lines, { pfandartikel_id: null, geraet_id, art: "ausgabe", menge: 1, betrag_cent: pfand_cent }]
}

/** Balances that the triggers would have kept, of each account and customer. All of it is settled. */
export function fillBalances(db: Database): void {
  db.run(`UPDATE tenants SET abrechnung_nach_nr = coalesce(
    (SELECT max(lfd_nr) FROM pfandbuchungen b WHERE b.tenant_id = tenants.id), 0)`)
  db.run(`INSERT INTO pfandkonten
      (tenant_id, id, kunde_id, pfandartikel_id, geraet_id, bestand, wert_cent, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id) AS id, kunde_id, pfandartikel_id, geraet_id,
      sum(CASE art WHEN 'ausgabe' THEN menge ELSE -menge END), sum(summe_cent),
      min(gebucht_am), max(gebucht_am), 1 + count(*)
    FROM pfandbuchungen GROUP BY tenant_id, kunde_id, pfandartikel_id, geraet_id ORDER BY 1, 2`)
  db.run(`INSERT INTO pfandwerte
      (tenant_id, id, kunde_id, pfandartikel_id, betrag_cent, bestand, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id), kunde_id, pfandartikel_id, betrag_cent,
      sum(CASE art WHEN 'ausgabe' THEN menge ELSE -menge END), min(gebucht_am), max(gebucht_am), count(*)
    FROM pfandbuchungen WHERE pfandartikel_id IS NOT NULL
    GROUP BY tenant_id, pfandartikel_id, kunde_id, betrag_cent ORDER BY 1, 2`)
  // The indexes of the schema are away (inBulk): without one each account would read the whole ledger.
  db.run("CREATE INDEX of_customers ON pfandbuchungen (tenant_id, kunde_id)")
  // As migration 0025 reckons it, without the Storno that there is none of here.
  db.run(`UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
      SELECT w.lfd_nr, w.menge - (w.stueck - pfandkonten.bestand), w.erfasst_am FROM (
        SELECT b.lfd_nr, b.menge, b.erfasst_am, sum(b.menge) OVER (ORDER BY b.erfasst_am DESC, b.lfd_nr DESC) AS stueck
        FROM pfandbuchungen b
        WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
          AND b.pfandartikel_id IS pfandkonten.pfandartikel_id AND b.geraet_id IS pfandkonten.geraet_id
          AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
        ORDER BY b.erfasst_am DESC, b.lfd_nr DESC
      ) w WHERE w.stueck >= pfandkonten.bestand LIMIT 1)
    WHERE bestand > 0`)
  db.run("DROP INDEX of_customers")
  db.run(`INSERT INTO pfandverlauf
      (tenant_id, id, tag, zugang_cent, abgang_cent, erste_nr, letzte_nr, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id), substr(gebucht_am, 1, 10) AS tag, sum(max(summe_cent, 0)), sum(max(-summe_cent, 0)),
      min(lfd_nr), max(lfd_nr), min(gebucht_am), max(gebucht_am), count(*)
    FROM pfandbuchungen GROUP BY tenant_id, tag ORDER BY 1, 2`)
  db.run(`INSERT INTO pfandbestaende
      (tenant_id, id, pfandartikel_id, bestand, wert_cent, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id), pfandartikel_id, sum(bestand), sum(wert_cent), min(erstellt_am), max(aktualisiert_am),
      1 + sum(version - 1)
    FROM pfandkonten GROUP BY tenant_id, pfandartikel_id ORDER BY 1, 2`)
  db.run(`INSERT INTO pfandsalden
      (tenant_id, id, kunde_id, wert_cent, negative_konten, seit_am, erstellt_am, aktualisiert_am, version)
    SELECT tenant_id, min(id), kunde_id, sum(wert_cent), sum(bestand < 0), min(seit_am), min(erstellt_am), max(aktualisiert_am),
      1 + sum(version - 1)
    FROM pfandkonten GROUP BY tenant_id, kunde_id ORDER BY 1, 2`)
}
