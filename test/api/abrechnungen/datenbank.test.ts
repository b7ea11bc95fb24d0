import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { dayIn } from "../../../src/lib/format.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Rules that the database itself holds: a mistake in the code cannot settle a booking twice. */

const app = createTestApp()
afterAll(() => {
  db.close()
  app.close()
})
let hof: Yard
let db: Database
let first: any
let storno: any
beforeAll(async () => {
  hof = await yard(app, "hof")
  const post = (path: string, body: unknown) => app.call("POST", path, { token: hof.admin.token, body })
  const [kunde_id] = hof.kunden
  const bis = dayIn(new Date().toISOString(), "Europe/Berlin")
  const book = (kunde = kunde_id) =>
    post("/api/pfandbuchungen", {
      kunde_id: kunde,
      positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
    })
  const settle = async () => (await post("/api/abrechnungen", { kunde_id, bis })).body
  await book()
  first = await settle()
  await book()
  const second = await settle()
  storno = (await post(`/api/abrechnungen/${second.id}/storno`, { grund: "Test" })).body
  await book(hof.kunden[1])
  const positionen = [{ pfandartikel_id: hof.fass, art: "anfangsbestand", menge: 1 }]
  await post("/api/pfandbuchungen", { kunde_id, positionen })
  db = new Database(join(app.dir, "pfandwerk.db"))
})

const refused = (sql: string): string => {
  try {
    db.transaction(() => {
      db.run(sql)
      throw new Error("done")
    })()
  } catch (error) {
    return (error as Error).message
  }
  return "done"
}

test("a settlement, its lines and its taxes are neither changed nor deleted", () => {
  for (const table of ["abrechnungen", "abrechnungspositionen", "abrechnungssteuern"]) {
    const columns = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat()
    // Whether it went out is not on the paper.
    const changing = new Set(["versand_offen", "per_post_am", "aktualisiert_am", "version"])
    for (const column of columns.filter((one) => table !== "abrechnungen" || !changing.has(String(one))))
      expect([table, column, refused(`UPDATE ${table} SET ${column} = ${column}`)]).toEqual([
        table,
        column,
        "eine Abrechnung ist unveraenderlich",
      ])
    expect(refused(`DELETE FROM ${table}`)).toBe("eine Abrechnung ist unveraenderlich")
  }
  expect(refused("DELETE FROM abrechnungsbuchungen")).toBe("eine Abrechnung ist unveraenderlich")
  const stillCounting = `WHERE abrechnung_id = '${first.id}'`
  expect(refused(`UPDATE abrechnungsbuchungen SET gilt = 0 ${stillCounting}`)).toBe(
    "eine Abrechnung ist unveraenderlich",
  )
  expect(refused("UPDATE abrechnungsbuchungen SET gilt = 1 WHERE gilt = 0")).toBe(
    "eine Abrechnung ist unveraenderlich",
  )
})

const copy = (table: string, where: string, changes: Record<string, string>): string => {
  const columns = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat() as string[]
  const values = columns.map((name) => changes[name] ?? name)
  return `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE ${where}`
}

test("a booking stands in one settlement that counts, and only in one of its customer", () => {
  const of = `abrechnung_id = '${first.id}'`
  expect(refused(copy("abrechnungsbuchungen", of, { id: "'x'" }))).toBe(
    "diese Buchung steht schon in einer Abrechnung",
  )
  const openOf = (kunde_id: string) =>
    `SELECT id FROM offene_buchungen WHERE kunde_id = '${kunde_id}' LIMIT 1`
  const open = openOf(hof.kunden[0])
  expect(
    refused(copy("abrechnungsbuchungen", of, { id: "'x'", buchung_id: `(${openOf(hof.kunden[1])})` })),
  ).toBe("diese Buchung steht schon in einer Abrechnung")
  expect(refused(copy("abrechnungsbuchungen", of, { id: "'x'", buchung_id: `(${open})` }))).toBe("done")
  expect(
    refused(
      copy("abrechnungsbuchungen", of, {
        id: "'x'",
        buchung_id: `(${open})`,
        abrechnung_id: `'${storno.id}'`,
      }),
    ),
  ).toBe("diese Buchung steht schon in einer Abrechnung")
  const opening = "(SELECT id FROM pfandbuchungen WHERE art = 'anfangsbestand')"
  expect(refused(copy("abrechnungsbuchungen", of, { id: "'x'", buchung_id: opening }))).toBe(
    "diese Buchung steht schon in einer Abrechnung",
  )
})

test("numbers have no gap and no counter-document other amounts than what it cancels", () => {
  const of = `id = '${first.id}'`
  const neu = { id: "'x'", nummer: "'x'" }
  expect(refused(copy("abrechnungen", of, { ...neu, lfd_nr: "5" }))).toContain("Luecke")
  expect(refused(copy("abrechnungen", of, { ...neu, lfd_nr: "4" }))).toBe("done")
  const counter = { ...neu, lfd_nr: "4", art: "'storno'", grund: "'x'", storno_von: `'${first.id}'` }
  expect(refused(copy("abrechnungen", of, counter))).toContain("hebt genau eine Abrechnung auf")
  const turned = { summe_cent: "-summe_cent", netto_cent: "-netto_cent", ust_cent: "-ust_cent" }
  expect(refused(copy("abrechnungen", of, { ...counter, ...turned }))).toBe("done")
  const otherTax = { ...turned, netto_cent: "-netto_cent - 1", ust_cent: "-ust_cent + 1" }
  expect(refused(copy("abrechnungen", of, { ...counter, ...otherTax }))).toContain("hebt genau eine")
  const otherSum = { ...turned, preise: "'brutto'", summe_cent: "-netto_cent - ust_cent" }
  expect(refused(copy("abrechnungen", of, { ...counter, ...otherSum }))).toContain("hebt genau eine")
  expect(
    refused(copy("abrechnungen", of, { ...counter, ...turned, storno_von: `'${storno.storno_von}'` })),
  ).toContain("UNIQUE constraint failed")
})

test("net, VAT and sum of a settlement fit together", () => {
  const of = `id = '${first.id}'`
  const neu = { id: "'x'", nummer: "'x'", lfd_nr: "4" }
  expect(refused(copy("abrechnungen", of, { ...neu, summe_cent: "summe_cent + 1" }))).toContain(
    "abrechnungen_geht_auf",
  )
})
