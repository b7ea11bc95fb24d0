import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { klaerungen, lieferungen, lieferpositionen, mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { billingYard, type Yard } from "../../helpers/pfand.ts"
import { routes } from "../../helpers/routes.ts"
import { travel } from "../../helpers/zeit.ts"

/**
 * What each column of each table says that goes out as a file, held against `zeilen.json`: two columns that are turned,
 * a word that is another, an amount without its sign. `PAPERS=write bun test` this file and `bun fmt` write it anew, to
 * be read as a change. That lists and tables keep the same rows is held elsewhere (verzeichnisse.test.ts).
 */
const WRITES = process.env["PAPERS"] === "write"
const FILE = join(import.meta.dir, "zeilen.json")
const pinned: Record<string, string[]> = WRITES ? {} : await Bun.file(FILE).json()

const app = createTestApp()
afterAll(async () => {
  setSystemTime()
  app.close()
  if (WRITES) await Bun.write(FILE, `${JSON.stringify(pinned, null, 2)}\n`)
})

let hof: Yard
const ids: Record<string, string> = {}
const at = (moment: string) => travel(app, hof, `2026-10-${moment}:00.000Z`)

async function call(method: string, path: string, body?: object): Promise<any> {
  const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
  expect([method, path, reply.status < 300, reply.body?.errors ?? reply.body?.error]).toEqual([
    method,
    path,
    true,
    undefined,
  ])
  return reply.body
}

const book = (pfandartikel_id: string, art: string, menge: number, more = {}) =>
  call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id, art, menge }],
    ...more,
  })

beforeAll(async () => {
  hof = await billingYard(app, "hof")
  await at("01T08:00")
  await describeThings()
  await countTheYard("Sommer", [
    [hof.fass, 40],
    [hof.leer, 3000],
  ])
  await at("14T09:30")
  await move()
  await at("20T10:00")
  await settle()
  await countTheYard("=Herbst", [
    [hof.fass, 41],
    [hof.leer, 1850],
  ])
  const { id } = await call("POST", "inventuren", { bezeichnung: "Winter", mit_geraeten: 0 })
  await call("POST", `inventuren/${id}/verwerfen`, {})
  await app.deps.system.write(deliver, hof.id)
  await call("GET", `kunden/${hof.kunden[0]}/kontoauszug.pdf?von=2026-10-01&bis=2026-10-19`)
  await call("GET", `kunden/${hof.kunden[0]}/saldenbestaetigung.pdf`)
  const [beleg] = (await call("GET", "belege?art=saldenbestaetigung")).items
  const antwort = { antwort: "bestritten", datum: "2026-10-20", bemerkung: "Zu viel" }
  await call("POST", `belege/${beleg.id}/antwort`, antwort)
  await at("21T10:00")
  await trade([7, 2, 3])
  // Another customer, who has lost nothing.
  await book(hof.fass, "ausgabe", 6, { kunde_id: hof.kunden[1] })
  await book(hof.fass, "ruecknahme", 5, { kunde_id: hof.kunden[1] })
}, 60_000)

/** A customer, a place, an article and a device with all that can be said of them. */
async function describeThings(): Promise<void> {
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => {
    for (const [rolle, { id }] of Object.entries({ admin: hof.admin, user: hof.user, fahrer: hof.fahrer }))
      tenant.update(mitarbeiter, id, { email: `${rolle}@hof.example`, name: `Frau ${rolle}` })
  }, hof.id)
  const kontakt = { ansprechpartner: "Frau Groß", telefon: "04131 998877" }
  const anschrift = { strasse: "Am Kai 5", plz: "21335", ort: "Lüneburg", land: "DE" }
  const mails = { email: "wirt@adler.example", rechnungs_email: "buch@adler.example" }
  const hinweise = {
    anlieferungshinweis: "Hund beißt nicht",
    lieferzeit_von: "08:00",
    lieferzeit_bis: "11:30",
  }
  await call("PATCH", `kunden/${hof.kunden[0]}`, {
    ...kontakt,
    ...anschrift,
    ...mails,
    ...hinweise,
    notiz: "Stammgast",
    ust_id: "DE136695976",
    kaeuferreferenz: "Bestellung 7",
    debitor_nr: 10_001,
    breitengrad: 53.25,
    laengengrad: 10.4,
  })
  await call("POST", "standorte", {
    kunde_id: hof.kunden[0],
    name: "Biergarten",
    ...kontakt,
    ...anschrift,
    anlieferungshinweis: "Tor 2",
  })
  await call("PATCH", `pfandartikel/${hof.fass}`, { barcode: "4000000012" })
  await call("PATCH", `geraete/${hof.geraete[0]}`, {
    typ: "Flaschenkühler",
    seriennummer: "S-77",
    barcode: "4000000029",
    notiz: "Tür klemmt",
  })
  const plan = { intervall: 12, intervall_in: "monate", letzte: "2025-10-31", naechste: "2026-10-31" }
  await call("PUT", `geraete/${hof.geraete[0]}/pruefplaene/tuev`, plan)
}

async function countTheYard(
  bezeichnung: string,
  counts: readonly (readonly [string, number])[],
): Promise<void> {
  const { id } = await call("POST", "inventuren", { bezeichnung, mit_geraeten: 1 })
  ids["inventur"] = id
  for (const [pfandartikel_id, menge] of counts)
    await call("POST", `inventuren/${id}/zaehlungen`, { positionen: [{ pfandartikel_id, menge }] })
  await call("POST", `inventuren/${id}/abschluss`, {})
}

/** Goes out, comes back, is corrected, cancelled, lost, bought, sold and scrapped. */
async function move(): Promise<void> {
  await book(hof.leer, "ausgabe", 1200)
  await book(hof.leer, "ruecknahme", 40)
  await book(hof.fass, "ausgabe", 3)
  await book(hof.fass, "korrektur_plus", 2, { grund: "Zählung; zwei" })
  const { vorgang_id } = await book(hof.flasche, "ausgabe", 5)
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Irrtum" })
  await call("POST", "pfandverluste", { kunde_id: hof.kunden[0], pfandartikel_id: hof.fass, menge: 1 })
  const [{ id: standort_id }] = (await call("GET", "standorte")).items
  await call("POST", `geraete/${hof.geraete[0]}/ausgabe`, { kunde_id: hof.kunden[0], standort_id })
  await trade([10, 1, 4])
}

async function trade(pieces: readonly number[]): Promise<void> {
  for (const [index, art] of (["zukauf", "verkauf", "verschrottung"] as const).entries())
    await call("POST", "lager/bewegungen", {
      pfandartikel_id: hof.fass,
      art,
      menge: pieces[index],
      bemerkung: `Wegen ${art}`,
    })
}

async function settle(): Promise<void> {
  const { id } = await call("POST", "abrechnungen", { kunde_id: hof.kunden[0], bis: "2026-10-19" })
  await call("POST", `abrechnungen/${id}/storno`, { grund: "Falsch" })
  await call("POST", "abrechnungen", { kunde_id: hof.kunden[0], bis: "2026-10-19" })
}

/** A delivery with two positions, one without any, and what a driver could not book. */
function deliver(): void {
  const tenant = app.deps.system.tenant(hof.id)
  const stop = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, hinweis: "Klingel" }
  const done = tenant.insert(lieferungen, {
    ...stop,
    datum: "2026-10-15",
    zeit_von: "08:00",
    zeit_bis: "11:30",
    status: "zugestellt",
    empfaenger_name: "Herr Klein",
    erfasst_am: "2026-10-15T09:12:00.000Z",
  })
  for (const [position, pfandartikel_id] of [hof.leer, hof.fass].entries())
    tenant.insert(lieferpositionen, {
      lieferung_id: done.id,
      position: position + 1,
      pfandartikel_id,
      soll_ausgabe: 20,
      soll_ruecknahme: 15,
      ist_ausgabe: 19,
      ist_ruecknahme: 17,
    })
  tenant.insert(lieferungen, { ...stop, datum: "2026-10-16", status: "nicht_zugestellt", grund: "Ruhetag" })
  tenant.insert(klaerungen, {
    kunde_id: hof.kunden[0],
    fahrer_id: hof.fahrer.id,
    lieferung_id: done.id,
    art: "abschluss",
    angaben: "{}",
    ablehnung: "Nicht geplant",
    erfasst_am: "2026-10-15T09:12:00.000Z",
    status: "verworfen",
    entscheidung: "Doppelt",
    entschieden_von: hof.admin.id,
    entschieden_am: "2026-10-16T09:12:00.000Z",
  })
}

/** Parameters of a table that does not go without, or that would be as long as all that was done here. */
const queries: Record<string, string> = {
  "/api/export/protokoll": "?tabelle=standorte",
  "/api/schwund/liste.csv": "?jahr=2026",
  "/api/schwund/kunden.csv": "?jahr=2026",
  "/api/jahresausgleich/liste.csv": "?jahr=2026",
  "/api/datev/journal.csv": "?monat=2026-10",
}

const tables = routes
  .filter(
    ({ method, options }) => method === "GET" && options.scope === "tenant" && options.file === "text/csv",
  )
  .map(({ path }) => path)

describe("what its columns say", () => {
  test.each(tables)("%s", async (path) => {
    const address = path.replace(":id", ids["inventur"] ?? "") + (queries[path] ?? "")
    const { status, text } = await app.call("GET", address, { token: hof.admin.token })
    expect([address, status]).toEqual([address, 200])
    const lines = text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "‹id›")
      .trimEnd()
      .split("\r\n")
    if (WRITES) pinned[path] = lines
    else expect({ path, lines }).toEqual({ path, lines: pinned[path] ?? [] })
  })
})

test("every table that goes out is among them", () => {
  if (!WRITES) expect(Object.keys(pinned).toSorted()).toEqual(tables.toSorted())
})
