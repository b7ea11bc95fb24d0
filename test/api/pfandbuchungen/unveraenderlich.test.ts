import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Writers to the database file, with whatever trick: what is final stays as it is, or is blanked. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let lieferung: string
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })

beforeAll(async () => {
  hof = await yard(app, "sommer")
  const plan = {
    kunde_id: hof.kunden[0],
    datum: "2026-03-31",
    hinweis: "Hintertür",
    positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 1 }],
  }
  lieferung = (await call("POST", "lieferungen", plan)).body.id
  await call("POST", `lieferungen/${lieferung}/start`, {})
  const actual = {
    empfaenger_name: "Frau Wirtin",
    positionen: [
      { pfandartikel_id: hof.fass, ist_ausgabe: 1 },
      { geraet_id: hof.geraete[0], ist_ausgabe: 1 },
    ],
  }
  expect((await call("POST", `lieferungen/${lieferung}/abschluss`, actual)).status).toBe(200)
  await call("POST", "lieferungen", plan)
  await call("POST", `geraete/${hof.geraete[1]}/status`, { status: "wartung", notiz: "Dichtung" })
})

/** As another program would, with SQLite's own settings: without recursive triggers. */
function refused(sql: string): string {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("PRAGMA foreign_keys = ON")
  try {
    db.run("BEGIN")
    db.run(sql)
    return "done"
  } catch (error) {
    return (error as Error).message
  } finally {
    if (db.inTransaction) db.run("ROLLBACK")
    db.close()
  }
}

const finished = () => `id = '${lieferung}'`
const theirs = () => `lieferung_id = '${lieferung}'`
const columns = async (table: string) => {
  const db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const names = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat() as string[]
  db.close()
  return names
}

test("up to which booking a hash leaves its tax out, stays", () => {
  for (const column of ["steuer_nach_nr", "regelung_nach_nr"])
    expect(refused(`UPDATE tenants SET ${column} = ${column} + 1 WHERE id = '${hof.id}'`)).toContain(
      "steht fest",
    )
})

test("with which parts a gebinde went out, and what deposits were, stays", async () => {
  const positionen = [{ pfandartikel_id: hof.kasten, art: "ausgabe", menge: 1 }]
  await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
  await call("PATCH", `pfandartikel/${hof.kasten}`, {
    bestandteile: [{ pfandartikel_id: hof.leer, menge: 2 }],
  })
  await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
  await call("PATCH", `geraete/${hof.geraete[0]}`, { pfand_cent: 6000 })
  await call("PATCH", "tenant", { kleinunternehmer: 1 })
  for (const table of ["gebindebewegungen", "artikelstaende", "geraetestaende", "regelungsstaende"])
    for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET version = version + 1`])
      expect([change, refused(change)]).toEqual([change, `${table} sind unveraenderlich`])
})

test("REPLACE takes nothing away from the log, the ledger or the custody history", async () => {
  for (const table of ["protokoll", "pfandbuchungen", "geraete_bewegungen"]) {
    const names = await columns(table)
    const values = names.map((name) =>
      name === "lfd_nr" ? "(SELECT max(lfd_nr) + 1 FROM pfandbuchungen)" : name,
    )
    const replaced = refused(
      `INSERT OR REPLACE INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table} LIMIT 1`,
    )
    expect([table, replaced]).toEqual([table, expect.stringContaining("unveraenderlich")])
  }
})

describe("no column of a booking can be written", () => {
  test("by UPDATE, by REPLACE, or by ON CONFLICT", async () => {
    const names = await columns("pfandbuchungen")
    for (const name of names) {
      expect(refused(`UPDATE pfandbuchungen SET ${name} = ${name}`)).toContain("unveraenderlich")
      expect(refused(`UPDATE OR REPLACE pfandbuchungen SET ${name} = ${name}`)).toContain("unveraenderlich")
      expect(refused(`UPDATE OR IGNORE pfandbuchungen SET ${name} = ${name}`)).toContain("unveraenderlich")
    }
    const all = "INTO pfandbuchungen SELECT * FROM pfandbuchungen WHERE lfd_nr = 1"
    for (const how of ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
      expect(refused(`${how} ${all}`)).toMatch(/lueckenlos|unveraenderlich/)
    const conflict = "ON CONFLICT (tenant_id, id) DO UPDATE SET menge = 2"
    expect(refused(`INSERT ${all} ${conflict}`)).toMatch(/lueckenlos|unveraenderlich/)
  })
})

test("only the exact opposite of a booking is its Storno", () => {
  const storno = (changes: Record<string, string> = {}) => {
    const row = {
      tenant_id: "tenant_id",
      id: `'${Bun.randomUUIDv7()}'`,
      lfd_nr: "(SELECT max(lfd_nr) + 1 FROM pfandbuchungen)",
      vorgang_id: `'${Bun.randomUUIDv7()}'`,
      kunde_id: "kunde_id",
      pfandartikel_id: "pfandartikel_id",
      geraet_id: "geraet_id",
      art: "'korrektur_minus'",
      menge: "menge",
      betrag_cent: "betrag_cent",
      summe_cent: "-summe_cent",
      storno_von: "id",
      grund: "'Probe'",
      ...Object.fromEntries(
        "gebucht_von erfasst_am gebucht_am klasse steuersatz preise kleinunternehmer ust_verfahren hash erstellt_am aktualisiert_am"
          .split(" ")
          .map((name) => [name, name]),
      ),
      ...changes,
    }
    return refused(`INSERT INTO pfandbuchungen (${Object.keys(row)}) SELECT ${Object.values(row)}
      FROM pfandbuchungen WHERE pfandartikel_id = '${hof.fass}'`)
  }
  expect(storno()).toBe("done")
  for (const changes of [{ klasse: "NULL" }, { steuersatz: "NULL" }, { preise: "NULL" }])
    expect(storno(changes as Record<string, string>)).toContain("nennt Klasse, Steuersatz und Preisart")
  for (const changes of [{ kleinunternehmer: "NULL" }, { ust_verfahren: "NULL" }])
    expect(storno(changes as Record<string, string>)).toContain("nennt Kleinunternehmer und Verfahren")
  const wrong: Record<string, string>[] = [
    { menge: "menge + 1", summe_cent: "-2 * summe_cent" },
    { betrag_cent: "betrag_cent - 1", summe_cent: "-menge * (betrag_cent - 1)" },
    { kunde_id: `'${hof.kunden[1]}'` },
    { pfandartikel_id: `'${hof.leer}'` },
    { pfandartikel_id: "NULL", geraet_id: `'${hof.geraete[0]}'` },
    { art: "'korrektur_plus'", summe_cent: "summe_cent" },
    { storno_von: "'nichts'" },
  ]
  for (const changes of wrong)
    expect([changes, storno(changes)]).toEqual([
      changes,
      "ein Storno ist das genaue Gegenteil seiner Buchung",
    ])
})

describe("a completed delivery", () => {
  test("keeps every column; what may name a person can be blanked, not rewritten", async () => {
    const free = new Set(["aktualisiert_am", "version"])
    const personal = new Set(["hinweis", "notiz", "grund", "empfaenger_name", "unterschrift"])
    for (const name of await columns("lieferungen")) {
      const numbers: Record<string, string> = { reihenfolge: "99", versuch: "9", ungeplant: "1" }
      const value = numbers[name] ?? (name === "version" ? "version + 1" : "'x'")
      const reply = refused(`UPDATE lieferungen SET ${name} = ${value} WHERE ${finished()}`)
      if (free.has(name)) expect(reply).toBe("done")
      else expect([name, reply]).toEqual([name, "eine zugestellte Lieferung ist unveraenderlich"])
      if (personal.has(name))
        expect(refused(`UPDATE lieferungen SET ${name} = NULL WHERE ${finished()}`)).toBe("done")
    }
  })

  test("is not deleted, and its positions are neither changed, deleted nor moved away", () => {
    const final = "eine zugestellte Lieferung ist unveraenderlich"
    expect(refused(`DELETE FROM lieferungen WHERE ${finished()}`)).toBe(final)
    expect(refused(`DELETE FROM lieferpositionen WHERE ${theirs()}`)).toBe(final)
    expect(refused(`UPDATE lieferpositionen SET ist_ausgabe = 7 WHERE ${theirs()}`)).toBe(final)
  })

  test("gets no position of another one", () => {
    expect(
      refused(
        `UPDATE lieferpositionen SET lieferung_id = '${lieferung}', position = 9 WHERE NOT ${theirs()}`,
      ),
    ).toBe("eine Lieferposition bleibt bei ihrer Lieferung")
  })
})

describe("history", () => {
  test("of devices keeps every column, and a note can only be blanked", async () => {
    const free = new Set(["aktualisiert_am", "version"])
    for (const name of await columns("geraete_bewegungen")) {
      const value = name === "version" ? "version + 1" : "'x'"
      const reply = refused(`UPDATE geraete_bewegungen SET ${name} = ${value}`)
      if (free.has(name)) expect(reply).toBe("done")
      else expect([name, reply]).toEqual([name, "geraete_bewegungen sind unveraenderlich"])
    }
    expect(refused("UPDATE geraete_bewegungen SET notiz = NULL")).toBe("done")
    expect(refused("DELETE FROM geraete_bewegungen")).toContain("unveraenderlich")
  })

  test("in the log keeps every column, and what was changed can only be blanked", async () => {
    const free = new Set(["aktualisiert_am", "version"])
    for (const name of await columns("protokoll")) {
      const value = name === "version" ? "version + 1" : "'{\"a\":[1,2]}'"
      const reply = refused(`UPDATE protokoll SET ${name} = ${value}`)
      if (free.has(name)) expect(reply).toBe("done")
      else expect([name, reply]).toEqual([name, "protokoll ist unveraenderlich"])
    }
    expect(refused("UPDATE protokoll SET aenderungen = '{}'")).toBe("done")
    expect(refused("DELETE FROM protokoll")).toContain("unveraenderlich")
  })
})
