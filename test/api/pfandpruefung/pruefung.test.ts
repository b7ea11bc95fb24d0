import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The proof of the ledger against somebody who can write to the file and has switched off all of its rules. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
type Proof = { in_ordnung: boolean; fehler: { art: string; msg: string }[] }
const pruefung = async (): Promise<Proof> => (await call("GET", "pfandpruefung")).body

beforeAll(async () => {
  hof = await yard(app, "sommer")
  const kunde_id = hof.kunden[0]
  const plan = { kunde_id, datum: "2026-03-31", positionen: [] }
  const { id } = (await call("POST", "lieferungen", plan)).body
  await call("POST", `lieferungen/${id}/start`, {})
  const actual = [
    { pfandartikel_id: hof.fass, ist_ausgabe: 2 },
    { geraet_id: hof.geraete[0], ist_ausgabe: 1 },
  ]
  await call("POST", `lieferungen/${id}/abschluss`, { positionen: actual })
  const positionen = [{ pfandartikel_id: hof.leer, art: "ruecknahme", menge: 3 }]
  const { vorgang_id } = (await call("POST", "pfandbuchungen", { kunde_id, grund: "Leergut", positionen }))
    .body
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Verzählt" })
  await call("POST", "pfandbuchungen", { kunde_id, positionen })
  const db = open()
  for (const [name] of db.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").values())
    if (!String(name).startsWith("kunden")) db.run(`DROP TRIGGER ${name}`)
  db.close()
})

function open(): Database {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("PRAGMA foreign_keys = OFF")
  db.run("PRAGMA ignore_check_constraints = ON")
  return db
}

/** Does it, proves the ledger, and puts the tables back as they were. @returns what was found */
async function proofAfter(sql: string): Promise<Proof> {
  const tables = [
    "pfandbuchungen",
    "pfandkonten",
    "pfandwerte",
    "pfandsalden",
    "pfandverlauf",
    "pfandbestaende",
  ]
  const db = open()
  for (const table of tables) db.run(`CREATE TEMP TABLE vorher_${table} AS SELECT * FROM ${table}`)
  try {
    expect(db.run(sql).changes).toBeGreaterThan(0)
    return await pruefung()
  } finally {
    for (const table of tables) {
      db.run(`DELETE FROM ${table}`)
      db.run(`INSERT INTO ${table} SELECT * FROM vorher_${table}`)
    }
    db.close()
  }
}

const after = async (sql: string) => (await proofAfter(sql)).fehler

test("is content with what nobody touched", async () => {
  expect((await pruefung()).fehler).toEqual([])
})

test("tells the last booking's hash: written down elsewhere, it shows when the end is missing", async () => {
  const [last, before] = (await call("GET", "pfandbuchungen")).body.items
  expect(await pruefung()).toMatchObject({ buchungen: 5, letzter_hash: last.hash })
  const other = await yard(app, "winter")
  const empty = await app.call("GET", "/api/pfandpruefung", { token: other.admin.token })
  expect(empty.body).toEqual({ in_ordnung: true, buchungen: 0, letzter_hash: null, fehler: [], hinweise: [] })
  // An intruder who takes the end away and corrects the balances leaves a ledger that is sound, but another one.
  const letzte = "(SELECT * FROM pfandbuchungen WHERE lfd_nr = 5) b"
  const cut = await proofAfter(
    `UPDATE pfandkonten SET wert_cent = wert_cent - b.summe_cent, bestand = bestand + b.menge
       FROM ${letzte} WHERE pfandkonten.pfandartikel_id = b.pfandartikel_id;
     UPDATE pfandwerte SET bestand = bestand + b.menge FROM ${letzte}
       WHERE pfandwerte.pfandartikel_id = b.pfandartikel_id AND pfandwerte.betrag_cent = b.betrag_cent;
     UPDATE pfandsalden SET wert_cent = wert_cent - b.summe_cent, negative_konten = 0
       FROM ${letzte} WHERE pfandsalden.kunde_id = b.kunde_id;
     UPDATE pfandverlauf SET abgang_cent = abgang_cent + b.summe_cent, letzte_nr = 4 FROM ${letzte};
     UPDATE pfandbestaende SET wert_cent = wert_cent - b.summe_cent, bestand = bestand + b.menge
       FROM ${letzte} WHERE pfandbestaende.pfandartikel_id = b.pfandartikel_id;
     DELETE FROM pfandbuchungen WHERE lfd_nr = 5`,
  )
  expect(cut).toMatchObject({ in_ordnung: true, buchungen: 4, letzter_hash: before.hash })
})

describe("a booking", () => {
  test("has no column with a meaning that can be changed unseen", async () => {
    // Stamps of the row, which nothing shows and nothing is computed from.
    const meaningless = new Set(["erstellt_am", "aktualisiert_am", "version"])
    const db = open()
    const columns = db.query("SELECT name, type FROM pragma_table_info('pfandbuchungen')").values()
    db.close()
    for (const [name, type] of columns as [string, string][]) {
      if (meaningless.has(name)) continue
      for (const lfd_nr of [1, 2, 3, 4, 5]) {
        const value = type === "INTEGER" ? `${name} + 1` : `coalesce(${name}, '') || 'x'`
        const found = await after(`UPDATE pfandbuchungen SET ${name} = ${value} WHERE lfd_nr = ${lfd_nr}`)
          // Two rows of one number cannot be: that is what the index is for.
          .catch((error: Error) => (name === "lfd_nr" ? error : undefined))
        if (found instanceof Error) expect(found.message).toContain("UNIQUE")
        else
          // A row that was given to another company is missing in this one.
          expect([name, found?.map(({ art }) => art)]).toEqual([
            name,
            name === "tenant_id" && lfd_nr === 5
              ? ["verlauf", "bestand", "saldo", "gesamtsaldo"]
              : expect.arrayContaining(["kette"]),
          ])
      }
    }
  })

  test("cannot be taken away, in the middle or at the end", async () => {
    const middle = await after("DELETE FROM pfandbuchungen WHERE lfd_nr = 3")
    expect(middle).toContainEqual({ art: "kette", msg: "Vor Buchung 4 fehlt eine" })
    const last = await after("DELETE FROM pfandbuchungen WHERE lfd_nr = 5")
    expect(last.map(({ art }) => art)).toEqual(["verlauf", "bestand", "saldo", "gesamtsaldo"])
  })

  test("of which number and place were exchanged with another is noticed", async () => {
    const found = await after(
      "UPDATE pfandbuchungen SET lfd_nr = CASE lfd_nr WHEN 1 THEN -2 ELSE -1 END WHERE lfd_nr < 3",
    )
    expect(found.length).toBeGreaterThan(0)
  })
})

describe("a balance", () => {
  const konto = () => `pfandartikel_id = '${hof.leer}'`
  const cases: [string, () => string, string[]][] = [
    ["of pieces", () => `UPDATE pfandkonten SET bestand = bestand + 1 WHERE ${konto()}`, ["saldo"]],
    ["of money", () => `UPDATE pfandkonten SET wert_cent = wert_cent + 1 WHERE ${konto()}`, ["saldo"]],
    ["that is missing", () => `DELETE FROM pfandkonten WHERE ${konto()}`, ["saldo"]],
    [
      "without bookings",
      () => `INSERT INTO pfandkonten (tenant_id, id, kunde_id, pfandartikel_id, bestand, wert_cent, erstellt_am, aktualisiert_am)
        SELECT tenant_id, '${Bun.randomUUIDv7()}', '${hof.kunden[1]}', pfandartikel_id, 0, 0, erstellt_am, aktualisiert_am
        FROM pfandkonten WHERE ${konto()}`,
      ["saldo"],
    ],
    ["of a customer", () => "UPDATE pfandsalden SET wert_cent = wert_cent - 1", ["gesamtsaldo"]],
    ["with a wrong flag", () => "UPDATE pfandsalden SET negative_konten = 0", ["gesamtsaldo"]],
    ["of a customer that is missing", () => "DELETE FROM pfandsalden", ["gesamtsaldo"]],
    [
      "of a customer who has no bookings",
      () => `INSERT INTO pfandsalden SELECT tenant_id, '${Bun.randomUUIDv7()}', '${hof.kunden[1]}', 0, 0,
        erstellt_am, aktualisiert_am, 1, NULL FROM pfandsalden`,
      ["gesamtsaldo"],
    ],
    ["at other amounts", () => "UPDATE pfandwerte SET betrag_cent = betrag_cent + 1", ["saldo"]],
    [
      "that is said to be older",
      () =>
        `UPDATE pfandkonten SET seit_am = '2020-01-01T00:00:00.000Z' WHERE pfandartikel_id = '${hof.fass}'`,
      ["alter", "alter"],
    ],
    [
      "that is said to have more left of its oldest pieces",
      () => `UPDATE pfandkonten SET seit_rest = seit_rest + 1 WHERE pfandartikel_id = '${hof.fass}'`,
      ["alter"],
    ],
    ["of a customer that is said to be new", () => "UPDATE pfandsalden SET seit_am = NULL", ["alter"]],
    ["of a day", () => "UPDATE pfandverlauf SET zugang_cent = zugang_cent + 1", ["verlauf"]],
    ["of a day that is missing", () => "DELETE FROM pfandverlauf", ["verlauf"]],
    [
      "of all pieces",
      () => "UPDATE pfandbestaende SET bestand = 0 WHERE pfandartikel_id IS NULL",
      ["bestand"],
    ],
    [
      "of all money",
      () => `UPDATE pfandbestaende SET wert_cent = 0 WHERE pfandartikel_id = '${hof.fass}'`,
      ["bestand"],
    ],
  ]
  for (const [name, sql, arten] of cases)
    test(`${name} is found`, async () => {
      expect((await after(sql())).map(({ art }) => art)).toEqual(arten)
    })
})
