import { afterAll, expect, test } from "bun:test"
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
afterAll(app.close)
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

test("what it shifted was settled with it, and where that is cancelled, is settled with the next booking", async () => {
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

test("an opening balance whose settlement was cancelled is reversed without a credit, as none has charged it", async () => {
  const net = async () => (await taxes()).reduce((sum: number, [, cent]: number[]) => sum + cent!, 0)
  const before = await net()
  expect((await call("POST", `pfandbuchungen/${anfang}/storno`, { grund: "x" })).status).toBe(201)
  expect([before, await net()]).toEqual([800, 800])
})
