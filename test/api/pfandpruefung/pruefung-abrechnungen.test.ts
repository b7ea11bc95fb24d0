import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { dayIn } from "../../../src/lib/format.ts"
import { checkLedgers } from "../../../src/ops/check/check.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The proof adds settlements up, against somebody who can write to the file and has switched off all of its rules. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const faults = async (): Promise<string[]> =>
  (await call("GET", "pfandpruefung")).body.fehler.map(({ art, msg }: any) => `${art}: ${msg}`)

const open = (): Database => {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("PRAGMA foreign_keys = OFF")
  db.run("PRAGMA ignore_check_constraints = ON")
  return db
}

const tables = [
  "abrechnungen",
  "abrechnungspositionen",
  "abrechnungssteuern",
  "abrechnungsbuchungen",
  "offene_buchungen",
]
/** Does it, proves the ledger, and puts the tables back as they were. @returns what was found */
async function after(sql: string): Promise<string[]> {
  const db = open()
  for (const table of tables) db.run(`CREATE TEMP TABLE vorher_${table} AS SELECT * FROM ${table}`)
  try {
    expect(db.run(sql).changes).toBeGreaterThan(0)
    return await faults()
  } finally {
    for (const table of tables) {
      db.run(`DELETE FROM ${table}`)
      db.run(`INSERT INTO ${table} SELECT * FROM vorher_${table}`)
    }
    db.close()
  }
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  const [kunde_id] = hof.kunden
  const bis = dayIn(new Date().toISOString(), "Europe/Berlin")
  const book = (art: string, menge: number) =>
    call("POST", "pfandbuchungen", {
      kunde_id,
      positionen: [{ pfandartikel_id: hof.leer, art, menge }],
    })
  const settle = async () => (await call("POST", "abrechnungen", { kunde_id, bis })).body
  await book("ausgabe", 4)
  await settle()
  await book("ruecknahme", 1)
  const wrong = await settle()
  await call("POST", `abrechnungen/${wrong.id}/storno`, { grund: "falsch" })
  await settle()
  await book("ausgabe", 2)
  const db = open()
  for (const [name] of db.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").values())
    if (!String(name).startsWith("kunden")) db.run(`DROP TRIGGER ${name}`)
  db.close()
})

const nummer = (nr: number) => `ABR-${today().slice(0, 4)}-0000${nr}`
const saldo = () =>
  `abrechnung: Abrechnungen und offene Buchungen des Kunden ${hof.kunden[0]} ergeben nicht seinen Saldo`
const once = (nr: number) =>
  `abrechnung: Buchung ${nr} steht weder in genau einer geltenden Abrechnung, noch ist sie genau einmal offen`
const of = (nr: number, what: string) => `abrechnung: Abrechnung ${nummer(nr)}: ${what}`
const notOf = (satz: number) => `Netto und Umsatzsteuer zu ${satz} % folgen nicht aus den Posten`
const first = "abrechnung_id = (SELECT id FROM abrechnungen WHERE lfd_nr = 1)"

test("finds nothing where a settlement was made, cancelled and made anew", async () => {
  expect(await faults()).toEqual([])
})

describe("finds", () => {
  const cases: [string, string, () => string[]][] = [
    [
      "a number that is missing",
      "UPDATE abrechnungen SET lfd_nr = 9 WHERE lfd_nr = 4",
      () => [`abrechnung: Vor der Abrechnung ${nummer(4)} fehlt eine`],
    ],
    [
      "a year that does not begin with its first",
      "UPDATE abrechnungen SET lfd_nr = lfd_nr + 100; UPDATE abrechnungen SET lfd_nr = lfd_nr - 99",
      () => [`abrechnung: Vor der Abrechnung ${nummer(1)} fehlt eine`],
    ],
    [
      "a booking that stands in a counter-document",
      `INSERT INTO abrechnungsbuchungen SELECT z.tenant_id, 'x', s.id, z.buchung_id, 0, z.erstellt_am, z.aktualisiert_am, 1
       FROM abrechnungsbuchungen z, abrechnungen s WHERE s.art = 'storno' AND z.abrechnung_id = s.storno_von`,
      () => [of(3, "ihre Buchungen ergeben nicht ihre Summe")],
    ],
    [
      "a sum that was changed",
      "UPDATE abrechnungen SET summe_cent = summe_cent + 1, netto_cent = netto_cent + 1 WHERE lfd_nr = 1",
      () => [
        saldo(),
        of(1, "die Posten ergeben nicht ihre Summe"),
        of(1, "die Steuern ergeben nicht Netto und Umsatzsteuer"),
        of(1, "ihre Buchungen ergeben nicht ihre Summe"),
      ],
    ],
    [
      "a line that was changed",
      `UPDATE abrechnungspositionen SET summe_cent = summe_cent - 1 WHERE ${first}`,
      () => [of(1, notOf(19)), of(1, "die Posten ergeben nicht ihre Summe")],
    ],
    [
      "a tax that was changed",
      `UPDATE abrechnungssteuern SET ust_cent = ust_cent - 1 WHERE ${first}`,
      () => [of(1, notOf(19)), of(1, "die Steuern ergeben nicht Netto und Umsatzsteuer")],
    ],
    [
      "VAT that counts as net",
      `UPDATE abrechnungssteuern SET ust_cent = ust_cent - 1, netto_cent = netto_cent + 1 WHERE ${first};
       UPDATE abrechnungen SET ust_cent = ust_cent - 1, netto_cent = netto_cent + 1 WHERE lfd_nr = 1`,
      () => [of(1, notOf(19))],
    ],
    [
      "a tax of another rate than the lines",
      `UPDATE abrechnungssteuern SET satz = 7 WHERE ${first}`,
      () => [of(1, notOf(19)), of(1, notOf(7))],
    ],
    ["a booking that is neither settled nor open", "DELETE FROM offene_buchungen", () => [once(3), saldo()]],
    [
      "a settled booking that is open as well",
      `INSERT INTO offene_buchungen SELECT tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am, 1
       FROM pfandbuchungen WHERE lfd_nr = 1`,
      () => [once(1), saldo()],
    ],
    [
      "a booking that was taken out of its settlement",
      `DELETE FROM abrechnungsbuchungen WHERE ${first}`,
      () => [once(1), of(1, "ihre Buchungen ergeben nicht ihre Summe")],
    ],
    [
      "a cancelled settlement of which a booking still counts",
      `DROP INDEX abrechnungsbuchungen_einmal; UPDATE abrechnungsbuchungen SET gilt = 1`,
      () => [once(2), of(2, "ihre Buchungen gelten nicht so lange wie sie selbst")],
    ],
    [
      "a counter-document that is gone",
      "DELETE FROM abrechnungen WHERE lfd_nr = 3",
      () => [
        saldo(),
        of(2, "ihre Buchungen gelten nicht so lange wie sie selbst"),
        `abrechnung: Vor der Abrechnung ${nummer(4)} fehlt eine`,
      ],
    ],
  ]
  for (const [name, sql, found] of cases)
    test(name, async () => {
      expect((await after(sql)).toSorted()).toEqual(found().toSorted())
    })

  test("the same on the command line, where the service may run meanwhile", async () => {
    const db = open()
    db.run("UPDATE abrechnungen SET lfd_nr = 9 WHERE lfd_nr = 4")
    db.close()
    expect((await checkLedgers(app.dir)).faults).toEqual([
      { tenant: "hof", faults: [`Vor der Abrechnung ${nummer(4)} fehlt eine`] },
    ])
  })
})

test("what was booked before there were settlements counts as settled, and what came since does not", async () => {
  const older = createTestApp()
  const old = await yard(older, "alt")
  const [kunde_id] = old.kunden
  const { token } = old.admin
  const book = (menge: number) =>
    older.call("POST", "/api/pfandbuchungen", {
      token,
      body: { kunde_id, positionen: [{ pfandartikel_id: old.leer, art: "ausgabe", menge }] },
    })
  const found = async () => (await older.call("GET", "/api/pfandpruefung", { token })).body.fehler
  await book(4)
  const db = new Database(join(older.dir, "pfandwerk.db"))
  // As migration 0015 leaves it.
  db.run("DELETE FROM offene_buchungen")
  // The second comes with the company that is taken over.
  db.run("UPDATE tenants SET abrechnung_nach_nr = 2 WHERE id = ?", [old.id])
  await book(2)
  expect(db.query("SELECT count(*) FROM offene_buchungen").values()).toEqual([[0]])
  await book(2)
  expect(await found()).toEqual([])
  db.run("DELETE FROM offene_buchungen")
  db.close()
  expect(await found()).toHaveLength(2)
  older.close()
})
