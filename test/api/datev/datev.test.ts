import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { query } from "../../../src/db/query.ts"
import { abrechnungen, datev_posten } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { readDatev } from "../../helpers/datev.ts"
import { ANSCHRIFT, billingYard, type Yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
const gegangen = query<{ nummer: string }>`
  SELECT a.nummer FROM ${datev_posten} p JOIN ${abrechnungen} a ON a.id = p.abrechnung_id ORDER BY a.nummer`
let hof: Yard
let kunde_id: string

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function file(path: string): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  return (await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))).bytes()
}

beforeAll(async () => {
  hof = await billingYard(app, "hof")
  await travel(app, hof, "2026-10-31T10:00:00.000Z")
  await call("PATCH", `/api/pfandartikel/${hof.flasche}`, { steuersatz: "ermaessigt" })
  await call("PATCH", `/api/pfandartikel/${hof.fass}`, { ust_klasse: "transporthilfsmittel" })
  const neu = { name: '=Gasthaus "Groß"', kundennummer: "10023", ...ANSCHRIFT }
  kunde_id = (await call("POST", "/api/kunden", neu)).body.id
  const positionen = [hof.leer, hof.flasche, hof.fass].map((pfandartikel_id) => ({
    pfandartikel_id,
    art: "ausgabe",
    menge: 7,
  }))
  positionen.push({ geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 } as never)
  await call("POST", "/api/pfandbuchungen", { kunde_id, positionen })
  await call("POST", "/api/abrechnungen", { kunde_id, bis: "2026-10-31" })
  await call("POST", "/api/pfandbuchungen", {
    kunde_id,
    positionen: [{ pfandartikel_id: hof.leer, art: "ruecknahme", menge: 9 }],
  })
  await call("POST", "/api/abrechnungen", { kunde_id, bis: "2026-10-31" })
})

test("what stands in the way is listed before a file is made, and no file is made then", async () => {
  await call("PATCH", `/api/kunden/${kunde_id}`, { debitor_nr: 7 })
  const { body } = await call("GET", "/api/datev/pruefung?monat=2026-10")
  expect(body).toMatchObject({ abrechnungen: 2, schon_exportiert: 0, buchungen: 5 })
  expect(body.hindernisse.map(({ nummer, meldung }: any) => [nummer, meldung])).toEqual([
    [null, "In den DATEV-Einstellungen fehlt die Beraternummer"],
    [null, "In den DATEV-Einstellungen fehlt die Mandantennummer"],
    ["ABR-2026-00001", 'Der Kunde 10023 (=Gasthaus "Groß") hat kein Debitorenkonto mit 5 Stellen'],
    ["ABR-2026-00002", 'Der Kunde 10023 (=Gasthaus "Groß") hat kein Debitorenkonto mit 5 Stellen'],
  ])
  const refused = await call("POST", "/api/datev/exporte", { monat: "2026-10" })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "In den DATEV-Einstellungen fehlt die Beraternummer; und 3 weitere Hindernisse",
  ])
  await call("PATCH", `/api/kunden/${kunde_id}`, { debitor_nr: null })
  expect((await call("PATCH", "/api/datev/einstellungen", { berater: 1 })).status).toBe(400)
  expect((await call("PATCH", "/api/datev/einstellungen", { berater: 1001, mandant: 55 })).status).toBe(200)
  expect((await call("GET", "/api/datev/pruefung?monat=2026-10")).body.hindernisse).toEqual([])
})

test("what is told as seen is exported, or nothing: a refusal names both", async () => {
  const { brutto_cent } = (await call("GET", "/api/datev/pruefung?monat=2026-10")).body
  const body = { monat: "2026-10", erwartet_abrechnungen: 1, erwartet_cent: brutto_cent }
  const refused = await call("POST", "/api/datev/exporte", body)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringMatching(/jetzt 2 Abrechnungen über 296,93.€ statt 1 Abrechnung über 296,93.€/),
  ])
})

test("the file meets DATEV's patterns, and its sum is the settlements'", async () => {
  const { brutto_cent: erwartet_cent } = (await call("GET", "/api/datev/pruefung?monat=2026-10")).body
  const seen = { erwartet_abrechnungen: 2, erwartet_cent }
  const { status, body } = await call("POST", "/api/datev/exporte", { monat: "2026-10", ...seen })
  expect(status).toBe(200)
  expect(body).toMatchObject({ art: "datev", dateiname: "EXTF_Buchungsstapel_20261001_20261031.csv" })
  const { header, rows } = readDatev(await file(`/api/belege/${body.id}/datei`))
  expect([10, 11, 12, 14, 15, 16, 26].map((nr) => header[nr])).toEqual([
    "1001",
    "55",
    "20260101",
    "20261001",
    "20261031",
    '"Pfand 10/2026"',
    '"03"',
  ])
  const cent = (row: string[]) => Number(row[1]!.replace(",", "")) * (row[2] === '"S"' ? 1 : -1)
  expect(rows.map((row) => [cent(row), row[7], row[8], row[10], row[11], row[14]])).toEqual([
    [24_990, "10023", "8540", "3110", '"ABR-2026-00001"', '"Pfand 19 % =Gasthaus  Groß "'],
    [1250, "10023", "8540", "3110", '"ABR-2026-00001"', '"Pfand 19 % =Gasthaus  Groß "'],
    [60, "10023", "8540", "3110", '"ABR-2026-00001"', '"Pfand 7 % =Gasthaus  Groß "'],
    [5000, "10023", "1732", "3110", '"ABR-2026-00001"', '"Pfand =Gasthaus  Groß "'],
    [-1607, "10023", "8540", "3110", '"ABR-2026-00002"', '"Pfand 19 % =Gasthaus  Groß "'],
  ])
  const { items } = (await call("GET", "/api/abrechnungen")).body
  const brutto = items.reduce((sum: number, one: any) => sum + one.netto_cent + one.ust_cent, 0)
  expect(rows.reduce((sum, row) => sum + cent(row), 0)).toBe(brutto)
  expect(body.saldo_cent).toBe(brutto)
})

test("a settlement goes out once, unless asked again: then with the same bytes", async () => {
  const [first] = (await call("GET", "/api/belege?art=datev")).body.items
  const nothing = await call("POST", "/api/datev/exporte", { monat: "2026-10" })
  expect([nothing.status, nothing.body.error]).toEqual([
    409,
    "In diesem Monat ist nichts (mehr) zu exportieren",
  ])
  await travel(app, hof, "2026-10-31T12:00:00.000Z")
  const again = await call("POST", "/api/datev/exporte", { monat: "2026-10", wiederholen: true })
  expect([again.status, again.body.id, again.body.sha256]).toEqual([200, first.id, first.sha256])
  // The company's archive says of each settlement once in which file it went out.
  expect(
    app.deps.system
      .tenant(hof.id)
      .all(gegangen, {})
      .map(({ nummer }) => nummer),
  ).toEqual(["ABR-2026-00001", "ABR-2026-00002"])
  const [letzte] = (await call("GET", "/api/abrechnungen")).body.items
  await call("POST", `/api/abrechnungen/${letzte.id}/storno`, { grund: "x" })
  const next = await call("POST", "/api/datev/exporte", { monat: "2026-10" })
  const { rows } = readDatev(await file(`/api/belege/${next.body.id}/datei`))
  expect(rows.map((row) => [row[1], row[2], row[14]])).toEqual([
    ["16,07", '"S"', '"Storno Pfand 19 % =Gasthaus  Groß "'],
  ])
})

test("accounts and keys are the company's; another chart and length change the defaults", async () => {
  await call("PATCH", "/api/datev/einstellungen", {
    skr: "04",
    kontenlaenge: 5,
    debitor_basis: 100_000,
    konto_transport: 41_000,
    bu_regel: "0003",
    wj_beginn: "07-01",
    festschreibung: 1,
  })
  const { body } = await call("POST", "/api/datev/exporte", { monat: "2026-10", wiederholen: true })
  const { header, rows } = readDatev(await file(`/api/belege/${body.id}/datei`))
  expect([header[12], header[13], header[20], header[26]]).toEqual(["20260701", "5", "1", '"04"'])
  expect(rows.slice(0, 4).map((row) => [row[7], row[8], row[9]])).toEqual([
    ["110023", "41000", '""'],
    ["110023", "45200", '"0003"'],
    ["110023", "45200", '"0002"'],
    ["110023", "35500", '""'],
  ])
  for (const [wj_beginn, beginn] of [
    ["11-01", "20251101"],
    ["10-01", "20261001"],
  ] as const) {
    await call("PATCH", "/api/datev/einstellungen", { wj_beginn })
    const next = await call("POST", "/api/datev/exporte", { monat: "2026-10", wiederholen: true })
    expect(readDatev(await file(`/api/belege/${next.body.id}/datei`)).header[12]).toBe(beginn)
  }
})

test("the journal is a table that a spreadsheet reads, and runs nothing", async () => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await file("/api/datev/journal.csv?monat=2026-10"),
  )
  const lines = text.split("\r\n")
  expect(lines[0]).toBe(
    "\ufeffNummer;Art;Datum;Von;Bis;Kundennummer;Kunde;Debitor;Wofür;Konto;Steuersatz;Netto;Umsatzsteuer;Brutto;Zu buchen",
  )
  expect(lines[1]).toBe(
    `ABR-2026-00001;Abrechnung;31.10.2026;31.10.2026;31.10.2026;10023;"'=Gasthaus ""Groß""";110023;Transporthilfsmittel;41000;19;210,00;39,90;249,90;ja`,
  )
  expect(lines.at(-2)).toContain("ABR-2026-00003;Storno")
  expect(lines.length).toBe(8)
})

test("a month says how many of its settlements bear the day of a later one, where they are", async () => {
  await travel(app, hof, "2026-11-29T10:00:00.000Z")
  const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }]
  await call("POST", "/api/pfandbuchungen", { kunde_id, positionen, erfasst_am: "2026-10-31T11:00:00.000Z" })
  const made = await call("POST", "/api/abrechnungen", { kunde_id, bis: "2026-10-31" })
  expect(made.body).toMatchObject({ datum: "2026-11-29", bis: "2026-10-31" })
  const later = async (monat: string) =>
    (await call("GET", `/api/datev/pruefung?monat=${monat}`)).body.spaeter_ausgestellt
  expect(await later("2026-10")).toEqual([{ monat: "2026-11", anzahl: 1 }])
  expect(await later("2026-11")).toEqual([])
})

test("what is exported again has the names of then; a debtor's account that is another one by now is told", async () => {
  const alt = await billingYard(app, "nochmals")
  await travel(app, alt, "2026-10-31T10:00:00.000Z")
  const as = async (method: string, path: string, body?: object) =>
    (await app.call(method, `/api/${path}`, { token: alt.admin.token, ...(body && { body }) })).body
  const kunde = await as("POST", "kunden", { name: "Wirt Alt", kundennummer: "10001", ...ANSCHRIFT })
  await as("PATCH", "datev/einstellungen", { berater: 1001, mandant: 55 })
  const positionen = [{ pfandartikel_id: alt.leer, art: "ausgabe", menge: 1 }]
  await as("POST", "pfandbuchungen", { kunde_id: kunde.id, positionen })
  const { nummer } = await as("POST", "abrechnungen", { kunde_id: kunde.id, bis: "2026-10-31" })
  const first = await as("POST", "datev/exporte", { monat: "2026-10" })
  await travel(app, alt, "2026-11-02T10:00:00.000Z")
  const again = () => as("POST", "datev/exporte", { monat: "2026-10", wiederholen: true })
  const hints = async () => (await as("GET", "datev/pruefung?monat=2026-10&wiederholen=true")).hinweise
  await as("PATCH", `kunden/${kunde.id}`, { name: "Wirtin Neu" })
  for (const kundennummer of ["10002", "10001"]) await as("PATCH", `kunden/${kunde.id}`, { kundennummer })
  expect([(await again()).sha256, await hints()]).toEqual([first.sha256, []])
  await as("PATCH", `kunden/${kunde.id}`, { debitor_nr: 10_077 })
  expect((await hints()).map((one: any) => [one.nummer, one.meldung])).toEqual([
    [
      nummer,
      "Das Debitorenkonto des Kunden 10001 (Wirtin Neu) wurde nach dem Export geändert: Die neue Datei bucht auf das Konto 10077. Ist die frühere schon eingelesen, bitte dort umbuchen; sie steht unverändert unter „Bisher exportiert“",
    ],
  ])
  expect((await again()).sha256).not.toBe(first.sha256)
  await as("PATCH", `kunden/${kunde.id}`, { debitor_nr: null })
  for (const debitor_basis of [7000, 20_000]) await as("PATCH", "datev/einstellungen", { debitor_basis })
  expect((await hints()).map((one: any) => one.meldung)).toEqual([
    "Seit einem früheren Export beginnen die Debitorenkonten bei einer anderen Nummer: Der Kunde 10001 (Wirtin Neu) hat jetzt das Konto 30001, dort 10001. Was aus früheren Dateien offen ist, steht weiter auf dem alten Konto: bitte mit dem Steuerberater klären",
  ])
  await as("POST", "pfandbuchungen", { kunde_id: kunde.id, positionen })
  await as("POST", "abrechnungen", { kunde_id: kunde.id, bis: "2026-11-02" })
  const next = async () => (await as("GET", "datev/pruefung?monat=2026-11")).hinweise
  expect(await next()).toHaveLength(1)
  await as("POST", "datev/exporte", { monat: "2026-11" })
  await as("POST", "pfandbuchungen", { kunde_id: kunde.id, positionen })
  await as("POST", "abrechnungen", { kunde_id: kunde.id, bis: "2026-11-02" })
  expect(await next()).toEqual([])
})

test("a counter-document that goes to another debtor's account than what it cancels is told", async () => {
  const neu = await billingYard(app, "umgezogen")
  await travel(app, neu, "2026-10-31T10:00:00.000Z")
  const as = async (method: string, path: string, body?: object) =>
    (await app.call(method, `/api/${path}`, { token: neu.admin.token, ...(body && { body }) })).body
  const kunde = await as("POST", "kunden", { name: "Wirt", kundennummer: "10001", ...ANSCHRIFT })
  await as("PATCH", "datev/einstellungen", { berater: 1001, mandant: 55 })
  const settle = async () => {
    const positionen = [{ pfandartikel_id: neu.leer, art: "ausgabe", menge: 1 }]
    await as("POST", "pfandbuchungen", { kunde_id: kunde.id, positionen })
    return as("POST", "abrechnungen", { kunde_id: kunde.id, bis: "2026-10-31" })
  }
  const [moved, stays] = [await settle(), await settle()]
  await as("POST", "datev/exporte", { monat: "2026-10" })
  await travel(app, neu, "2026-11-02T10:00:00.000Z")
  const hints = async () => (await as("GET", "datev/pruefung?monat=2026-11")).hinweise
  await as("PATCH", `kunden/${kunde.id}`, { name: "Wirtin" })
  await as("POST", `abrechnungen/${stays.id}/storno`, { grund: "Falsch" })
  // The account that follows from the number is the same where somebody types it, and mistypes it first.
  for (const debitor_nr of [10_078, 10_001]) await as("PATCH", `kunden/${kunde.id}`, { debitor_nr })
  expect(await hints()).toEqual([])
  await as("PATCH", `kunden/${kunde.id}`, { debitor_nr: 10_077 })
  const { nummer } = await as("POST", `abrechnungen/${moved.id}/storno`, { grund: "Falsch" })
  expect((await hints()).map((one: any) => [one.nummer, one.meldung])).toContainEqual([
    nummer,
    `Das Debitorenkonto des Kunden wurde geändert, nachdem ${moved.nummer} exportiert war: Ihr Storno geht auf das Konto 10077. Bitte eines von beiden umbuchen`,
  ])
})
