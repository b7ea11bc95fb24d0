import { Database } from "bun:sqlite"
import { afterAll, beforeEach, expect, test } from "bun:test"
import { importForm } from "../../helpers/import-form.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { join } from "node:path"
import { type Company, createTestApp } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)
let firma: Company
let kunde: { id: string }
let station: { id: string }
let labor: { id: string }
let geraet: { id: string }

const call = async (method: string, path: string, body?: object, who: "admin" | "fahrer" = "admin") =>
  app.call(method, `/api/${path}`, { token: firma[who].token, ...(body && { body }) })
const made = async (path: string, body: object) => {
  const { status, body: record } = await call("POST", path, body)
  expect(status).toBeLessThan(300)
  return record
}
const read = async (path = "", who: "admin" | "fahrer" = "admin") =>
  (await call("GET", `geraete/${geraet.id}${path}`, undefined, who)).body
const issue = (body: object) => call("POST", `geraete/${geraet.id}/ausgabe`, { kunde_id: kunde.id, ...body })

beforeEach(async () => {
  firma = await app.company(`f-${Bun.randomUUIDv7()}`)
  kunde = await made("kunden", { name: "Klinikum" })
  station = await made("standorte", { kunde_id: kunde.id, name: "Station 3", strasse: "Parkweg 1" })
  labor = await made("standorte", { kunde_id: kunde.id, name: "Labor" })
  geraet = await made("geraete", { geraetenummer: "F-1", bezeichnung: "Flasche", pfand_cent: 15000 })
})

test("a device handed out in the office is at the place that was said, and in all lists", async () => {
  expect((await issue({ standort_id: station.id })).body).toMatchObject({ standort_id: station.id })
  const { items } = (await call("GET", `geraete?kunde_id=${kunde.id}`)).body
  expect(items).toMatchObject([{ kunde_name: "Klinikum", standort_name: "Station 3" }])
  const konto = (await call("GET", `kunden/${kunde.id}/pfandkonto`)).body
  expect(konto.geraete).toMatchObject([{ geraetenummer: "F-1", standort_name: "Station 3" }])
  const slip = await call("GET", `geraete/${geraet.id}/ausgabeschein.pdf`)
  expect(await pdfText(slip.bytes)).toContain("Standort: Station 3, Parkweg 1")
  const place = { standort_id: station.id, lieferanschrift: "Station 3, Parkweg 1" }
  expect((await read("/bewegungen")).items).toMatchObject([place])
  expect((await read("/bewegungen", "fahrer")).items).toMatchObject([
    { standort_id: null, lieferanschrift: null },
  ])
})

test("a device comes back from its place, and after a Storno is there again", async () => {
  await issue({ standort_id: station.id })
  await made(`geraete/${geraet.id}/ruecknahme`, {})
  expect(await read()).toMatchObject({ kunde_id: null, standort_id: null })
  expect((await read("/bewegungen")).items[0]).toMatchObject({
    art: "ruecknahme",
    lieferanschrift: "Station 3, Parkweg 1",
  })
  const { items } = (await call("GET", `pfandbuchungen?geraet_id=${geraet.id}&sort=-lfd_nr`)).body
  await made(`pfandbuchungen/${items[0].vorgang_id}/storno`, { grund: "Zu früh" })
  expect(await read()).toMatchObject({ kunde_id: kunde.id, standort_id: station.id })
  await made(`geraete/${geraet.id}/status`, { status: "verloren" })
  expect(await read()).toMatchObject({ kunde_id: null, standort_id: null })
  expect((await read("/bewegungen")).items[0]).toMatchObject({
    nach_status: "verloren",
    standort_id: station.id,
  })
})

test("a Storno of a return puts a device back where it was, whoever had it by mistake in between", async () => {
  const other = await made("kunden", { name: "Praxis" })
  const foreign = await made("standorte", { kunde_id: other.id, name: "Keller" })
  const reverseLast = async () => {
    const { items } = (await call("GET", `pfandbuchungen?geraet_id=${geraet.id}&sort=-lfd_nr&limit=200`)).body
    const reversed = new Set(items.map(({ storno_von }: any) => storno_von))
    const last = items.find(({ id, storno_von }: any) => storno_von === null && !reversed.has(id))
    await made(`pfandbuchungen/${last.vorgang_id}/storno`, { grund: "Falsches Gerät" })
  }
  await issue({ standort_id: station.id })
  await made(`geraete/${geraet.id}/ruecknahme`, {})
  await made(`geraete/${geraet.id}/ausgabe`, { kunde_id: other.id, standort_id: foreign.id })
  await reverseLast()
  await issue({ standort_id: labor.id })
  await reverseLast()
  await reverseLast()
  expect(await read()).toMatchObject({ kunde_id: kunde.id, standort_id: station.id })
  // A delivery to the customer's own address took it by mistake.
  const lieferung = await made("lieferungen", { kunde_id: kunde.id, datum: "2026-05-01", positionen: [] })
  await made(`lieferungen/${lieferung.id}/start`, {})
  const positionen = [{ geraet_id: geraet.id, ist_ruecknahme: 1 }]
  await made(`lieferungen/${lieferung.id}/abschluss`, { positionen })
  expect((await read("/bewegungen")).items[0]).toMatchObject({ lieferanschrift: "Station 3, Parkweg 1" })
  await reverseLast()
  expect(await read()).toMatchObject({ kunde_id: kunde.id, standort_id: station.id })
})

test("a device is moved to another place of its customer on the day that is said, once, and not before it came", async () => {
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
  const move = (body: object) => call("POST", `geraete/${geraet.id}/umstellung`, body)
  expect((await move({ standort_id: labor.id })).body).toEqual({
    error: "Das Gerät F-1 ist bei keinem Kunden",
  })
  const { status_seit } = (await issue({ erfasst_am: day(-5) })).body
  const wish = { id: Bun.randomUUIDv7(), kunde_id: kunde.id, standort_id: labor.id, erfasst_am: day(-2) }
  for (let i = 0; i < 2; i++)
    expect((await move({ ...wish, notiz: "Umzug" })).body).toMatchObject({
      standort_id: labor.id,
      status_seit,
    })
  expect((await move({ standort_id: null, erfasst_am: day(-9) })).body.error).toContain("ist erst seit dem")
  const between = await move({ standort_id: null, erfasst_am: day(-4) })
  expect([between.status, between.body.error]).toEqual([409, expect.stringContaining("wurde zuletzt am")])
  expect((await move({ kunde_id: null, standort_id: null })).status).toBe(409)
  expect((await read("/bewegungen")).items).toMatchObject([
    { art: "status", lieferanschrift: "Labor", erfasst_am: wish.erfasst_am, notiz: "Umzug" },
    { art: "ausgabe" },
  ])
  expect((await move({ standort_id: null })).body).toMatchObject({ standort_id: null, kunde_id: kunde.id })
})

test("the slip shows how it was handed out, also where it was carried elsewhere on the same day", async () => {
  const erfasst_am = "2026-10-01T10:00:00.000Z"
  await issue({ erfasst_am, notiz: "Sommerfest", standort_id: station.id })
  await made(`geraete/${geraet.id}/umstellung`, { standort_id: labor.id, erfasst_am, notiz: "Umzug" })
  const text = pdfText((await call("GET", `geraete/${geraet.id}/ausgabeschein.pdf`)).bytes)
  expect(text).toContain("Notiz: Sommerfest")
  expect(text).toContain("Station 3")
  expect(text).not.toMatch(/Umzug|Labor/)
})

test("a device that the customer carries elsewhere is moved by the office, to a place of that customer only", async () => {
  const move = (standort_id: string | null) => call("PATCH", `geraete/${geraet.id}`, { standort_id })
  expect((await move(labor.id)).body).toEqual({ error: "Das Gerät F-1 ist bei keinem Kunden" })
  await issue({})
  expect((await move(labor.id)).body).toMatchObject({ standort_id: labor.id })
  // Its history says so, and a change of anything else does not.
  await call("PATCH", `geraete/${geraet.id}`, { notiz: "Neu" })
  const { items } = await read("/bewegungen")
  expect(items).toMatchObject([
    { nach_status: "beim_kunden", kunde_id: kunde.id, standort_id: labor.id, lieferanschrift: "Labor" },
    { art: "ausgabe", standort_id: null },
  ])
  const other = await made("kunden", { name: "Praxis" })
  const foreign = await made("standorte", { kunde_id: other.id, name: "Keller" })
  const fault = [{ location: "body", path: "standort_id", msg: "ist kein Standort dieses Kunden" }]
  expect((await move(foreign.id)).body).toMatchObject({ errors: fault })
  expect((await move(null)).body).toMatchObject({ standort_id: null })
  await made(`geraete/${geraet.id}/ruecknahme`, {})
  expect((await issue({ standort_id: foreign.id })).body).toMatchObject({ errors: fault })
  await call("PATCH", `standorte/${labor.id}`, { aktiv: 0 })
  expect((await issue({ standort_id: labor.id })).body).toEqual({
    error: "Der Standort Labor ist nicht mehr aktiv",
  })
})

test("a place at which a device is or was stays, until the customer is erased", async () => {
  await issue({ standort_id: station.id })
  const used = { error: "Zu diesem Standort gibt es Lieferungen oder Geräte; bitte stattdessen deaktivieren" }
  expect((await call("DELETE", `standorte/${station.id}`)).body).toEqual(used)
  await made(`geraete/${geraet.id}/ruecknahme`, {})
  expect((await call("DELETE", `standorte/${station.id}`)).body).toEqual(used)
  await issue({ standort_id: labor.id })
  await made(`kunden/${kunde.id}/loeschung`, {})
  expect(await read()).toMatchObject({ kunde_id: kunde.id, standort_id: null })
  const unplaced = { standort_id: null, lieferanschrift: null }
  expect((await read("/bewegungen")).items).toMatchObject([unplaced, unplaced, unplaced])
})

test("an upgrade finds the place of a device by the delivery that brought it", async () => {
  const plan = { kunde_id: kunde.id, standort_id: labor.id, datum: "2026-05-01" }
  const lieferung = await made("lieferungen", { ...plan, positionen: [{ geraet_id: geraet.id, soll_ausgabe: 1 }] }) // prettier-ignore
  await made(`lieferungen/${lieferung.id}/start`, {})
  await made(`lieferungen/${lieferung.id}/abschluss`, { positionen: [{ geraet_id: geraet.id, ist_ausgabe: 1 }] }) // prettier-ignore
  const sql = await Bun.file("migrations/0138_geraete_an_standorten.sql").text()
  using db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("UPDATE geraete SET standort_id = NULL")
  db.run("UPDATE geraete_bewegungen SET standort_id = NULL")
  db.run("DROP TRIGGER geraete_bewegungen_standort_bleibt")
  for (const one of sql.split("--> statement-breakpoint")) if (/^UPDATE/m.test(one)) db.run(one)
  expect(await read()).toMatchObject({ kunde_id: kunde.id, standort_id: labor.id })
  expect((await read("/bewegungen")).items).toMatchObject([{ standort_id: labor.id }])
})

test("a table says at which of a customer's places a device is, and carries it on to another", async () => {
  const upload = async (lines: string[], fields: Record<string, string> = {}) => {
    const table = ["Gerätenummer;Bezeichnung;Kundennummer;Standort des Kunden", ...lines].join("\n")
    const raw = importForm(table, { vorhandene: "aendern", ...fields })
    return (await app.call("POST", "/api/geraete/import", { token: firma.admin.token, raw })).body
  }
  const refused = async (line: string) => (await upload([line])).fehler.map(({ msg }: any) => msg)
  const nr = (await call("GET", `kunden/${kunde.id}`)).body.kundennummer
  expect(await refused(`F-2;Flasche;${nr};Keller`)).toEqual([
    expect.stringContaining("keiner seiner Standorte"),
  ])
  expect(await refused("F-2;Flasche;;Labor")).toEqual([expect.stringContaining("nur mit dem Kunden")])
  await made("standorte", { kunde_id: kunde.id, name: "LAGER" })
  await made("standorte", { kunde_id: kunde.id, name: "Lager" })
  expect(await refused(`F-2;Flasche;${nr};lager`)).toEqual([expect.stringContaining("LAGER, Lager")])
  expect(await refused(`F-2;Flasche;${nr};LAGER`)).toEqual([])
  const go = (line: string, id = Bun.randomUUIDv7()) => upload([line], { ausfuehren: "ja", id })
  expect(await go(`F-2;Flasche;${nr};labor`)).toMatchObject({ angelegt: 1 })
  const placeOf = async () => (await call("GET", "geraete/code/F-2")).body.standort_id
  expect(await placeOf()).toBe(labor.id)
  // An empty cell says nothing.
  expect(await upload([`F-2;Flasche;${nr};`])).toMatchObject({ unveraendert: 1 })
  const id = Bun.randomUUIDv7()
  expect(await go(`F-2;Flasche;${nr};Station 3`, id)).toMatchObject({ geaendert: 1 })
  expect(await placeOf()).toBe(station.id)
  await call("PATCH", `standorte/${labor.id}`, { aktiv: 0 })
  expect(await refused(`F-2;Flasche;${nr};Labor`)).toEqual(["ist nicht mehr aktiv"])
})

test("a table of devices that are gone is read again without a change: where they were is no longer said of them", async () => {
  const nr = (await call("GET", `kunden/${kunde.id}`)).body.kundennummer
  const table =
    "Gerätenummer;Bezeichnung;Kundennummer;Standort des Kunden;Status;Pfand beim Kunden\n" +
    `F-9;Flasche;${nr};Labor;verloren;150\n`
  const go = async () => {
    const raw = importForm(table, { vorhandene: "aendern", ausfuehren: "ja", id: Bun.randomUUIDv7() })
    return (await app.call("POST", "/api/geraete/import", { token: firma.admin.token, raw })).body
  }
  expect(await go()).toMatchObject({ angelegt: 1 })
  expect(await go()).toMatchObject({ unveraendert: 1, geaendert: 0, fehler: [] })
})
