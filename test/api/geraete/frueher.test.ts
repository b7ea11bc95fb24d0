import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { migrations } from "../../../src/db/migrations.ts"

test("a device is where it is since that happened, also what was booked before 0124", () => {
  const { sql } = migrations.find(({ name }) => name === "0124_stand_seit")!
  using db = new Database(":memory:", { strict: true })
  for (const one of migrations) if (one.name < "0124") db.run(one.sql)
  const at = "'2026-03-09', '2026-03-09'"
  const device = (id: string, status: string, kunde: string) =>
    `('f', '${id}', '${id}', '${id}', '${status}', ${kunde}, '2026-03-09', ${at})`
  const move = (id: string, device_id: string, art: string, to: string, day: string) =>
    `('f', '${id}', '${device_id}', '${art}', 'x', '${to}', 'k', 'p', '${day}', ${at})`
  const booking = (nr: number, art: string, day: string, storno_von: string) =>
    `('f', ${nr}, 'b${nr}', 'b${nr}', 'k', 'back', '${art}', 1, 100, ${art === "ausgabe" ? 100 : -100}, ${storno_von}, 'x', 'warenumschliessung', 'regel', 'netto', 0, 'laufend', 'p', '${day}', '2026-03-09', '${nr}', ${at})`
  db.run(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO geraete (tenant_id, id, geraetenummer, bezeichnung, status, kunde_id, status_seit, erstellt_am, aktualisiert_am)
      VALUES ${device("late", "wartung", "NULL")}, ${device("back", "beim_kunden", "'k'")}, ${device("new", "lager", "NULL")};
    INSERT INTO geraete_bewegungen (tenant_id, id, geraet_id, art, von_status, nach_status, kunde_id, gebucht_von, erfasst_am, erstellt_am, aktualisiert_am)
      VALUES ${move("1", "late", "ausgabe", "beim_kunden", "2026-03-01")}, ${move("2", "late", "ruecknahme", "wartung", "2026-03-02")},
        ${move("3", "back", "ausgabe", "beim_kunden", "2026-03-01")}, ${move("4", "back", "ruecknahme", "lager", "2026-03-08")},
        ${move("5", "back", "ausgabe", "beim_kunden", "2026-03-09")};
    INSERT INTO pfandbuchungen (tenant_id, lfd_nr, id, vorgang_id, kunde_id, geraet_id, art, menge, betrag_cent, summe_cent, storno_von, grund,
        klasse, steuersatz, preise, kleinunternehmer, ust_verfahren, gebucht_von, erfasst_am, gebucht_am, hash, erstellt_am, aktualisiert_am)
      VALUES ${booking(1, "ausgabe", "2026-03-01", "NULL")}, ${booking(2, "ruecknahme", "2026-03-08", "NULL")},
        ${booking(3, "ausgabe", "2026-03-09", "'b2'")};`)
  db.run(sql)
  expect(db.query("SELECT id, status_seit FROM geraete ORDER BY id").values()).toEqual([
    ["back", "2026-03-01"],
    ["late", "2026-03-02"],
    ["new", "2026-03-09"],
  ])
})
