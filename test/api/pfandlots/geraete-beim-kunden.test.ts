import { Database } from "bun:sqlite"
import { afterAll, beforeEach, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** Which devices a customer has, as lists and letters say it. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let kunde_id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  kunde_id = hof.kunden[0]
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const get = async (path: string) => (await call("GET", path)).body
const post = async (path: string, body: object = {}) => {
  const reply = await call("POST", path, body)
  expect(reply.body).not.toHaveProperty("error")
  expect(reply.body).not.toHaveProperty("errors")
  return reply.body
}
const device = async (pfand_cent: number, geraetenummer: string = Bun.randomUUIDv7()): Promise<string> =>
  (await post("geraete", { geraetenummer, bezeichnung: "Kühler", pfand_cent })).id
const book = (geraet_id: string, art: string, more = {}) =>
  post("pfandbuchungen", { kunde_id, positionen: [{ geraet_id, art, menge: 1 }], ...more })

test("a loss in the yard says nothing of the customer who has the device again after a Storno, nor does an upgrade", async () => {
  const geraet_id = await device(0)
  await book(geraet_id, "ausgabe")
  const { vorgang_id } = await book(geraet_id, "ruecknahme")
  for (const status of ["verloren", "lager"]) await post(`geraete/${geraet_id}/status`, { status })
  await post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Verwechselt" })
  const said = async () => [
    (await get(`kunden/${kunde_id}/saldenbestaetigung`)).bestand.map(({ menge }: any) => menge),
    (await get(`kunden/${kunde_id}/pfandkonto`)).geraete.map((one: any) => [one.geraet_id, one.beim_kunden]),
    (await get(`kunden/${kunde_id}/pfandalter`)).posten.map(({ menge }: any) => menge),
    (await get("pfandpruefung")).fehler,
  ]
  const there = [[1], [[geraet_id, true]], [1], []]
  expect(await said()).toEqual(there)
  // As the version before left it.
  using db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("UPDATE pfandkonten SET seit_am = NULL, seit_nr = NULL, seit_rest = NULL WHERE geraet_id = ?", [
    geraet_id,
  ])
  db.run(await Bun.file("migrations/0139_verluste_auf_dem_hof.sql").text())
  expect(await said()).toEqual(there)
})

test("a delivery note says who has which device by what was booked until then, however clocks go and days are given", async () => {
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms).toISOString()
  await travel(app, hof, at(1000))
  const [back, out, late] = [
    await device(5000, "ZURUECK"),
    await device(0, "HIN"),
    await device(5000, "SPAETER"),
  ]
  await book(back, "ausgabe")
  const { id } = await post("lieferungen", { kunde_id, datum: "2026-10-15", positionen: [] })
  await post(`lieferungen/${id}/start`)
  // A telephone that is a second fast.
  await post(`lieferungen/${id}/abschluss`, {
    erfasst_am: at(2000),
    positionen: [
      { geraet_id: back, ist_ruecknahme: 1 },
      { geraet_id: out, ist_ausgabe: 1 },
    ],
  })
  await travel(app, hof, at(3000))
  await book(late, "ausgabe", { erfasst_am: at(-86_400_000) })
  const { bytes } = await call("GET", `lieferungen/${id}/lieferschein.pdf`)
  const [, account = ""] = pdfText(bytes).split("Pfandkonto nach dieser Lieferung")
  expect(["ZURUECK", "HIN", "SPAETER"].filter((nummer) => account.includes(nummer))).toEqual(["HIN"])
})
