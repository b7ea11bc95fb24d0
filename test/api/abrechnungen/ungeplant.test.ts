import { afterAll, beforeEach, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** A delivery without a plan is settled like one with a plan, where that was agreed. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let kunde_id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  kunde_id = (await post("kunden", { name: "Adler", abrechnung: "je_lieferung" })).body.id
})
const call = (method: string, path: string, body?: object, role: "user" | "fahrer" = "user") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })
const post = (path: string, body: object, role?: "user" | "fahrer") => call("POST", path, body, role)
const abrechnungen = async () => (await call("GET", `abrechnungen?kunde_id=${kunde_id}`)).body.items
const three = () => ({ pfandartikel_id: hof.leer, ist_ruecknahme: 3 })

test("an unplanned pick-up comes with its settlement, once however often it arrives", async () => {
  const abholung = { id: Bun.randomUUIDv7(), kunde_id, positionen: [three()] }
  for (const status of [201, 200])
    expect((await post("fahrer/ungeplant", abholung, "fahrer")).status).toBe(status)
  expect(await abrechnungen()).toMatchObject([{ lieferung_id: abholung.id, summe_cent: -450 }])
  const other = (await post("kunden", { name: "Bär", abrechnung: "monatlich" })).body.id
  const monthly = { ...abholung, id: Bun.randomUUIDv7(), kunde_id: other }
  expect((await post("fahrer/ungeplant", monthly, "fahrer")).status).toBe(201)
  expect((await call("GET", "abrechnungen")).body.items.length).toBe(1)
})

test("so does a Klärung that is booked: of a pick-up, and of a delivery that was over", async () => {
  const klaerung = (more: object) => ({
    id: Bun.randomUUIDv7(),
    erfasst_am: new Date().toISOString(),
    ablehnung: "Abgelehnt",
    angaben: { positionen: [three()] },
    ...more,
  })
  const abholung = klaerung({ art: "ungeplant", kunde_id })
  await post("klaerungen", abholung, "fahrer")
  expect(await abrechnungen()).toEqual([])
  expect((await post(`klaerungen/${abholung.id}/buchen`, {})).status).toBe(200)
  expect(await abrechnungen()).toMatchObject([{ lieferung_id: abholung.id, summe_cent: -450 }])
  const plan = { kunde_id, fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen: [] }
  const lieferung_id = (await post("lieferungen", plan)).body.id
  await post(`lieferungen/${lieferung_id}/storno`, {})
  const abschluss = klaerung({ art: "abschluss", lieferung_id })
  await post("klaerungen", abschluss, "fahrer")
  expect((await post(`klaerungen/${abschluss.id}/buchen`, {})).status).toBe(200)
  expect((await abrechnungen()).map((one: any) => one.lieferung_id)).toContain(lieferung_id)
  expect(await abrechnungen()).toHaveLength(2)
})
