import type { Database } from "bun:sqlite"
import { createHash } from "node:crypto"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { temporaryDir } from "./temporary.ts"

/** A company of an earlier version with one customer and one article, and its ledger in that version's form. */

export const uuid = (nr: number): string => `01900000-0000-7000-8000-${String(nr).padStart(12, "0")}`
export const [FIRMA, KUNDE, ARTIKEL, PERSON] = [uuid(1), uuid(2), uuid(3), uuid(4)] as [
  string,
  string,
  string,
  string,
]

type Frueher = {
  dir: string
  db: Database
  /**
   * @param erfasst_am the next day of January 2026 if left out
   * @param betrag_cent per piece, 100 if left out
   * @returns the booking's id
   */
  book(
    art: string,
    menge: number,
    about?: { storno_von?: string; erfasst_am?: string; betrag_cent?: number },
  ): string
  /** Settles a booking of a version that had settlements, and knew no opening balance. @returns the settlement's id */
  settle(nummer: number, buchung_id: string, summe: number): string
}

/** @param count migrations which that version had */
export function frueher(count: number): Frueher {
  const dir = temporaryDir()
  const stamps = "'2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.000Z', 1"
  const db = openMigrated(dir, { migrations: migrations.slice(0, count) })
  db.run(`
    INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am, version)
      VALUES ('${FIRMA}', '${FIRMA}', 'Firma', 'firma', 'standard', ${stamps});
    INSERT INTO mitarbeiter (tenant_id, id, email, name, rolle, password_hash, erstellt_am, aktualisiert_am, version)
      VALUES ('${FIRMA}', '${PERSON}', 'm@firma.example', 'M', 'admin', 'x', ${stamps});
    INSERT INTO kunden (tenant_id, id, kundennummer, name, erstellt_am, aktualisiert_am, version)
      VALUES ('${FIRMA}', '${KUNDE}', '1', 'Kunde', ${stamps});
    INSERT INTO pfandartikel (tenant_id, id, nummer, bezeichnung, art, pfand_cent, ust_klasse, erstellt_am, aktualisiert_am, version)
      VALUES ('${FIRMA}', '${ARTIKEL}', 'A', 'A', 'einzeln', 100, 'warenumschliessung', ${stamps});`)
  return { dir, db, book: ledgerOf(db), settle: settleOf(db) }
}

function ledgerOf(db: Database): Frueher["book"] {
  let davor = "0".repeat(64)
  let nr = 0
  return (
    art,
    menge,
    {
      storno_von = null,
      erfasst_am,
      betrag_cent = 100,
    }: { storno_von?: string | null; erfasst_am?: string; betrag_cent?: number } = {},
  ) => {
    const id = uuid(100 + ++nr)
    const gebucht_am = `2026-01-0${nr}T10:00:00.000Z`
    const am = erfasst_am ?? gebucht_am
    const summe = (art === "korrektur_minus" || art === "ruecknahme" ? -betrag_cent : betrag_cent) * menge
    const row = [
      FIRMA,
      nr,
      id,
      id,
      KUNDE,
      ARTIKEL,
      null,
      art,
      menge,
      betrag_cent,
      summe,
      null,
      storno_von,
      "x",
      PERSON,
      am,
      gebucht_am,
    ]
    davor = createHash("sha256")
      .update(JSON.stringify([davor, ...row]))
      .digest("hex")
    db.query(
      `INSERT INTO pfandbuchungen (tenant_id, lfd_nr, id, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge,
        betrag_cent, summe_cent, lieferung_id, storno_von, grund, gebucht_von, erfasst_am, gebucht_am, hash, erstellt_am, aktualisiert_am)
       VALUES (${Array(18).fill("?").join()}, '${gebucht_am}', '${gebucht_am}')`,
    ).run(...(row as string[]), davor)
    return id
  }
}

/** Settles one booking, which it charges at no rate. */
const settleOf =
  (db: Database) =>
  (nummer: number, buchung_id: string, summe: number): string => {
    const id = uuid(10 + nummer)
    const am = "2026-02-01T10:00:00.000Z"
    db.run(`
    INSERT INTO abrechnungen (tenant_id, id, nummer, jahr, lfd_nr, art, kunde_id, datum, von, bis, anfang_cent, summe_cent,
      netto_cent, ust_cent, preise, ust_verfahren, erstellt_von, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${id}', 'ABR-2026-0000${nummer}', 2026, ${nummer}, 'abrechnung', '${KUNDE}', '2026-02-01', '2026-01-01', '2026-01-31', 0,
        ${summe}, ${summe}, 0, 'netto', 'laufend', '${PERSON}', '${am}', '${am}');
    INSERT INTO abrechnungspositionen (tenant_id, id, abrechnung_id, position, pfandartikel_id, nummer, bezeichnung, klasse,
      betrag_cent, ausgabe, ruecknahme, korrektur, summe_cent, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${id}', '${id}', 0, '${ARTIKEL}', 'A', 'A', 'warenumschliessung', 100, ${summe / 100}, 0, 0, ${summe}, '${am}', '${am}');
    INSERT INTO abrechnungssteuern (tenant_id, id, abrechnung_id, position, klasse, netto_cent, ust_cent, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${id}', '${id}', 0, 'warenumschliessung', ${summe}, 0, '${am}', '${am}');
    INSERT INTO abrechnungsbuchungen (tenant_id, id, abrechnung_id, buchung_id, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${buchung_id}', '${id}', '${buchung_id}', '${am}', '${am}');`)
    return id
  }
