import { Database } from "bun:sqlite"
import { afterAll, beforeAll, beforeEach, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** The tax of a booking is frozen with it: later changes of article and device do not matter. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let kunde_id: string
beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
})
beforeEach(async () => {
  kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const artikel = async (felder = {}): Promise<string> => {
  const nummer = Bun.randomUUIDv7()
  const neu = { nummer, bezeichnung: "Kasten", art: "einzeln", pfand_cent: 100, ust_klasse: KLASSE }
  return (await call("POST", "pfandartikel", { ...neu, ...felder })).body.id
}
const KLASSE = "warenumschliessung"
const change = (id: string, felder: object) => call("PATCH", `pfandartikel/${id}`, felder)
const book = async (pfandartikel_id: string, art: string, menge: number, more = {}, dann = {}) =>
  (
    await call("POST", "pfandbuchungen", {
      kunde_id,
      grund: "Test",
      positionen: [{ pfandartikel_id, art, menge, ...more }],
      ...dann,
    })
  ).body
const bookAt = (tag: string, id: string, art: string, menge: number) =>
  book(id, art, menge, {}, { erfasst_am: `${tag}T10:00:00.000Z` })
const settle = async () => (await call("POST", "abrechnungen", { kunde_id, bis: "2026-10-15" })).body
const lines = ({ positionen }: any) =>
  positionen.map((one: any) => [one.klasse, one.satz, one.ausgabe, one.ruecknahme, one.korrektur])
const proof = async () => (await call("GET", "pfandpruefung")).body.fehler

test("what comes back has the rate at which it went out, whatever its article is by then", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 10)
  expect(await settle()).toMatchObject({ summe_cent: 1000, ust_cent: 190 })
  await change(kasten, { steuersatz: "ermaessigt" })
  await book(kasten, "ruecknahme", 10)
  expect(await settle()).toMatchObject({ summe_cent: -1000, ust_cent: -190 })
})

test("taken away and given back in one go, what is held changes over to a rate that was put right", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 10)
  await settle()
  await change(kasten, { steuersatz: "ermaessigt" })
  const moved = { pfandartikel_id: kasten, menge: 10 }
  await call("POST", "pfandbuchungen", {
    kunde_id,
    grund: "Steuersatz berichtigt",
    positionen: [
      { ...moved, art: "korrektur_minus" },
      { ...moved, art: "korrektur_plus" },
    ],
  })
  expect(await settle()).toMatchObject({ summe_cent: 0, ust_cent: 70 - 190 })
  await book(kasten, "ruecknahme", 10)
  expect(await settle()).toMatchObject({ summe_cent: -1000, ust_cent: -70 })
  expect(await proof()).toEqual([])
})

/** Where the company shows no VAT at all, none with the settlement, or 19 % with each. */
const SECTION_19 = { kleinunternehmer: 1, ust_verfahren: "laufend" }
const YEARLY = { kleinunternehmer: 0, ust_verfahren: "jahresausgleich" }
const AT_ONCE = { kleinunternehmer: 0, ust_verfahren: "laufend" }

test.each([
  [SECTION_19, AT_ONCE, 0],
  [AT_ONCE, SECTION_19, 190],
  [YEARLY, AT_ONCE, 0],
  [AT_ONCE, YEARLY, 190],
  [YEARLY, SECTION_19, 0],
  [SECTION_19, YEARLY, 0],
])(
  "what was charged is what comes back, whatever the company chose meanwhile: %j, then %j",
  async (then, now, ust_cent) => {
    const kasten = await artikel()
    const choose = (felder: object) => call("PATCH", "tenant", felder)
    try {
      await choose(then)
      await book(kasten, "ausgabe", 10)
      expect(await settle()).toMatchObject({ summe_cent: 1000, ust_cent, brutto_cent: 1000 + ust_cent })
      await choose(now)
      await book(kasten, "ruecknahme", 10)
      const back = await settle()
      expect(back).toMatchObject({ summe_cent: -1000, ust_cent: 0 - ust_cent, brutto_cent: -1000 - ust_cent })
      // Whoever gives VAT back shows it, small trader or not.
      expect(back.kleinunternehmer).toBe(now === SECTION_19 && ust_cent === 0 ? 1 : 0)
      expect(await proof()).toEqual([])
    } finally {
      await choose(AT_ONCE)
    }
  },
)

test("what is entered late is taxed as the company was then, and comes back so", async () => {
  const kasten = await artikel()
  const preview = async (tag: string) => {
    const positionen = [{ pfandartikel_id: kasten, art: "ausgabe", menge: 10 }]
    const planned = { kunde_id, positionen, erfasst_am: `${tag}T10:00:00.000Z` }
    return (await call("POST", "pfandbuchungen/vorschau", planned)).body.ust_kommt_dazu
  }
  try {
    await call("PATCH", "tenant", { ...SECTION_19, abrechnung_ist: "rechnung" })
    await book(kasten, "ausgabe", 2)
    expect([await preview("2026-10-14"), await preview("2026-10-15")]).toEqual([true, false])
    await call("PATCH", "tenant", { abrechnung_ist: "beleg" })
    await bookAt("2026-10-14", kasten, "ausgabe", 10)
    expect(await settle()).toMatchObject({ summe_cent: 1200, ust_cent: 190 })
    // First in, first out: ten with their tax, and one without.
    await book(kasten, "ruecknahme", 11)
    expect(await settle()).toMatchObject({ summe_cent: -1100, ust_cent: -190 })
    expect(await proof()).toEqual([])
  } finally {
    await call("PATCH", "tenant", { ...AT_ONCE, abrechnung_ist: "beleg" })
  }
})

test("pieces that were taxed when they went out are not taxed with the year's balance again", async () => {
  const kasten = await artikel()
  const yearly = async () =>
    (await call("GET", "jahresausgleich?jahr=2026&limit=200")).body.items
      .find((one: any) => one.kunde_id === kunde_id)
      .saetze.map((one: any) => [one.satz, one.saldo_cent])
  try {
    await book(kasten, "ausgabe", 10)
    await call("PATCH", "tenant", YEARLY)
    await book(kasten, "ausgabe", 4)
    expect(await yearly()).toEqual([[19, 400]])
    // First in, first out: the ten were taxed, and are refunded with their tax.
    await book(kasten, "ruecknahme", 12)
    expect(await yearly()).toEqual([[19, 200]])
  } finally {
    await call("PATCH", "tenant", AT_ONCE)
  }
})

test("the year's balance tells what was taxed at once from what is taxed by the year, after the company went back", async () => {
  const kasten = await artikel()
  try {
    await call("PATCH", "tenant", YEARLY)
    await book(kasten, "ausgabe", 10)
    await call("PATCH", "tenant", AT_ONCE)
    await book(kasten, "ausgabe", 4)
    const { items } = (await call("GET", "jahresausgleich?jahr=2026&limit=200")).body
    const { saetze } = items.find((one: any) => one.kunde_id === kunde_id)
    expect(saetze.map((one: any) => [one.satz, one.ust_verfahren, one.saldo_cent, one.ust_cent])).toEqual([
      [19, "laufend", 400, 76],
      [19, "jahresausgleich", 1000, 190],
    ])
  } finally {
    await call("PATCH", "tenant", AT_ONCE)
  }
})

test("of one return each piece has what it was: first in, first out, more than went out as it is now", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 4)
  await change(kasten, { ust_klasse: "transporthilfsmittel" })
  await book(kasten, "ausgabe", 3)
  await change(kasten, { ust_klasse: KLASSE, steuersatz: "ermaessigt" })
  await book(kasten, "ruecknahme", 9)
  expect(lines(await settle())).toEqual([
    ["warenumschliessung", 19, 4, 4, 0],
    ["transporthilfsmittel", 19, 3, 3, 0],
    ["warenumschliessung", 7, 0, 2, 0],
  ])
})

test("a device gives back what was charged for it, in however many bookings that was", async () => {
  const device = {
    geraetenummer: Bun.randomUUIDv7(),
    bezeichnung: "Kühler",
    pfand_cent: 5000,
    pfandform: "pfand",
  }
  const { id: geraet_id } = (await call("POST", "geraete", device)).body
  const move = async (art: string, more = {}) => {
    const position = { geraet_id, art, menge: 1, ...more }
    const moved = await call("POST", "pfandbuchungen", { kunde_id, grund: "Test", positionen: [position] })
    expect(moved.status).toBe(201)
    return settle()
  }
  try {
    expect(await move("ausgabe")).toMatchObject({ summe_cent: 5000, ust_cent: 950 })
    expect(await move("korrektur_plus", { betrag_cent: 1000 })).toMatchObject({
      summe_cent: 1000,
      ust_cent: 190,
    })
    await call("PATCH", "tenant", SECTION_19)
    expect(await move("korrektur_plus", { betrag_cent: 500 })).toMatchObject({ summe_cent: 500, ust_cent: 0 })
    const back = await move("ruecknahme")
    expect(back).toMatchObject({ summe_cent: -6500, ust_cent: -1140 })
    expect(back.positionen.map((one: any) => [one.satz, one.ruecknahme, one.betrag_cent])).toEqual(
      expect.arrayContaining([
        [19, 1, 6000],
        [null, 1, 500],
      ]),
    )
    expect(await proof()).toEqual([])
  } finally {
    await call("PATCH", "tenant", AT_ONCE)
  }
})

test("a return of before a revaluation, told after it, takes back with the tax that the revaluation gave", async () => {
  const kasten = await artikel()
  try {
    await bookAt("2026-10-10", kasten, "ausgabe", 10)
    await change(kasten, { pfand_cent: 300, bei_aenderung: "umbewertung" })
    expect((await call("POST", `pfandartikel/${kasten}/umbewertung`, {})).status).toBe(200)
    expect(await settle()).toMatchObject({ summe_cent: 3000, ust_cent: 570 })
    await call("PATCH", "tenant", YEARLY)
    await bookAt("2026-10-12", kasten, "ruecknahme", 10)
    expect(await settle()).toMatchObject({ summe_cent: -3000, ust_cent: -570 })
    expect(await proof()).toEqual([])
  } finally {
    await call("PATCH", "tenant", AT_ONCE)
  }
})

test("pieces that were revalued keep the rate at which they went out, for each customer once", async () => {
  const other = (await call("POST", "kunden", { name: "Wirt" })).body.id
  for (const [tag, expected] of [
    ["2020-10-15", { summe_cent: 600, ust_cent: 96 }],
    ["2026-10-14", { summe_cent: 600, ust_cent: 114 }],
  ] as const) {
    const kasten = await artikel()
    await bookAt(tag, kasten, "ausgabe", 2)
    const zeile = { pfandartikel_id: kasten, art: "ausgabe", menge: 1 }
    await call("POST", "pfandbuchungen", { kunde_id: other, positionen: [zeile] })
    await change(kasten, { pfand_cent: 300, bei_aenderung: "umbewertung" })
    expect((await call("POST", `pfandartikel/${kasten}/umbewertung`, {})).body).toMatchObject({ kunden: 2 })
    expect(await settle()).toMatchObject(expected)
    kunde_id = (await call("POST", "kunden", { name: "Gasthaus" })).body.id
  }
})

test("a Storno is what it undoes, and puts back what had come back", async () => {
  const kasten = await artikel()
  const out = await book(kasten, "ausgabe", 5)
  const back = await book(kasten, "ruecknahme", 2)
  await settle()
  await change(kasten, { steuersatz: "keine" })
  await call("POST", `pfandbuchungen/${back.vorgang_id}/storno`, { grund: "Test" })
  expect(lines(await settle())).toEqual([["warenumschliessung", 19, 0, 0, 2]])
  const { body } = await call("POST", `pfandbuchungen/${out.vorgang_id}/storno`, { grund: "Test" })
  expect(body.buchungen).toMatchObject([{ klasse: KLASSE, steuersatz: "regel", preise: "netto" }])
  expect(lines(await settle())).toEqual([["warenumschliessung", 19, 0, 0, -5]])
})

test("what a Storno gives back comes back first again", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 5)
  await change(kasten, { steuersatz: "ermaessigt" })
  await book(kasten, "ausgabe", 5)
  const back = await book(kasten, "ruecknahme", 2)
  await settle()
  await call("POST", `pfandbuchungen/${back.vorgang_id}/storno`, { grund: "Test" })
  await settle()
  await book(kasten, "ruecknahme", 5)
  expect(lines(await settle())).toEqual([["warenumschliessung", 19, 0, 5, 0]])
})

test("an opening balance entered late shifts what came back to its rate: the next settlement makes up for it", async () => {
  const kasten = await artikel({ steuersatz: "ermaessigt" })
  await book(kasten, "ausgabe", 10)
  await book(kasten, "ruecknahme", 10)
  await settle()
  await change(kasten, { steuersatz: "regel" })
  await bookAt("2026-09-01", kasten, "anfangsbestand", 10)
  await book(kasten, "ruecknahme", 10)
  const next = await settle()
  expect(lines(next)).toEqual([
    ["warenumschliessung", 19, 0, 0, -10],
    ["warenumschliessung", 7, 0, 10, 10],
  ])
  expect(next.steuern.map((one: any) => [one.satz, one.netto_cent])).toEqual([
    [19, -1000],
    [7, 0],
  ])
})

test("a Storno of an opening balance shifts what came back of it: the next settlement makes up for it, once", async () => {
  const kasten = await artikel()
  const anfang = await bookAt("2026-09-01", kasten, "anfangsbestand", 10)
  await change(kasten, { steuersatz: "ermaessigt" })
  await book(kasten, "ausgabe", 10)
  await book(kasten, "ruecknahme", 10)
  expect(lines(await settle())).toEqual([
    ["warenumschliessung", 19, 0, 10, 0],
    ["warenumschliessung", 7, 10, 0, 0],
  ])
  await call("POST", `pfandbuchungen/${anfang.vorgang_id}/storno`, { grund: "Test" })
  await book(kasten, "ausgabe", 1)
  expect(lines(await settle())).toEqual([
    ["warenumschliessung", 19, 0, 0, 10],
    ["warenumschliessung", 7, 1, 0, -10],
  ])
  await book(kasten, "ausgabe", 1)
  expect(lines(await settle())).toEqual([["warenumschliessung", 7, 1, 0, 0]])
  expect(await proof()).toEqual([])
})

test("a device that was a deposit when it went out is one when it comes back", async () => {
  const neu = { geraetenummer: "G-77", bezeichnung: "Zapfanlage", pfand_cent: 10_000, pfandform: "pfand" }
  const { id } = (await call("POST", "geraete", neu)).body
  await call("POST", `geraete/${id}/ausgabe`, { kunde_id })
  expect(await settle()).toMatchObject({ ust_cent: 1900 })
  await call("PATCH", `geraete/${id}`, { pfandform: "kaution" })
  await call("POST", `geraete/${id}/ruecknahme`, {})
  const back = await settle()
  expect(back).toMatchObject({ summe_cent: -10_000, ust_cent: -1900 })
  expect(lines(back)).toEqual([["geraetepfand", 19, 0, 1, 0]])
})

test("the year's balance goes by what things were when they went out", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 10)
  await change(kasten, { ust_klasse: "transporthilfsmittel" })
  await book(kasten, "ausgabe", 3)
  await book(kasten, "ruecknahme", 4)
  const { items } = (await call("GET", "jahresausgleich?jahr=2026&limit=200")).body
  const { saetze } = items.find((one: any) => one.kunde_id === kunde_id)
  expect(saetze).toMatchObject([{ satz: 19, saldo_cent: 600 }])
})

test("VAT is reckoned once per rate, and of each price there is a line", async () => {
  const [kasten, palette] = [
    await artikel({ pfand_cent: 3 }),
    await artikel({ pfand_cent: 3, ust_klasse: "transporthilfsmittel" }),
  ]
  await book(kasten, "ausgabe", 1)
  await book(kasten, "ausgabe", 1, { betrag_cent: 7 })
  await book(palette, "ausgabe", 1)
  const { steuern, positionen, ust_cent } = await settle()
  // 19 % of 0.13 is 0.0247, of the parts 0.019 and 0.0057: 2 + 1 would be a cent too much.
  expect([ust_cent, steuern.map((one: any) => one.ust_cent).toSorted()]).toEqual([2, [0, 2]])
  expect(positionen.map((one: any) => [one.betrag_cent, one.ausgabe, one.summe_cent]).toSorted()).toEqual([
    [3, 1, 3],
    [3, 1, 3],
    [7, 1, 7],
  ])
})

test("taxes stand with the highest rate first, what bears none last", async () => {
  for (const [nummer, steuersatz] of [
    ["A", "keine"],
    ["B", "ermaessigt"],
    ["C", "regel"],
  ])
    await book(await artikel({ nummer: `${nummer}-${Bun.randomUUIDv7()}`, steuersatz }), "ausgabe", 1)
  const { steuern } = await settle()
  expect(steuern.map(({ satz }: any) => satz)).toEqual([19, 7, null])
})

test("the chain covers it: whoever changes or empties it is found, and no booking proves in the older form", async () => {
  const kasten = await artikel()
  await book(kasten, "ausgabe", 1)
  expect(await proof()).toEqual([])
  const db = new Database(join(app.dir, "pfandwerk.db"))
  const { lfd_nr, hash } = db
    .query("SELECT lfd_nr, hash FROM pfandbuchungen ORDER BY lfd_nr DESC LIMIT 1")
    .get() as { lfd_nr: number; hash: string }
  const triggers = ["pfandbuchungen_nie_aendern", "tenants_steuer_nach_nr_bleibt"].map((name) => {
    const [sql] = db.query("SELECT sql FROM sqlite_schema WHERE name = ?").values(name)[0] as [string]
    db.run(`DROP TRIGGER ${name}`)
    return sql
  })
  const changed = [{ art: "kette", msg: `Buchung ${lfd_nr} wurde nachträglich verändert` }]
  const row = `WHERE lfd_nr = ${lfd_nr}`
  for (const [column, other, was] of [
    ["klasse", "'kaution'", KLASSE],
    ["steuersatz", "'keine'", "regel"],
    ["preise", "'brutto'", "netto"],
    ["klasse", "NULL", KLASSE],
  ]) {
    db.run(`UPDATE pfandbuchungen SET ${column} = ${other} ${row}`)
    expect(await proof()).toEqual(changed)
    db.run(`UPDATE pfandbuchungen SET ${column} = '${was}' ${row}`)
  }
  expect(await proof()).toEqual([])
  // Emptied, and declared to be from before: that is not what its hash says.
  db.run(`UPDATE pfandbuchungen SET klasse = NULL, steuersatz = NULL, preise = NULL ${row}`)
  db.run(`UPDATE tenants SET steuer_nach_nr = ${lfd_nr}`)
  expect((await proof()).map((one: any) => one.msg)).toContain(changed[0]!.msg)
  db.run("UPDATE tenants SET steuer_nach_nr = 0")
  db.run(`UPDATE pfandbuchungen SET klasse = '${KLASSE}', steuersatz = 'regel', preise = 'netto' ${row}`)
  for (const sql of triggers) db.run(sql)
  db.close()
  expect([await proof(), hash.length]).toEqual([[], 64])
})

test("of an account with many bookings each counts once, whatever their pieces were", async () => {
  const kasten = await artikel()
  for (const [rows, steuersatz] of [
    [200, "ermaessigt"],
    [100, "keine"],
    [100, "regel"],
  ] as const) {
    const positionen = Array.from({ length: rows }, () => ({
      pfandartikel_id: kasten,
      art: "ausgabe",
      menge: 1,
    }))
    await call("POST", "pfandbuchungen", { kunde_id, positionen })
    await change(kasten, { steuersatz })
  }
  await settle()
  await book(kasten, "ruecknahme", 350)
  expect(lines(await settle())).toEqual([
    ["warenumschliessung", 19, 0, 200, 0],
    ["warenumschliessung", 7, 0, 100, 0],
    ["warenumschliessung", null, 0, 50, 0],
  ])
})
