import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { fold } from "../../../src/lib/fold.ts"
import { today } from "../../helpers/day.ts"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** Erasing a person, looked at in the bytes of the files. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "sommer")
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })

async function made(path: string, body: object): Promise<string> {
  const reply = await call("POST", path, body)
  expect([path, reply.status]).toEqual([path, 201])
  return reply.body.id
}

async function upload(kunde: string, titel: string): Promise<string> {
  const form = new FormData()
  form.append("bild", new File([new Uint8Array(drawing(1))], "a.png"))
  form.append("titel", titel)
  return (await app.call("POST", `/api/kunden/${kunde}/bilder`, { token: hof.admin.token, raw: form })).body
    .id
}

async function sendPhoto(lieferung: string, titel: string, erfasst_am?: string) {
  const raw = new FormData()
  raw.append("bild", new File([new Uint8Array(drawing(2))], "a.png"))
  raw.append("art", "beweis")
  raw.append("titel", titel)
  if (erfasst_am) raw.append("erfasst_am", erfasst_am)
  return app.call("POST", `/api/lieferungen/${lieferung}/bilder`, { token: hof.admin.token, raw })
}

async function photograph(lieferung: string, titel: string): Promise<string> {
  const reply = await sendPhoto(lieferung, titel)
  expect(reply.status).toBe(201)
  return reply.body.id
}

const logIsEmptied = () =>
  until("the log of writes is emptied", () => statSync(join(app.dir, "pfandwerk.db-wal")).size === 0)

/** In which files of the data folder a word stands, as it was written or as it is searched and sorted. */
function filesWith(word: string): string[] {
  const forms = [...new Set([word, word.toLowerCase(), fold(word)])]
  return readdirSync(app.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return forms.some((form) => bytes.includes(form))
    })
    .map((file) => file.slice(app.dir.length + 1))
}

async function erase(kunde: string): Promise<number> {
  const { status } = await call("POST", `kunden/${kunde}/loeschung`)
  await logIsEmptied()
  return status
}

/** The disclosure that an admin hands to a person (DSGVO Art. 15). */
async function disclose(kunde: string): Promise<{ page: string; names: string[] }> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  const url = `http://localhost/api/kunden/${kunde}/auskunft`
  const reply = await createApp(app.deps)(new Request(url, { headers }))
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/zip"])
  const files = unzipSync(await reply.bytes())
  return { page: new TextDecoder().decode(files["Auskunft.html"]), names: Object.keys(files).toSorted() }
}

/** One word for each place where a person can be named; no other text holds it. */
const words = {
  name: "Zwetschgenmüller",
  earlierName: "Quittenbäcker",
  ansprechpartner: "Holunderfrau",
  telefon: "0471108150",
  email: "mirabelle@schlehe.example",
  strasse: "Vogelbeerengasse",
  ort: "Sanddornhausen",
  anlieferungshinweis: "Hagebuttenklingel",
  notiz: "Preiselbeerenfreund",
  kaeuferreferenz: "Weißdornreferenz",
  rechnungs_email: "rechnung@schwarzdorn.example",
  standort: "Berberitzenfiliale",
  deletedStandort: "Traubenkirschenlager",
  liefertag: "Wildapfelpforte",
  deletedLiefertag: "Mispelrampe",
  titel: "Stachelbeerentor",
  deletedTitel: "Brombeerentür",
  hinweis: "Erdbeerenruf",
  empfaenger: "Himbeerenonkel",
  lieferungsnotiz: "Rhabarberkeller",
  grund: "Heidelbeerenurlaub",
  bewegung: "Johannisbeerenflur",
  lieferbild: "Kornelkirschenrampe",
  geloeschtesLieferbild: "Felsenbirnenhof",
  klaerungsbild: "Vogelkirschentor",
  geloeschtesKlaerungsbild: "Speierlinghof",
  klaerungsnotiz: "Maulbeerenknecht",
  entscheidung: "Aroniakeller",
  ersteAntwort: "Moosbeerenstreit",
  antwort: "Sauerkirschenbrief",
}

/** A customer with all that the service can keep of a person. */
async function person(): Promise<string> {
  const { name, earlierName, ansprechpartner, telefon, email, strasse, ort, anlieferungshinweis, notiz } =
    words
  const { kaeuferreferenz, rechnungs_email } = words
  const more = {
    ansprechpartner,
    telefon,
    email,
    strasse,
    ort,
    anlieferungshinweis,
    notiz,
    kaeuferreferenz,
    rechnungs_email,
  }
  // The recipient of a settlement is kept for the tax office, and locked (test/api/abrechnungen/papier.test.ts).
  const neu = { id: Bun.randomUUIDv7(), name: earlierName, abrechnung: "keine", ...more }
  const kunde = await made("kunden", neu)
  await call("PATCH", `kunden/${kunde}`, { name })
  const bild = await upload(kunde, words.deletedTitel)
  expect((await call("DELETE", `kunden/${kunde}/bilder/${bild}`)).status).toBe(204)
  await upload(kunde, words.titel)
  await made("standorte", { kunde_id: kunde, name: words.standort })
  const place = await made("standorte", { kunde_id: kunde, name: "Lager" })
  await call("PATCH", `standorte/${place}`, { name: words.deletedStandort })
  const regular = { kunde_id: kunde, ab: "2026-04-01" }
  await made("liefertage", { ...regular, hinweis: words.liefertag })
  const day = await made("liefertage", { ...regular, hinweis: words.deletedLiefertag })
  for (const path of [`standorte/${place}`, `liefertage/${day}`])
    expect((await call("DELETE", path)).status).toBe(204)
  const plan = { kunde_id: kunde, datum: "2026-03-31", hinweis: words.hinweis, positionen: [] }
  const done = await made("lieferungen", { id: Bun.randomUUIDv7(), ...plan })
  await call("POST", `lieferungen/${done}/start`, {})
  const { status } = await call("POST", `lieferungen/${done}/abschluss`, {
    empfaenger_name: words.empfaenger,
    notiz: words.lieferungsnotiz,
    unterschrift: `data:image/png;base64,iVBORw0KGgo${"Unterschrift".repeat(3000)}`,
    positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 2 }],
  })
  expect(status).toBe(200)
  const failed = await made("lieferungen", plan)
  await call("POST", `lieferungen/${failed}/start`, {})
  await call("POST", `lieferungen/${failed}/fehlschlag`, { grund: words.grund })
  const old = await photograph(done, words.geloeschtesLieferbild)
  expect((await call("DELETE", `lieferungen/${done}/bilder/${old}`)).status).toBe(204)
  await photograph(failed, words.lieferbild)
  const angaben = {
    notiz: words.klaerungsnotiz,
    unterschrift: `data:image/png;base64,iVBORw0KGgo${"Klaerung".repeat(500)}`,
  }
  const klaerung = { art: "abschluss", lieferung_id: failed, ablehnung: "Schon zugestellt", angaben }
  const { body } = await call("POST", "klaerungen", klaerung)
  await call("POST", `klaerungen/${body.id}/verwerfen`, { grund: words.entscheidung })
  const ungeplant = { art: "ungeplant", kunde_id: kunde, ablehnung: "Abgeschaltet", angaben: {} }
  const open = await made("klaerungen", ungeplant)
  const gone = await photograph(open, words.geloeschtesKlaerungsbild)
  expect((await call("DELETE", `lieferungen/${open}/bilder/${gone}`)).status).toBe(204)
  await photograph(open, words.klaerungsbild)
  await call("POST", `geraete/${hof.geraete[0]}/ausgabe`, { kunde_id: kunde, notiz: words.bewegung })
  await app.call("GET", `/api/kunden/${kunde}/saldenbestaetigung.pdf`, { token: hof.admin.token })
  const [beleg] = (await call("GET", `belege?kunde_id=${kunde}&art=saldenbestaetigung`)).body.items
  for (const bemerkung of [words.ersteAntwort, words.antwort])
    expect(
      (await call("POST", `belege/${beleg.id}/antwort`, { antwort: "bestritten", bemerkung })).status,
    ).toBe(200)
  // Somebody searches for them, and changed what a view searches for.
  for (const liste of ["kunden", "pfandbuchungen"]) {
    const view = await made("ansichten", { liste, name: "Einer", adresse: `q=${words.telefon}` })
    await call("PATCH", `ansichten/${view}`, { adresse: `q=${words.strasse}` })
  }
  return kunde
}

test("an erased person is nowhere in the files, and the books are as they were", async () => {
  const kunde = await person()
  await made("ansichten", { liste: "kunden", name: "Viele", adresse: "q=gasthaus" })
  const pictures = readdirSync(join(app.dir, "uploads"), { recursive: true }).length
  // Everything that is looked for afterwards is found before.
  for (const word of [...Object.values(words), "UnterschriftUnterschrift", "KlaerungKlaerung"])
    expect([word, filesWith(word).length > 0]).toEqual([word, true])
  const account = await call("GET", `kunden/${kunde}/pfandkonto`)

  // The person is told all of it, and given what is no text; but not who works there.
  const told = await disclose(kunde)
  expect(Object.values(words).filter((word) => !told.page.includes(word))).toEqual([])
  for (const folder of ["belege/Saldenbest", "bilder/", "unterschriften/"])
    expect(told.names.filter((name) => name.startsWith(folder))).not.toEqual([])
  expect(told.page).not.toMatch(/admin Test|data:image/)
  expect(told.page).toContain("Artikel FASS")
  for (const shown of [
    "Unternehmen",
    "Saldenbestätigung",
    "Ausgabe",
    "Ist Rücknahme",
    "Lieferungen: nicht zugestellt",
  ])
    expect(told.page).toContain(`>${shown}<`)
  const year = Number(today().slice(0, 4))
  for (const said of [
    "<title>Auskunft nach Art. 15 DSGVO</title>",
    "<h1>Auskunft nach Art. 15 DSGVO</h1>",
    "Art. 6 Abs. 1 Buchst. b und c",
    `31.12.${year + 10}</td><td>AO § 147: Bücher zehn Jahre`,
    `31.12.${year + 6}</td><td>AO § 147: Geschäftsbriefe sechs Jahre`,
  ])
    expect(told.page).toContain(said)
  for (const [, href = ""] of told.page.matchAll(/href="([^"]+)"/g)) expect(told.names).toContain(href)

  expect(await erase(kunde)).toBe(200)
  const left = await disclose(kunde)
  expect(Object.values(words).filter((word) => left.page.includes(word))).toEqual([])
  expect(left.names).toEqual(["Auskunft.html"])
  for (const word of [...Object.values(words), "UnterschriftUnterschrift", "KlaerungKlaerung"])
    expect([word, filesWith(word)]).toEqual([word, []])
  expect(readdirSync(join(app.dir, "uploads"), { recursive: true }).length).toBeLessThan(pictures)
  expect((await call("GET", `kunden/${kunde}/pfandkonto`)).body).toEqual({
    ...account.body,
    name: expect.stringContaining("Gelöschter Kunde"),
  })
  expect((await call("GET", "pfandpruefung")).body.in_ordnung).toBe(true)
  // A view that finds others goes on doing so.
  const views = (await call("GET", "ansichten?liste=kunden")).body.items
  expect(views.map(({ adresse }: { adresse: string }) => adresse)).toEqual(["q=gasthaus"])
  expect((await call("GET", "ansichten?liste=pfandbuchungen")).body.items).toEqual([])
  // Among others: their words are still found, and the index agrees with them.
  expect((await call("GET", "kunden?q=gasthaus")).body.items).toHaveLength(2)
  const db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("PRAGMA busy_timeout = 5000")
  db.run("INSERT INTO kunden_suche (kunden_suche, rank) VALUES ('integrity-check', 1)")
  db.close()
})

test("what a driver entered before a person was erased, and sends afterwards, is booked without a word of the person", async () => {
  const kunde = await made("kunden", { name: "Weißdornhof", abrechnung: "keine" })
  const plan = { kunde_id: kunde, datum: "2026-03-31", positionen: [] }
  const [done, failed, asked, later] = [
    await made("lieferungen", plan),
    await made("lieferungen", plan),
    await made("lieferungen", plan),
    await made("lieferungen", plan),
  ]
  for (const id of [done, failed, asked, later]) await call("POST", `lieferungen/${id}/start`, {})
  await call("POST", `geraete/${hof.geraete[1]}/ausgabe`, { kunde_id: kunde })
  const erfasst_am = new Date().toISOString()
  expect(await erase(kunde)).toBe(200)
  const entered = {
    empfaenger_name: "Ebereschenpate",
    notiz: "Ebereschenkeller",
    unterschrift: `data:image/png;base64,iVBORw0KGgo${"Eberesche".repeat(400)}`,
    positionen: [{ geraet_id: hof.geraete[1], ist_ruecknahme: 1, bemerkung: "Ebereschenbeule" }],
  }
  const { body } = await call("POST", `lieferungen/${done}/abschluss`, { ...entered, erfasst_am })
  expect(body).toMatchObject({ status: "zugestellt", positionen: [{ ist_ruecknahme: 1 }] })
  const crates = [{ pfandartikel_id: hof.fass, ist_ruecknahme: 1 }]
  const unplanned = { ...entered, kunde_id: kunde, erfasst_am, positionen: crates }
  await made("fahrer/ungeplant", unplanned)
  await call("POST", `lieferungen/${failed}/fehlschlag`, { grund: "Ebereschenurlaub", erfasst_am })
  const klaerung = { art: "abschluss", lieferung_id: asked, ablehnung: "Andere Angaben", erfasst_am }
  const angaben = { ...entered, positionen: crates }
  const { id } = (await call("POST", "klaerungen", { ...klaerung, angaben })).body
  expect((await call("POST", `klaerungen/${id}/buchen`, {})).status).toBe(200)
  expect((await sendPhoto(done, "Ebereschentor", erfasst_am)).status).toBe(409)
  expect((await call("GET", `kunden/${kunde}/pfandkonto`)).body.artikel).toMatchObject([{ bestand: -2 }])
  for (const word of ["Eberesche", "EberescheEberesche"]) expect(filesWith(word)).toEqual([])
  // What is said at the door afterwards, is said knowing that.
  const reply = await call("POST", `lieferungen/${later}/abschluss`, {
    notiz: "Kasten am Tor",
    positionen: [],
  })
  expect([reply.status, reply.body.notiz]).toEqual([200, "Kasten am Tor"])
})

test("a reader of an older state, such as a backup, does not hold up the erasure, only the last of it", async () => {
  const kunde = await made("kunden", { name: "Ebereschenwirt" })
  const reader = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  reader.run("BEGIN")
  reader.query("SELECT name FROM kunden").all()
  expect((await call("POST", `kunden/${kunde}/loeschung`)).status).toBe(200)
  await Bun.sleep(50)
  expect(filesWith("Ebereschenwirt")).not.toEqual([])
  expect((await call("GET", "kunden")).text).not.toContain("Ebereschenwirt")
  reader.run("COMMIT")
  reader.close()
  await logIsEmptied()
  expect(filesWith("Ebereschenwirt")).toEqual([])
}, 120_000)

test("the disclosure names what is with the person, and no device that came back", async () => {
  const kunde_id = await made("kunden", { name: "Gasthaus" })
  for (const geraetenummer of ["RUECK-1", "DORT-1"]) {
    const id = await made("geraete", { geraetenummer, bezeichnung: "Zapfanlage" })
    await call("POST", `geraete/${id}/ausgabe`, { kunde_id })
    if (geraetenummer === "RUECK-1") await call("POST", `geraete/${id}/ruecknahme`, {})
  }
  const { page } = await disclose(kunde_id)
  const there = /Was gerade bei Ihnen ist<.h2>.*?<h2>/s.exec(page)?.[0]
  expect(there).toContain("DORT-1")
  expect(there).not.toContain("RUECK-1")
  // Which of several devices came back is told as well.
  const moves = /Ausgabe und Rücknahme von Geräten<.h2>.*?<h2>/s.exec(page)?.[0]
  expect(moves?.match(/(?:DORT|RUECK)-1/g)).toEqual(["RUECK-1", "RUECK-1", "DORT-1"])
})

test("of a customer who was deleted the log's copies can still be erased, by this company alone", async () => {
  const kunde = await made("kunden", { name: "Wacholderwirt", ort: "Wacholderheim" })
  const bild = await upload(kunde, "Wacholdertor")
  await call("DELETE", `kunden/${kunde}/bilder/${bild}`)
  expect((await call("DELETE", `kunden/${kunde}`)).status).toBe(204)
  expect((await call("GET", "protokoll")).text).toContain("Wacholder")
  const other = await app.company("winter")
  const theirs = await app.call("POST", `/api/kunden/${kunde}/loeschung`, { token: other.admin.token })
  expect(theirs.status).toBe(404)
  expect(await erase(kunde)).toBe(204)
  expect((await call("GET", "protokoll")).text).not.toContain("Wacholder")
  expect(filesWith("Wacholder")).toEqual([])
  expect((await call("GET", "protokoll?limit=1")).body.items).toMatchObject([
    { aktion: "kunden.person_geloescht", datensatz_id: kunde },
  ])
  expect((await call("POST", `kunden/${Bun.randomUUIDv7()}/loeschung`)).status).toBe(404)
})

test("what no longer can be sent to an erased person is not to be sent, nor is its cancellation", async () => {
  const kunde = await made("kunden", { name: "Wirt", strasse: "Gasse 2", plz: "21339", ort: "Celle" })
  const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
  await made("pfandbuchungen", { kunde_id: kunde, positionen })
  const id = await made("abrechnungen", { kunde_id: kunde, bis: today() })
  await app.call("GET", `/api/abrechnungen/${id}/abrechnung.pdf`, { token: hof.admin.token })
  const unsent = async () => (await call("GET", "abrechnungen?unversandt=true")).body.items.length
  expect(await unsent()).toBe(1)
  expect(await erase(kunde)).toBe(200)
  expect(await unsent()).toBe(0)
  await made(`abrechnungen/${id}/storno`, { grund: "Falsch" })
  expect(await unsent()).toBe(0)
})

test("the answer says what the law wants kept, until when and why", async () => {
  const kunde = await made("kunden", { name: "Schlehenwirt" })
  const none = await call("POST", `kunden/${kunde}/loeschung`)
  expect([none.status, none.body.aufbewahrt]).toEqual([200, []])
  const other = await person()
  const { status, body } = await call("POST", `kunden/${other}/loeschung`)
  const bookings = (await call("GET", `kunden/${other}/pfandbuchungen?limit=200`)).body.items
  expect(status).toBe(200)
  expect(body.aufbewahrt[0]).toEqual({
    was: "Buchungen im Pfandbuch, ohne Namen",
    anzahl: bookings.length,
    bis: `${Number(today().slice(0, 4)) + 10}-12-31`,
    grund: "AO § 147: Bücher zehn Jahre",
  })
  expect(bookings.length).toBeGreaterThan(0)
})

test("a booking of a year's first hour is kept as long as the others of that year", async () => {
  try {
    await travel(app, hof, "2026-12-31T23:30:00.000Z")
    const kunde = await made("kunden", { name: "Neujahrswirt" })
    const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
    await made("pfandbuchungen", { kunde_id: kunde, positionen })
    const { body } = await call("POST", `kunden/${kunde}/loeschung`)
    expect(body.aufbewahrt[0].bis).toBe("2037-12-31")
  } finally {
    setSystemTime()
  }
})
