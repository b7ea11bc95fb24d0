import { afterAll, beforeEach, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { importForm } from "../../helpers/import-form.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Bookings are made as things were when they happened: deposits and parts of today never decide about yesterday. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let kunde_id = ""
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  kunde_id = hof.kunden[0]
})

const call = (method: string, path: string, body?: object, who: "admin" | "fahrer" = "admin") =>
  app.call(method, `/api/${path}`, { token: hof[who].token, ...(body && { body }) })
const before = () => new Date(Date.now() - 3_600_000).toISOString()
const book = async (pfandartikel_id: string, art: string, menge: number, erfasst_am?: string) => {
  const positionen = [{ pfandartikel_id, art, menge }]
  return (await call("POST", "pfandbuchungen", { kunde_id, grund: "x", positionen, erfasst_am })).body
}
const amounts = ({ buchungen }: any) => buchungen.map((one: any) => [one.menge, one.betrag_cent])
const held = async () =>
  (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.artikel.map((one: any) => [
    one.nummer,
    one.bestand,
  ])
/** Moments are kept to the millisecond: within one, what was changed first cannot be told. */
const nextMillisecond = () => {
  const now = Date.now()
  return until("the next millisecond has come", () => Date.now() > now)
}
const parts = (flaschen: number) =>
  call("PATCH", `pfandartikel/${hof.kasten}`, {
    bestandteile: [
      { pfandartikel_id: hof.leer, menge: 1 },
      { pfandartikel_id: hof.flasche, menge: flaschen },
    ],
  })

test("a deposit that was raised meanwhile is not that of what happened before", async () => {
  await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: 4500 })
  await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: 5000 })
  expect(amounts(await book(hof.fass, "ausgabe", 10, before()))).toEqual([[10, 3000]])
  expect(amounts(await book(hof.fass, "ausgabe", 1))).toEqual([[1, 5000]])
  // Eleven were out; what came back beyond them yesterday has the deposit of yesterday.
  expect(amounts(await book(hof.fass, "ruecknahme", 12, before()))).toEqual([
    [11, 3000],
    [1, 5000],
  ])
})

test("a device's deposit that was changed meanwhile is not that of what happened before", async () => {
  const [id] = hof.geraete
  await call("PATCH", `geraete/${id}`, { pfand_cent: 6000 })
  await nextMillisecond()
  await call("PATCH", `geraete/${id}`, { pfand_cent: 7000 })
  const amount = async () => (await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.wert_cent
  const positionen = [{ geraet_id: id, art: "ausgabe", menge: 1 }]
  const preview = (erfasst_am?: string) =>
    call("POST", "pfandbuchungen/vorschau", { kunde_id, erfasst_am, positionen })
  expect((await preview()).body.positionen[0].summe_cent).toBe(7000)
  expect((await preview(before())).body.positionen[0].summe_cent).toBe(5000)
  await call("POST", `geraete/${id}/ausgabe`, { kunde_id, erfasst_am: before() })
  expect(await amount()).toBe(5000)
  await call("POST", `geraete/${id}/ruecknahme`, {})
  expect(await amount()).toBe(0)
})

test("what a company chose before its first booking was never in force", async () => {
  await call("PATCH", "tenant", { kleinunternehmer: 1 })
  expect((await book(hof.fass, "ausgabe", 1, before())).buchungen[0].kleinunternehmer).toBe(1)
})

test("a gebinde comes back with the parts with which it went out, first in, first out", async () => {
  await book(hof.kasten, "ausgabe", 5)
  await parts(24)
  await book(hof.kasten, "ausgabe", 2)
  expect(await held()).toEqual([
    ["FLASCHE", 148],
    ["KASTEN", 7],
  ])
  const back = await book(hof.kasten, "ruecknahme", 6)
  expect(await held()).toEqual([
    ["FLASCHE", 24],
    ["KASTEN", 1],
  ])
  await call("POST", `pfandbuchungen/${back.vorgang_id}/storno`, { grund: "x" })
  await book(hof.kasten, "ruecknahme", 5)
  expect(await held()).toEqual([
    ["FLASCHE", 48],
    ["KASTEN", 2],
  ])
  // One line after the other, and more than went out with the parts of today.
  const positionen = [2, 1].map((menge) => ({ pfandartikel_id: hof.kasten, art: "ruecknahme", menge }))
  await call("POST", "pfandbuchungen", { kunde_id, positionen })
  expect(await held()).toEqual([
    ["FLASCHE", -24],
    ["KASTEN", -1],
  ])
})

test("a gebinde that got its old parts again comes back as what went out first", async () => {
  for (const flaschen of [20, 24, 20]) {
    await parts(flaschen)
    await book(hof.kasten, "ausgabe", 1)
  }
  await book(hof.kasten, "ruecknahme", 1)
  expect(await held()).toEqual([
    ["FLASCHE", 44],
    ["KASTEN", 2],
  ])
})

test("a gebinde that went out between two times of the same parts comes back between them", async () => {
  for (const [flaschen, menge] of [
    [20, 5],
    [24, 2],
    [20, 5],
  ] as const) {
    await parts(flaschen)
    await book(hof.kasten, "ausgabe", menge)
  }
  const back = async (menge: number) => {
    const { buchungen } = await book(hof.kasten, "ruecknahme", menge)
    return buchungen.find((one: any) => one.pfandartikel_id === hof.flasche).menge
  }
  expect([await back(4), await back(3), await back(5)]).toEqual([80, 20 + 2 * 24, 100])
})

test("a delivery on the road has the gebinde that were loaded", async () => {
  const positionen = [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }]
  const plan = { kunde_id, fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen }
  const { id } = (await call("POST", "lieferungen", plan)).body
  await call("POST", `lieferungen/${id}/start`, {}, "fahrer")
  await nextMillisecond()
  await parts(24)
  const done = { positionen: [{ pfandartikel_id: hof.kasten, ist_ausgabe: 2 }] }
  expect((await call("POST", `lieferungen/${id}/abschluss`, done, "fahrer")).status).toBe(200)
  expect(await held()).toEqual([
    ["FLASCHE", 40],
    ["KASTEN", 2],
  ])
})

test("parts that went out at an hour have the parts and deposits of that hour", async () => {
  await parts(24)
  await call("PATCH", `pfandartikel/${hof.flasche}`, { pfand_cent: 15 })
  expect(amounts(await book(hof.kasten, "ausgabe", 1, before()))).toEqual([
    [1, 150],
    [20, 8],
  ])
})

test("opening balances say where the deposit of their day is not that of today", async () => {
  const upload = async (table: string) => {
    const raw = importForm(table, { stichtag: before().slice(0, 10) })
    const reply = await app.call("POST", "/api/anfangsbestaende/import", { token: hof.admin.token, raw })
    return reply.body.hinweise.filter((one: string) => one.includes("Pfand vom Stichtag"))
  }
  const rows = "Kundennummer;Artikel;Stück\nK-1;FASS;3\nK-2;FASS;4"
  expect(await upload(rows)).toEqual([])
  await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: 4500 })
  expect(await upload(rows)).toEqual([expect.stringMatching(/FASS: 30,00.€, heute 45,00.€$/)])
  const priced = "Kundennummer;Artikel;Stück;Pfand je Stück\nK-1;FASS;3;45,00\nK-2;FASS;4;45,00"
  expect(await upload(priced)).toEqual([])
})
