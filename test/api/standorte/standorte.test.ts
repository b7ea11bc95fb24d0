import { afterAll, beforeEach, expect, test } from "bun:test"
import { unzipSync } from "fflate"
import { type Company, createTestApp } from "../../helpers/app.ts"
import { importForm } from "../../helpers/import-form.ts"

const app = createTestApp()
afterAll(app.close)
let firma: Company
let kunde: { id: string; kundennummer: string }
beforeEach(async () => {
  firma = await app.company(`f-${Bun.randomUUIDv7()}`)
  kunde = (await call("POST", "kunden", { name: "Hotel Seeblick", strasse: "Seestraße 1" })).body
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "admin") =>
  app.call(method, `/api/${path}`, { token: firma[role].token, ...(body && { body }) })
const neu = async (name: string, more: object = {}) =>
  (await call("POST", "standorte", { kunde_id: kunde.id, name, ...more })).body
const upload = (content: string, fields: Record<string, string> = {}) =>
  app.call("POST", "/api/standorte/import", {
    token: firma.user.token,
    raw: importForm(content, fields),
  })

test("a customer's place is made by the office, changed, read by a driver, and deleted", async () => {
  const strand = { name: "Strandbar", strasse: "Am Strand 3", plz: "23570", telefon: "04502 12" }
  const made = await call("POST", "standorte", { kunde_id: kunde.id, ...strand }, "user")
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ ...strand, kunde_id: kunde.id, land: "DE", aktiv: 1, version: 1 })
  const { id } = made.body
  const changed = await call("PATCH", `standorte/${id}`, { anlieferungshinweis: "Rampe", aktiv: 0 }, "user")
  expect(changed.body).toMatchObject({ ...strand, anlieferungshinweis: "Rampe", aktiv: 0, version: 2 })
  expect((await call("GET", `standorte/${id}`, undefined, "fahrer")).body).toEqual(changed.body)
  expect((await call("PATCH", `standorte/${id}`, { aktiv: 1 }, "fahrer")).status).toBe(403)
  expect((await call("PATCH", `standorte/${id}`, { kunde_id: kunde.id })).status).toBe(400)
  const log = (await call("GET", `protokoll?tabelle=standorte&datensatz_id=${id}`)).body.items
  expect(log.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
    "standorte.geaendert",
    "standorte.angelegt",
  ])
  expect(log[0].betrifft).toBe("Hotel Seeblick, Strandbar")
  expect((await call("DELETE", `standorte/${id}`)).status).toBe(204)
  expect((await call("GET", `standorte/${id}`)).body).toEqual({ error: "Standort nicht gefunden" })
})

test("a name is a customer's once, and another customer's too", async () => {
  const id = Bun.randomUUIDv7()
  const first = { id, kunde_id: kunde.id, name: "Lager" }
  expect((await call("POST", "standorte", first)).status).toBe(201)
  expect((await call("POST", "standorte", first)).status).toBe(200)
  expect((await call("POST", "standorte", { ...first, name: "Keller" })).status).toBe(409)
  const again = await call("POST", "standorte", { kunde_id: kunde.id, name: "Lager" })
  const taken = { error: "Der Kunde hat schon einen Standort mit diesem Namen" }
  expect([again.status, again.body]).toEqual([409, taken])
  const keller = await neu("Keller")
  expect((await call("PATCH", `standorte/${keller.id}`, { name: "Lager" })).body).toEqual(taken)
  expect((await call("PATCH", `standorte/${keller.id}`, { name: "Keller", ort: "Kiel" })).status).toBe(200)
  const other = (await call("POST", "kunden", { name: "Andere" })).body
  expect((await call("POST", "standorte", { kunde_id: other.id, name: "Lager" })).status).toBe(201)
  const missing = await call("POST", "standorte", { kunde_id: id, name: "Lager" })
  expect([missing.status, missing.body]).toEqual([404, { error: "Kunde nicht gefunden" }])
})

test("places are listed of one customer and of all, active or not, page by page", async () => {
  const other = (await call("POST", "kunden", { name: "Andere" })).body
  await neu("C")
  await neu("A", { aktiv: 0 })
  await neu("B", { kunde_id: other.id })
  const names = async (query: string) =>
    (await call("GET", `standorte?${query}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await names("")).toEqual(["A", "B", "C"])
  expect(await names(`kunde_id=${kunde.id}`)).toEqual(["A", "C"])
  expect(await names(`kunde_id=${kunde.id}&aktiv=1&sort=-name`)).toEqual(["C"])
  const page = (await call("GET", "standorte?limit=2&total=true")).body
  expect([page.items.length, page.total]).toEqual([2, 3])
  expect(await names(`limit=2&cursor=${page.next_cursor}`)).toEqual(["C"])
})

test("a stale version changes and deletes nothing, and a customer with places stays", async () => {
  const { id } = await neu("Strandbar")
  await call("PATCH", `standorte/${id}`, { ort: "Travemünde" })
  const stale = { token: firma.admin.token, headers: { "if-match": '"1"' } }
  expect((await app.call("PATCH", `/api/standorte/${id}`, { ...stale, body: { ort: "Kiel" } })).status).toBe(
    412,
  )
  expect((await app.call("DELETE", `/api/standorte/${id}`, stale)).status).toBe(412)
  const refused = await call("DELETE", `kunden/${kunde.id}`)
  expect([refused.status, String(refused.body.error)]).toEqual([409, expect.stringContaining("Standorte")])
  await call("DELETE", `standorte/${id}`)
  expect((await call("DELETE", `kunden/${kunde.id}`)).status).toBe(204)
})

test("places are erased with the person, and told to them before", async () => {
  const { id } = await neu("Ferienwohnung Petersen", { strasse: "Dünenweg 9", telefon: "0170 998877" })
  const auskunft = await call("GET", `kunden/${kunde.id}/auskunft`)
  const page = new TextDecoder().decode(unzipSync(new Uint8Array(auskunft.bytes))["Auskunft.html"])
  for (const word of ["Ferienwohnung Petersen", "Dünenweg 9", "0170 998877"]) expect(page).toContain(word)
  expect((await call("POST", `kunden/${kunde.id}/loeschung`)).status).toBe(200)
  expect((await call("GET", `standorte/${id}`)).status).toBe(404)
  expect((await call("GET", "protokoll")).text).not.toContain("Dünenweg")
})

test("a table of places comes in by the customer's number or name, and is changed and taken back", async () => {
  const rows = (...lines: string[]) => ["Kundennummer;Standort;Straße;PLZ;Ort", ...lines].join("\n")
  const table = rows(
    `${kunde.kundennummer};Strandbar;Am Strand 3;23570;Travemünde`,
    "Hotel Seeblick;Bootshaus;Hafen 1;1067;Dresden",
  )
  const shown = (await upload(table)).body
  expect([shown.neu, shown.fehlerzahl, shown.vorschau[1].angaben[0]]).toEqual([
    2,
    0,
    `bei Hotel Seeblick (${kunde.kundennummer})`,
  ])
  const id = Bun.randomUUIDv7()
  expect((await upload(table, { ausfuehren: "ja", id })).body).toMatchObject({ angelegt: 2 })
  const { items } = (await call("GET", `standorte?kunde_id=${kunde.id}`)).body
  expect(items.map(({ name, plz }: { name: string; plz: string }) => [name, plz])).toEqual([
    ["Bootshaus", "01067"],
    ["Strandbar", "23570"],
  ])
  const changed = rows(`${kunde.kundennummer};Strandbar;Am Strand 4;23570;Travemünde`)
  const refused = (await upload(changed)).body
  expect(refused.fehler).toMatchObject([{ zeile: 2, msg: "gibt es bei diesem Kunden schon" }])
  const fields = { vorhandene: "aendern", ausfuehren: "ja", id: Bun.randomUUIDv7() }
  expect((await upload(changed, fields)).body).toMatchObject({ geaendert: 1, angelegt: 0 })
  const back = await call("POST", `einrichtung/uebernahmen/${fields.id}/ruecknahme`)
  expect(back.body).toMatchObject({ zurueckgenommen: 1, geblieben: [] })
  const first = await call("POST", `einrichtung/uebernahmen/${id}/ruecknahme`)
  expect(first.body).toMatchObject({ zurueckgenommen: 2, geblieben: [] })
  expect((await call("GET", "standorte")).body.items).toEqual([])
})

test("a row of places without a customer, with another's name, or twice in the file, is refused", async () => {
  const table = [
    "Kundennummer;Name des Kunden;Standort",
    "4711;;Strandbar",
    ";;Keller",
    `${kunde.kundennummer};Gasthaus Adler;Lager`,
    `${kunde.kundennummer};;Hof`,
    "Hotel Seeblick;;Hof",
  ].join("\n")
  const { fehler } = (await upload(table)).body
  expect(fehler.map(({ zeile }: { zeile: number }) => zeile)).toEqual([2, 3, 4, 6])
  expect(fehler[3].msg).toBe("steht schon in Zeile 5")
})

test("what goes out of places comes in again elsewhere unchanged", async () => {
  await neu("Strandbar", { strasse: "Am Strand 3", plz: "23570", telefon: "04502 12", aktiv: 0 })
  const { text } = await call("GET", "export/standorte")
  const [head, row] = text.replace("\uFEFF", "").split("\r\n")
  expect(head).toStartWith("Kundennummer;Kunde;Standort;")
  expect(row).toStartWith(`${kunde.kundennummer};Hotel Seeblick;Strandbar;`)
  const { id } = (await call("GET", "standorte")).body.items[0]
  await call("DELETE", `standorte/${id}`)
  expect((await upload(text, { ausfuehren: "ja" })).body).toMatchObject({ angelegt: 1, fehlerzahl: 0 })
  expect((await call("GET", "export/standorte")).text).toBe(text)
})
