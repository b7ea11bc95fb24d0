import { afterAll, expect, setSystemTime, test } from "bun:test"
import { runAuftrag } from "../../../src/api/auftraege/run.ts"
import { abrechnungen, mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { ARTIKEL, FIRMA, frueher, KUNDE, PERSON } from "../../helpers/frueher.ts"

/** A ledger of a version that settled opening balances: one that was entered late, and shifted what had come back. */

const { dir, db, book, settle } = frueher(23)
db.run("UPDATE tenants SET strasse = 'Weg 1', plz = '12345', ort = 'Ort', ust_id = 'DE123456789'")
book("ausgabe", 10, { erfasst_am: "2020-08-01T10:00:00.000Z" })
book("ruecknahme", 5, { erfasst_am: "2021-02-01T10:00:00.000Z" })
// It was there first: what came back is of it, at 19 %, and no longer of the others, at 16 %.
const anfang = book("anfangsbestand", 5, { erfasst_am: "2020-05-01T10:00:00.000Z" })
const abrechnung = settle(1, anfang, 500)
db.close()

const app = createTestApp({ dir })
afterAll(() => {
  setSystemTime()
  app.close()
})
const account = app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON)
const call = async (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: await app.deps.tokens.sign(account), ...(body && { body }) })
const taxes = async () => {
  const { body } = await call("GET", `abrechnungen/vorschau?kunde_id=${KUNDE}&bis=${today()}`)
  return body.steuern.map(({ satz, netto_cent }: any) => [satz, netto_cent])
}

test("the settlement of before says on which day its booking was captured, and has its number", async () => {
  const { body } = await call("GET", `abrechnungen/${abrechnung}`)
  expect(body).toMatchObject({ von: "2026-01-01", leistung_von: "2020-05-01" })
  expect(app.deps.system.tenant(FIRMA).get(abrechnungen, abrechnung).stand_nr).toBe(3)
})

test("what it shifted was settled with it, and where that is cancelled, is settled again", async () => {
  const positionen = [{ pfandartikel_id: ARTIKEL, art: "ausgabe", menge: 3 }]
  expect((await call("POST", "pfandbuchungen", { kunde_id: KUNDE, positionen })).status).toBe(201)
  expect(await taxes()).toEqual([
    [19, 300],
    [16, 500],
  ])
  await call("POST", `abrechnungen/${abrechnung}/storno`, { grund: "x" })
  expect(await taxes()).toEqual([
    [19, 300 - 500],
    [16, 1000],
  ])
})

const reverse = (vorgang: string) => call("POST", `pfandbuchungen/${vorgang}/storno`, { grund: "x" })

test("an opening balance whose settlement was cancelled is reversed without a credit, and leaves no other rate", async () => {
  expect((await reverse(anfang)).status).toBe(201)
  expect(await taxes()).toEqual([
    [19, 300],
    [16, 500],
  ])
})

test("one that was entered late shifts the next settlement, and its Storno shifts it back, whether anything follows or not", async () => {
  const add = async (art: string, menge: number, erfasst_am?: string) => {
    const positionen = [{ pfandartikel_id: ARTIKEL, art, menge }]
    const body = { kunde_id: KUNDE, grund: "x", positionen, ...(erfasst_am && { erfasst_am }) }
    const reply = await call("POST", "pfandbuchungen", body)
    expect(reply.status).toBe(201)
    return reply.body.vorgang_id as string
  }
  const charge = async () =>
    (await call("POST", "abrechnungen", { kunde_id: KUNDE, bis: today() })).body.steuern.map(
      ({ satz, netto_cent }: any) => [satz, netto_cent],
    )
  await charge()
  const late = await add("anfangsbestand", 5, "2020-05-01T10:00:00.000Z")
  await add("ausgabe", 2)
  expect(await charge()).toEqual([
    [19, 200 - 500],
    [16, 500],
  ])
  expect((await reverse(late)).status).toBe(201)
  expect(await taxes()).toEqual([
    [19, 500],
    [16, -500],
  ])
  await add("ausgabe", 1)
  expect(await charge()).toEqual([
    [19, 100 + 500],
    [16, -500],
  ])
  await add("ausgabe", 1)
  expect(await charge()).toEqual([[19, 100]])
  // Both while the next one is open: nothing of it is on the paper.
  const undone = await add("anfangsbestand", 5, "2020-05-01T10:00:00.000Z")
  await add("ausgabe", 1)
  expect((await reverse(undone)).status).toBe(201)
  expect(await charge()).toEqual([[19, 100]])
})

/** Sums of all of a customer's settlements, and of what cancelled them, per rate; without those that are nothing. */
async function chargedTo(kunde_id: string) {
  const sums: Record<string, number> = {}
  for (const { id } of (await call("GET", `abrechnungen?kunde_id=${kunde_id}&limit=200`)).body.items)
    for (const { satz, netto_cent } of (await call("GET", `abrechnungen/${id}`)).body.steuern)
      sums[satz] = (sums[satz] ?? 0) + netto_cent
  return Object.fromEntries(Object.entries(sums).filter(([, cent]) => cent !== 0))
}

let customers = 1
/** A customer who brought back ten pieces too many, of which it is settled that they had 16 %; and ten that were there before. */
async function overReturned() {
  const neu = { kundennummer: `K${++customers}`, name: `Kunde ${customers}` }
  const kunde_id = (await call("POST", "kunden", neu)).body.id as string
  const add = async (art: string, menge: number, erfasst_am?: string) => {
    const positionen = [{ pfandartikel_id: ARTIKEL, art, menge }]
    const body = { kunde_id, grund: "x", positionen, ...(erfasst_am && { erfasst_am }) }
    return (await call("POST", "pfandbuchungen", body)).body.vorgang_id as string
  }
  const charge = () => call("POST", "abrechnungen", { kunde_id, bis: today() })
  await add("ruecknahme", 10, "2020-08-01T10:00:00.000Z")
  await charge()
  const before = await add("anfangsbestand", 10)
  return { kunde_id, add, charge, before }
}

test("what its Storno moves stands in the settlement of what is open, though nothing was booked since", async () => {
  const { kunde_id, add, charge, before } = await overReturned()
  await add("ausgabe", 10)
  await reverse(before)
  expect((await charge()).body.steuern).toMatchObject([{ netto_cent: 0 }, { satz: 16, netto_cent: 1000 }])
  expect(await chargedTo(kunde_id)).toEqual({})
})

test("where nothing else is open, what its Storno moves is settled by itself, once, and again after a cancellation", async () => {
  const { kunde_id, add, charge, before } = await overReturned()
  await add("ausgabe", 10)
  await charge()
  expect(await chargedTo(kunde_id)).toEqual({ 16: -1000, 19: 1000 })
  await reverse(before)
  const preview = await call("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=${today()}`)
  expect(preview.body).toMatchObject({ buchungen: 1, summe_cent: 0, anfang_cent: 0 })
  const { status, body } = await charge()
  expect(status).toBe(201)
  expect(body).toMatchObject({ von: today(), summe_cent: 0, netto_cent: 0, ust_cent: -30 })
  expect(await chargedTo(kunde_id)).toEqual({})
  expect((await call("GET", `abrechnungen/${body.id}/abrechnung.pdf`)).status).toBe(200)
  expect((await charge()).status).toBe(409)
  await call("POST", `abrechnungen/${body.id}/storno`, { grund: "x" })
  expect(await chargedTo(kunde_id)).toEqual({ 16: -1000, 19: 1000 })
  await add("ausgabe", 1)
  expect((await charge()).status).toBe(201)
  expect(await chargedTo(kunde_id)).toEqual({ 19: 100 })
  expect((await call("GET", "pfandpruefung")).body.fehler).toEqual([])
})

test("the month's run settles a customer of whom nothing is open but tax that moved, and nobody else", async () => {
  const { kunde_id, add, charge, before } = await overReturned()
  await call("PATCH", `kunden/${kunde_id}`, { abrechnung: "monatlich" })
  const run = async () => (await call("GET", `abrechnungen/lauf?bis=${today()}&total=true`)).body
  // The opening balance might have moved something, and has not.
  expect(await run()).toMatchObject({ items: [], total: 0, next_cursor: null })
  await add("ausgabe", 10)
  await charge()
  setSystemTime(Date.now() + 86_400_000)
  expect(await run()).toMatchObject({ items: [], total: 0 })
  await reverse(before)
  expect(await run()).toMatchObject({
    items: [{ kunde_id, buchungen: 1, summe_cent: 0, hindernis: null }],
    total: 1,
  })
  const order = { art: "abrechnungslauf", von: today(), bis: today() }
  const { id } = (await call("POST", "auftraege", order)).body
  const { system, config } = app.deps
  const commit = async <T>(work: () => T): Promise<T> => system.write(work, FIRMA)
  await runAuftrag({ tenant: system.tenant(FIRMA), commit, quota: config.quotaPerTenant }, id)
  const job = (await call("GET", `auftraege/${id}`)).body
  expect(job).toMatchObject({ status: "fertig", gesamt: 1, erledigt: 1, kundenfehler: [] })
  expect(await chargedTo(kunde_id)).toEqual({})
  expect(await run()).toMatchObject({ items: [], total: 0 })
})
