import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { keepBeleg } from "../../../src/api/belege/ablage.ts"
import { createTestApp } from "../../helpers/app.ts"
import { validate } from "../../helpers/dtd.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { RECHNUNG, type Yard, yard } from "../../helpers/pfand.ts"
import { recompute, rowsOf, text } from "../../helpers/pruefer.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function file(path: string): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  return (await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))).bytes()
}

async function archive(von: string, bis: string): Promise<Record<string, Uint8Array>> {
  return unzipSync(await file(`/api/pruefexport?von=${von}&bis=${bis}`))
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2025-12-30T10:00:00.000Z")
  const [kunde_id] = hof.kunden
  const book = (menge: number, grund?: string) =>
    call("POST", "/api/pfandbuchungen", {
      kunde_id,
      ...(grund !== undefined && { grund }),
      positionen: [{ pfandartikel_id: hof.kasten, art: grund ? "korrektur_plus" : "ausgabe", menge }],
    })
  for (let menge = 1; menge <= 3; menge++) await book(menge)
  await travel(app, hof, "2026-10-15T10:00:00.000Z")
  await book(4, 'Ein "Grund"; mit allem:\nÄÖÜ € 漢 \\ /')
  await call("POST", "/api/geraete/" + hof.geraete[0] + "/ausgabe", { kunde_id })
  await call("POST", "/api/abrechnungen", { kunde_id, bis: "2026-10-15" })
  await file(`/api/kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-10-15`)
  const erased = (await call("POST", "/api/kunden", { name: "Person" })).body.id
  await file(`/api/kunden/${erased}/saldenbestaetigung.pdf?stichtag=2026-10-15`)
  await call("POST", `/api/kunden/${erased}/loeschung`, {})
})

test("the ledger is proven from the export alone, without a line of our code", async () => {
  const files = await archive("2025-01-01", "2026-10-15")
  const rows = rowsOf(files["buchungen.csv"])
  expect(rows.length).toBe(9)
  expect(rows[0]!["hash_davor"]).toBe("0".repeat(64))
  // Whoever recomputes it finds each column that the explanation names.
  const explained = new TextDecoder().decode(files["HASHKETTE.txt"])
  const named = [...explained.matchAll(/"(\w+)"|\b([a-z]+_[a-z_]+)\b/g)].map(
    ([, quoted, plain]) => quoted ?? plain,
  )
  expect(new Set(named).difference(new Set(Object.keys(rows[0]!)))).toEqual(new Set(["korrektur_minus"]))
  expect(recompute(rows)).toBeUndefined()
  const pruefung = (await call("GET", "/api/pfandpruefung")).body
  expect(rows.at(-1)!["hash"]).toBe(pruefung.letzter_hash)
  const salden = rowsOf(files["salden.csv"])
  const cent = (value: string | undefined) => Number(value?.replace(",", ""))
  expect(salden.reduce((sum, row) => sum + cent(row["wert"]), 0)).toBe(
    rows.reduce((sum, row) => sum + Number(row["summe_cent"]), 0),
  )
  const settled = new Set(rowsOf(files["abrechnungsbuchungen.csv"]).map((row) => row["buchung_id"]))
  expect(settled).toEqual(new Set(rows.map((row) => row["id"])))
  // Later changes are found.
  for (const [name, value] of [
    ["menge", "99"],
    ["grund", "anders"],
    ["erfasst_am", "2026-01-01T00:00:00.000Z"],
  ] as const)
    expect(recompute(rows.with(6, { ...rows[6]!, [name]: value }))).toBe("Buchung 7 stimmt nicht")
  expect(recompute(rows.toSpliced(4, 1))).toBe("Vor Buchung 6 fehlt etwas")
})

test("the years' exports are one chain", async () => {
  const [first, second] = [
    rowsOf((await archive("2025-01-01", "2025-12-31"))["buchungen.csv"]),
    rowsOf((await archive("2026-01-01", "2026-10-15"))["buchungen.csv"]),
  ]
  expect([first.length, second.length]).toEqual([6, 3])
  expect(second[0]!["hash_davor"]).toBe(first.at(-1)!["hash"]!)
  expect(recompute([...first, ...second])).toBeUndefined()
})

const python = Bun.which("python3")
test.skipIf(!python)("the script in the archive does the same", async () => {
  const files = await archive("2025-01-01", "2026-10-15")
  const dir = temporaryDir()
  for (const name of ["hashkette.py", "buchungen.csv"]) writeFileSync(join(dir, name), files[name]!)
  const check = () => Bun.spawnSync([python ?? "", "hashkette.py"], { cwd: dir })
  const rows = rowsOf(files["buchungen.csv"])
  const sum = rows.reduce((all, row) => all + Number(row["summe_cent"]), 0)
  expect(check().stdout.toString()).toBe(
    `9 Buchungen stimmen, Summe ${sum} Cent, letzter Hash ${rows.at(-1)!["hash"]}\n`,
  )
  writeFileSync(join(dir, "buchungen.csv"), text(files["buchungen.csv"]).replace("Grund", "Vorwand"))
  const tampered = check()
  expect([tampered.exitCode, tampered.stderr.toString()]).toEqual([1, "Buchung 7 stimmt nicht\n"])
})

test("the description fits the tables, and every document of the period is there, also a locked one", async () => {
  const files = await archive("2026-01-01", "2026-10-15")
  const index = text(files["index.xml"])
  validate(index, text(files["gdpdu-01-09-2004.dtd"]))
  const tables = [...index.matchAll(/<Table>(.*?)<\/Table>/gs)].map(([, table = ""]) => ({
    file: /<URL>(.*?)<\/URL>/.exec(table)![1]!,
    columns: [...table.matchAll(/<Variable(?:PrimaryKey|Column)><Name>(.*?)<\/Name>/g)].map(
      ([, name]) => name,
    ),
  }))
  expect(tables.length).toBe(16)
  for (const { file: name, columns } of tables) {
    expect(text(files[name]).slice(0, text(files[name]).indexOf("\r\n")).split(";")).toEqual(
      columns as string[],
    )
  }
  const belege = rowsOf(files["belege.csv"])
  expect(belege.length).toBe(2)
  for (const beleg of belege) {
    const bytes = files[beleg["datei"]!]!
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(beleg["sha256"]!)
  }
  expect(rowsOf(files["protokoll.csv"]).some(({ aktion }) => aktion === "abrechnungen.erstellt")).toBe(true)
  const bad = await call("GET", "/api/pruefexport?von=2026-10-16&bis=2026-10-15")
  expect(bad.status).toBe(400)
})

test("the description of procedures says what the company chose", async () => {
  const before = pdfText(await file("/api/pruefexport/verfahrensdokumentation.pdf"))
  expect(before).toContain("ohne Umsatzsteuer vereinbart (netto)")
  const fixed = await call("PATCH", "/api/tenant", { preise: "brutto" })
  expect([fixed.status, fixed.body.error]).toEqual([
    409,
    "Netto oder brutto steht mit der ersten Buchung fest und lässt sich nicht mehr ändern",
  ])
  await call("PATCH", "/api/tenant", { ust_verfahren: "jahresausgleich", einspruchsfrist_tage: 14 })
  const after = pdfText(await file("/api/pruefexport/verfahrensdokumentation.pdf"))
  expect(after).toContain("Jahresausgleich auf den Saldo am 31.12.")
  expect(after).toContain("14 Tage")
  const invoices = {
    abrechnung_ist: "rechnung",
    einspruchsfrist_tage: 1,
    zahlungsziel_tage: 1,
    iban: RECHNUNG.iban,
  }
  expect((await call("PATCH", "/api/tenant", invoices)).status).toBe(200)
  const strict = pdfText(await file("/api/pruefexport/verfahrensdokumentation.pdf"))
  expect(strict).toContain("Frist für Einwände 1 Tag Zeitzone")
  expect(strict).toContain("fällig nach 1 Tag;")
  await call("PATCH", "/api/tenant", { abrechnung_ist: "beleg" })
})

test("a report of the proof says what was checked, when, by which version and for whom, and what came of it", async () => {
  await file("/api/pfandpruefung/bericht.pdf")
  const report = pdfText(await file("/api/pfandpruefung/bericht.pdf"))
  const { buchungen, letzter_hash } = (await call("GET", "/api/pfandpruefung")).body
  for (const said of [
    "Programm: Pfandwerk ",
    "Ergebnis: In Ordnung",
    `laufende Nummer 1 bis ${buchungen}`,
    "Stück und Pfand der Kunden",
    letzter_hash.slice(0, 16),
    "Frühere Prüfungen",
  ])
    expect(report).toContain(said)
})

test("large documents are packed in slices, with others' requests in between", async () => {
  const { system } = app.deps
  const daten = crypto.getRandomValues(new Uint8Array(60_000))
  const large = Buffer.concat(Array.from({ length: 40 }, () => daten))
  const titel = "Kontoauszug"
  const beleg = {
    art: "kontoauszug",
    titel,
    dateiname: "a.pdf",
    typ: "application/pdf",
    daten: large,
  } as const
  const tenant = system.tenant(hof.id)
  await system.write(() => keepBeleg(tenant, { id: hof.admin.id, name: "Anna" }, beleg, 1e9))
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request("http://localhost/api/pruefexport", { headers })
  const { body } = await createApp(app.deps)(request)
  const sizes: number[] = []
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) sizes.push(part.length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(large.length)
  expect(Math.max(...sizes)).toBeLessThan(300_000)
})

test("a settlement is of the year in which it was made, whatever period it is of", async () => {
  const kunde_id = hof.kunden[1]
  const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }]
  await call("POST", "/api/pfandbuchungen", { kunde_id, erfasst_am: "2025-11-03T10:00:00.000Z", positionen })
  const { body } = await call("POST", "/api/abrechnungen", { kunde_id, bis: "2025-11-30" })
  const numbers = async (von: string, bis: string) =>
    rowsOf((await archive(von, bis))["abrechnungen.csv"]).map(({ nummer }) => nummer)
  expect(await numbers("2025-01-01", "2025-12-31")).toEqual([])
  expect(await numbers("2026-01-01", "2026-10-15")).toContain(body.nummer)
})

test("what happens in the first moment of a year is in that year's export, and in no other", async () => {
  const firma = await yard(app, "jahreswechsel")
  const [kunde_id] = firma.kunden
  const post = async (path: string, body: object) =>
    expect((await app.call("POST", `/api/${path}`, { token: firma.admin.token, body })).status).toBe(201)
  for (const moment of ["2025-12-31T22:59:59.999Z", "2025-12-31T23:00:00.000Z"]) {
    await travel(app, firma, moment)
    const positionen = [{ pfandartikel_id: firma.fass, art: "ausgabe", menge: 2 }]
    await post("pfandbuchungen", { kunde_id, positionen })
    await post("pfandverluste", { kunde_id, pfandartikel_id: firma.fass, menge: 1 })
  }
  await travel(app, firma, "2026-10-15T10:00:00.000Z")
  const before = hof
  hof = firma
  for (const [jahr, first] of [
    ["2025", 1],
    ["2026", 3],
  ] as const) {
    const files = await archive(`${jahr}-01-01`, jahr === "2026" ? "2026-10-15" : `${jahr}-12-31`)
    expect(rowsOf(files["buchungen.csv"]).map((row) => Number(row["lfd_nr"]))).toEqual([first, first + 1])
    expect(rowsOf(files["pfandverluste.csv"])).toHaveLength(1)
    const logged = rowsOf(files["protokoll.csv"]).filter((row) => row["aktion"] === "pfandverluste.gebucht")
    expect(logged).toHaveLength(1)
  }
  hof = before
})

test("balances have a key of their own where an article and a device have the same number", async () => {
  const [, kunde_id] = hof.kunden
  const { nummer } = (await call("GET", `/api/pfandartikel/${hof.leer}`)).body
  const { body } = await call("POST", "/api/geraete", { geraetenummer: nummer, bezeichnung: "Kühler" })
  await call("POST", `/api/geraete/${body.id}/ausgabe`, { kunde_id })
  const positionen = [{ geraet_id: body.id, art: "korrektur_plus", menge: 1, betrag_cent: 500 }]
  await call("POST", "/api/pfandbuchungen", { kunde_id, grund: "Fehlt", positionen })
  await call("POST", "/api/pfandbuchungen", {
    kunde_id,
    positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
  })
  const salden = rowsOf((await archive("2026-01-01", "2026-10-15"))["salden.csv"])
  const kinds = salden.filter((row) => row["kunde_id"] === kunde_id && row["nummer"] === nummer)
  expect(kinds.map(({ art }) => art)).toEqual(["artikel", "geraet"])
  const keys = salden.map((row) => [row["kunde_id"], row["art"], row["nummer"]].join())
  expect(new Set(keys).size).toBe(salden.length)
})
