import { afterAll, beforeAll, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Deliveries to a place of their customer, from the plan to the paper. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "sommer")
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "admin") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })

const kunde = async (name = "Hotel Seeblick") =>
  (
    await call("POST", "kunden", {
      name,
      strasse: "Seestraße 1",
      telefon: "04502 1",
      anlieferungshinweis: "Foyer",
    })
  ).body
const standort = async (kunde_id: string, more: object = {}) => {
  const anschrift = { strasse: "Am Strand 3", plz: "23570", ort: "Travemünde" }
  return (await call("POST", "standorte", { kunde_id, name: "Strandbar", ...anschrift, ...more })).body
}
const plan = (kunde_id: string, more: object = {}) =>
  call("POST", "lieferungen", { kunde_id, datum: "2026-04-01", positionen: [], ...more })

test("a delivery goes to a place of its customer, and to no other's", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const made = await plan(id, { standort_id: ort.id })
  expect([made.status, made.body.standort_id, made.body.lieferanschrift]).toEqual([201, ort.id, null])
  expect((await plan(id)).body.standort_id).toBeNull()
  const other = await kunde("Andere")
  const foreign = await plan(other.id, { standort_id: ort.id })
  expect([foreign.status, foreign.body.errors?.[0]]).toEqual([
    400,
    { type: "field", location: "body", path: "standort_id", msg: "ist kein Standort dieses Kunden" },
  ])
  const path = `lieferungen/${made.body.id}`
  expect((await call("PATCH", path, { standort_id: Bun.randomUUIDv7() })).status).toBe(404)
  await call("PATCH", `standorte/${ort.id}`, { aktiv: 0 })
  expect((await plan(id, { standort_id: ort.id })).body).toEqual({
    error: "Der Standort Strandbar ist nicht mehr aktiv",
  })
  expect((await call("PATCH", path, { standort_id: ort.id, hinweis: "Leise" })).status).toBe(200)
  expect((await call("DELETE", `standorte/${ort.id}`)).body).toEqual({
    error: "Zu diesem Standort gibt es Lieferungen oder Geräte; bitte stattdessen deaktivieren",
  })
  const { items } = (await call("GET", `lieferungen?kunde_id=${id}&sort=datum`)).body
  expect(items.map(({ standort_name }: { standort_name: string }) => standort_name).toSorted()).toEqual([
    "Strandbar",
    null,
  ])
  expect((await call("PATCH", path, { standort_id: null })).body.standort_id).toBeNull()
  expect((await call("DELETE", `standorte/${ort.id}`)).status).toBe(204)
})

test("tour, telephone and paper show the place's address, and nothing of the customer's own", async () => {
  const { id } = await kunde()
  const ort = await standort(id, { anlieferungshinweis: "Über den Steg", ansprechpartner: "Frau Boje" })
  const datum = (await call("GET", "fahrer/tag", undefined, "fahrer")).body.heute
  const { body } = await plan(id, { standort_id: ort.id, datum, fahrer_id: hof.fahrer.id })
  const { touren } = (await call("GET", `touren?datum=${datum}`)).body
  expect(touren[0].stopps[0]).toMatchObject({
    kunde_name: "Hotel Seeblick",
    standort_name: "Strandbar",
    strasse: "Am Strand 3",
    ort: "Travemünde",
    telefon: "04502 1",
    anlieferungshinweis: "Über den Steg",
  })
  const tag = (await call("GET", "fahrer/tag", undefined, "fahrer")).body
  expect(tag.stopps[0].standort_id).toBe(ort.id)
  expect(tag.standorte).toMatchObject([{ id: ort.id, strasse: "Am Strand 3", ansprechpartner: "Frau Boje" }])
  const paper = await call("GET", `lieferungen/${body.id}/lieferschein.pdf`)
  expect(pdfText(paper.bytes)).toContain("Lieferanschrift: Strandbar, Am Strand 3, 23570 Travemünde")
  const list = pdfText((await call("GET", `touren/${datum}/${hof.fahrer.id}/tourenliste.pdf`)).bytes)
  expect(list).toMatch(/Hotel Seeblick Über den Steg .* Strandbar, Am Strand 3, 23570 Travemünde 04502 1/)
})

test("a delivered one keeps the address that was valid then, until the person is erased", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const { body } = await plan(id, { standort_id: ort.id })
  await call("POST", `lieferungen/${body.id}/start`, {})
  await call("POST", `lieferungen/${body.id}/abschluss`, { positionen: [] })
  await call("PATCH", `standorte/${ort.id}`, { name: "Strandhaus", strasse: "Hafen 9" })
  const was = "Strandbar, Am Strand 3, 23570 Travemünde"
  expect((await call("GET", `lieferungen/${body.id}`)).body.lieferanschrift).toBe(was)
  const paper = await call("GET", `lieferungen/${body.id}/lieferschein.pdf`)
  expect(pdfText(paper.bytes)).toContain(was)
  expect((await call("POST", `kunden/${id}/loeschung`)).status).toBe(200)
  const erased = (await call("GET", `lieferungen/${body.id}`)).body
  expect([erased.standort_id, erased.lieferanschrift, erased.status]).toEqual([null, null, "zugestellt"])
})

test("one that a driver delivered before the person was erased is booked, whichever place it went to", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const path = `lieferungen/${(await plan(id, { standort_id: ort.id })).body.id}`
  await call("POST", `${path}/start`, {})
  const done = { erfasst_am: new Date().toISOString(), standort_id: ort.id, positionen: [] }
  expect((await call("POST", `kunden/${id}/loeschung`)).status).toBe(200)
  const { status, body } = await call("POST", `${path}/abschluss`, done)
  expect([status, body.status, body.standort_id]).toEqual([200, "zugestellt", null])
})

test("books nothing when the office has made it another place than the driver saw", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const path = `lieferungen/${(await plan(id, { standort_id: ort.id })).body.id}`
  await call("POST", `${path}/start`, {})
  const done = { id: Bun.randomUUIDv7(), positionen: [] }
  const refused = await call("POST", `${path}/abschluss`, { ...done, standort_id: null })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "Das Büro hat den Stopp inzwischen geändert; er geht jetzt an Strandbar, Am Strand 3, 23570 Travemünde. Gebucht ist nichts.",
  ])
  expect((await call("GET", path)).body.status).toBe("unterwegs")
  const seen = await call("POST", `${path}/abschluss`, { ...done, standort_id: ort.id })
  expect([seen.status, seen.body.lieferanschrift]).toEqual([200, "Strandbar, Am Strand 3, 23570 Travemünde"])
})

test("a day is copied with its places, each once", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const closed = await standort(id, { name: "Bootshaus" })
  const from = { datum: "2026-05-04" }
  for (const standort_id of [ort.id, closed.id, null]) await plan(id, { ...from, standort_id })
  await call("PATCH", `standorte/${closed.id}`, { aktiv: 0 })
  await plan(id, { datum: "2026-05-11", standort_id: ort.id })
  const copied = (await call("POST", "touren/2026-05-11/kopie", { von: from.datum })).body
  expect(copied.items).toHaveLength(1)
  expect(copied.ausgelassen.map(({ grund }: { grund: string }) => grund).toSorted()).toEqual([
    "Der Standort ist nicht mehr aktiv",
    "Hat an diesem Tag schon eine Lieferung",
  ])
})

test("a failed one is planned anew at its place, while that is delivered to, or at another", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const path = `lieferungen/${(await plan(id, { standort_id: ort.id })).body.id}`
  await call("POST", `${path}/start`, {})
  await call("POST", `${path}/fehlschlag`, { grund: "Geschlossen" })
  await call("PATCH", `standorte/${ort.id}`, { aktiv: 0 })
  const again = { datum: "2026-04-02" }
  expect((await call("POST", `${path}/neu-planen`, again)).body).toEqual({
    error: "Der Standort Strandbar ist nicht mehr aktiv",
  })
  const own = await call("POST", `${path}/neu-planen`, { ...again, standort_id: null })
  expect([own.status, own.body.status, own.body.standort_id]).toEqual([200, "geplant", null])
})

test("that it was planned anew is not taken back to a place that is gone, nor once the person is", async () => {
  const { id } = await kunde()
  const ort = await standort(id)
  const other = await standort(id, { name: "Bootshaus" })
  const path = `lieferungen/${(await plan(id, { standort_id: ort.id })).body.id}`
  await call("POST", `${path}/start`, {})
  await call("POST", `${path}/fehlschlag`, { grund: "Geschlossen" })
  await call("POST", `${path}/neu-planen`, { datum: "2026-04-02", standort_id: other.id })
  expect((await call("DELETE", `standorte/${ort.id}`)).status).toBe(204)
  const back = async () => (await call("POST", `${path}/neu-planen/ruecknahme`)).body
  expect(await back()).toEqual({
    error: "Den Standort, an den die Lieferung zuvor gehen sollte, gibt es nicht mehr",
  })
  expect((await call("POST", `kunden/${id}/loeschung`)).status).toBe(200)
  expect(await back()).toEqual({
    error: "Die Lieferung ist nicht neu geplant, oder seither wurde sie geändert oder begonnen",
  })
})

test("the database itself refuses a place of another customer, and keeps one that is used", async () => {
  const { id } = await kunde()
  const other = await kunde("Andere")
  const ort = await standort(id)
  const { body } = await plan(id, { standort_id: ort.id })
  const foreign = await standort(other.id)
  const db = new Database(join(app.dir, "pfandwerk.db"))
  try {
    const set = db.query("UPDATE lieferungen SET standort_id = ? WHERE id = ?")
    expect(() => set.run(foreign.id, body.id)).toThrow("der Standort ist keiner dieses Kunden")
    db.run("UPDATE lieferungen SET status = 'zugestellt' WHERE id = ?", [body.id])
    const rewrite = db.query("UPDATE lieferungen SET lieferanschrift = 'anderswo' WHERE id = ?")
    expect(() => rewrite.run(body.id)).toThrow("unveraenderlich")
    expect(() => db.query("DELETE FROM standorte WHERE id = ?").run(ort.id)).toThrow("gibt es Lieferungen")
  } finally {
    db.close()
  }
})
