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
  /** @param erfasst_am the next day of January 2026 if left out. @returns the booking's id */
  book(art: string, menge: number, about?: { storno_von?: string; erfasst_am?: string }): string
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
  return { dir, db, book: ledgerOf(db) }
}

function ledgerOf(db: Database): Frueher["book"] {
  let davor = "0".repeat(64)
  let nr = 0
  return (
    art,
    menge,
    { storno_von = null, erfasst_am }: { storno_von?: string | null; erfasst_am?: string } = {},
  ) => {
    const id = uuid(100 + ++nr)
    const gebucht_am = `2026-01-0${nr}T10:00:00.000Z`
    const am = erfasst_am ?? gebucht_am
    const summe = (art === "korrektur_minus" || art === "ruecknahme" ? -100 : 100) * menge
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
      100,
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
