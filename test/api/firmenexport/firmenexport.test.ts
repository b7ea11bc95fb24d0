import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { unzipSync } from "fflate"
import { createApp } from "../../../src/app.ts"
import { archiveTables } from "../../../src/api/firmenexport/contents.ts"
import { runFirmenexport } from "../../../src/api/firmenexport/run-firmenexport.ts"
import { meaningOf } from "../../../src/api/firmenexport/liesmich.ts"
import { LEFT_OUT, TABLES } from "../../../src/api/firmenexport/meanings.ts"
import { keepBeleg } from "../../../src/api/belege/ablage.ts"
import { query } from "../../../src/db/query.ts"
import { openFrozen } from "../../../src/db/system.ts"
import * as tables from "../../../src/db/schema.ts"
import { removeOldJobFiles } from "../../../src/lib/job-files.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf, text } from "../../helpers/pruefer.ts"

const app = createTestApp()
afterAll(() => app.close())
let hof: Yard
let other: Yard

const call = (method: string, path: string, body?: unknown, firma = hof) =>
  app.call(method, path, { token: firma.admin.token, ...(body !== undefined && { body }) })

async function fetchFile(path: string, token = hof.admin.token): Promise<Response> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  await new Promise(setImmediate)
  return createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))
}

/** As the process that does jobs does it. */
function work(id: string, firma = hof): Promise<void> {
  const { system, config } = app.deps
  const freeze = () => {
    const { system: frozen, close } = openFrozen(join(config.dataDir, "pfandwerk.db"))
    return { tenant: frozen.tenant(firma.id), close }
  }
  const commit = <T>(task: () => T): Promise<T> => system.write(task, firma.id)
  return runFirmenexport({ tenant: system.tenant(firma.id), commit, folder: config.uploadsDir, freeze }, id)
}

async function make(): Promise<string> {
  const { body, status } = await call("POST", "/api/firmenexport", {})
  expect(status).toBe(201)
  await work(body.id)
  return body.id
}

const unpacked = async (id: string): Promise<Record<string, Uint8Array>> =>
  unzipSync(await (await fetchFile(`/api/firmenexport/${id}/firma.zip`)).bytes())

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=="

beforeAll(async () => {
  hof = await yard(app, "hof")
  other = await yard(app, "andere")
  await call("POST", "/api/kunden", { name: "=Formel", notiz: 'Eine "Notiz"; mit\nZeilen' })
  await call("POST", "/api/kunden", { name: "Geheim nur anderswo" }, other)
  await call("POST", "/api/pfandbuchungen", {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 7 }],
  })
  const tenant = app.deps.system.tenant(hof.id)
  const { uploadsDir } = app.deps.config
  for (const name of ["kunde.jpg", "lieferung.webp"])
    writeFileSync(join(uploadsDir, name), `Inhalt von ${name}`)
  const picture = (pfad: string) => ({ breite: 1, hoehe: 1, bytes: 1, pfad, vorschau_pfad: `klein-${pfad}` })
  await app.deps.system.write(() => {
    const lieferung = tenant.insert(tables.lieferungen, {
      kunde_id: hof.kunden[0] ?? "",
      datum: "2026-03-31",
      status: "zugestellt",
      unterschrift: PNG,
    })
    tenant.insert(tables.kunden_bilder, { ...picture("kunde.jpg"), kunde_id: hof.kunden[0] })
    tenant.insert(tables.kunden_bilder, { ...picture("verloren.jpg"), kunde_id: hof.kunden[0] })
    const taken = { lieferung_id: lieferung.id, versuch: 1, art: "beweis", erfasst_am: tenant.now() } as const
    tenant.insert(tables.lieferungen_bilder, { ...picture("lieferung.webp"), ...taken })
    const pruefung = tenant.insert(tables.geraete_pruefungen, {
      geraet_id: hof.geraete[0],
      art: "druckpruefung",
      datum: "2026-03-31",
      bestanden: 1,
      naechste: "2028-03-31",
      dokument: "Zeugnis.pdf",
      dokument_typ: "application/pdf",
      eingetragen_von: hof.admin.id,
    })
    tenant.insert(tables.geraete_pruefdokumente, {
      id: pruefung.id,
      daten: Buffer.from("Inhalt von Zeugnis.pdf"),
    })
    for (const [dateiname, kunde_id] of [
      ["Saldo.pdf", hof.kunden[0]],
      ["Gelöscht.pdf", hof.kunden[1]],
    ] as const)
      keepBeleg(
        tenant,
        { id: hof.admin.id, name: "admin" },
        {
          art: "saldenbestaetigung",
          titel: dateiname,
          dateiname,
          typ: "application/pdf",
          kunde_id: kunde_id ?? "",
          daten: Buffer.from(`Inhalt von ${dateiname}`),
        },
        1e9,
      )
  }, hof.id)
  await call("POST", `/api/kunden/${hof.kunden[1]}/loeschung`, {})
})

test("holds every table of the company with all of its rows, its documents and its signatures", async () => {
  const files = await unpacked(await make())
  const { system } = app.deps
  const [firma] = rowsOf(files["tabellen/tenants.csv"])
  expect(firma?.["id"]).toBe(hof.id)
  const kunden = rowsOf(files["tabellen/kunden.csv"])
  expect(kunden.length).toBe((await call("GET", "/api/kunden?total=true")).body.total)
  expect(kunden.find((row) => row["name"] === "'=Formel")?.["notiz"]).toBe('Eine "Notiz"; mit\nZeilen')
  const [buchung] = rowsOf(files["tabellen/pfandbuchungen.csv"])
  expect(buchung).toMatchObject({ menge: "7", kunde_id: hof.kunden[0] ?? "" })
  const [beleg, ...more] = rowsOf(files["tabellen/belege.csv"])
  expect(more).toEqual([])
  expect(text(files[beleg?.["datei"] ?? ""])).toBe("Inhalt von Saldo.pdf")
  const named = ["kunden_bilder", "lieferungen_bilder", "geraete_pruefungen"].flatMap((name) =>
    rowsOf(files[`tabellen/${name}.csv`]).map(({ id = "", datei = "" }) => [
      datei.replace(id, "ID"),
      text(files[datei]),
    ]),
  )
  expect(named).toEqual([
    ["bilder/kunden/ID.jpg", "Inhalt von kunde.jpg"],
    ["bilder/kunden/ID.jpg", ""],
    ["bilder/lieferungen/ID.webp", "Inhalt von lieferung.webp"],
    ["pruefdokumente/ID.pdf", "Inhalt von Zeugnis.pdf"],
  ])
  expect(text(files["FEHLENDE-BILDER.txt"])).toMatch(/\r\n\r\nbilder\/kunden\/[0-9a-f-]{36}\.jpg\r\n$/)
  const [lieferung] = rowsOf(files["tabellen/lieferungen.csv"])
  const signature = files[lieferung?.["unterschrift"] ?? ""]
  expect(Buffer.from(signature ?? []).toString("base64")).toBe(PNG.split(",")[1] ?? "")
  expect(system.tenant(hof.id).all(bestand, {}).length).toBe(rowsOf(files["tabellen/pfandkonten.csv"]).length)
})

const bestand = query<{ id: string }>`SELECT k.id FROM ${tables.pfandkonten} k`

test("holds the papers of settlements that nobody printed, as they are printed", async () => {
  const raw = new FormData()
  raw.set("logo", new File([Buffer.from(PNG.split(",")[1] ?? "", "base64")], "logo.png"))
  expect((await app.call("PUT", "/api/tenant/logo", { token: hof.admin.token, raw })).status).toBe(200)
  const bis = today()
  const { body: made } = await call("POST", "/api/abrechnungen", { kunde_id: hof.kunden[0], bis })
  const paperIn = (files: Record<string, Uint8Array>, folder: string) =>
    Object.entries(files).find(([name]) => name.startsWith(folder) && name.includes(made.nummer))?.[1]
  const before = await unpacked(await make())
  const printed = (await call("GET", `/api/abrechnungen/${made.id}/abrechnung.pdf`)).bytes
  expect(Buffer.from(paperIn(before, "abrechnungen/") ?? []).equals(printed)).toBe(true)
  expect(before["FEHLENDE-ABRECHNUNGEN.txt"]).toBeUndefined()
  const [kopf] = rowsOf(before["tabellen/briefkoepfe.csv"])
  expect(before[`briefkoepfe/${kopf?.["id"]}.png`]).toEqual(before["logo.png"]!)
  const after = await unpacked(await make())
  expect([paperIn(after, "abrechnungen/"), paperIn(after, "belege/")?.length]).toEqual([
    undefined,
    printed.length,
  ])
})

test("holds no secret, nothing of an erased person's documents, and nothing of another company", async () => {
  const files = await unpacked(await make())
  const all = Object.values(files).map((bytes) => Buffer.from(bytes).toString("latin1")).join("\n") // prettier-ignore
  const hash = app.deps.system.accounts.passwordHash(hof.admin.id, hof.id) ?? "?"
  for (const secret of [hash, "$argon2", hof.admin.token, "Gelöscht.pdf", "Geheim nur anderswo", other.id])
    expect([secret, all.includes(Buffer.from(secret).toString("latin1"))]).toEqual([secret, false])
  expect(all).toContain(hof.id)
  const columns = archiveTables().flatMap(({ spalten }) => spalten)
  expect(columns.filter((name) => /passw|token|secret|geheim/.test(name))).toEqual([])
})

test("explains every file and every column", async () => {
  const files = await unpacked(await make())
  const liesmich = text(files["LIESMICH.txt"])
  for (const name of Object.keys(files).filter((file) => file.endsWith(".csv")))
    expect(liesmich).toContain(name)
  const silent = archiveTables().flatMap(({ name, spalten }) => [
    ...(TABLES[name] ? [] : [name]),
    ...spalten.filter((spalte) => meaningOf(name, spalte) === undefined).map((spalte) => `${name}.${spalte}`),
  ])
  expect(silent).toEqual([])
  const known = new Set(Object.keys(tables))
  expect([...Object.keys(LEFT_OUT), ...Object.keys(TABLES)].filter((name) => !known.has(name))).toEqual([])
})

test("one at a time; who took it stands in the log; it goes after a day, and when a person is erased", async () => {
  const id = await make()
  const first = await call("POST", "/api/firmenexport", {})
  expect((await call("POST", "/api/firmenexport", {})).status).toBe(409)
  expect((await fetchFile(`/api/firmenexport/${first.body.id}/firma.zip`)).status).toBe(409)
  await work(first.body.id)
  // Nobody needs the one before it.
  expect((await fetchFile(`/api/firmenexport/${id}/firma.zip`)).status).toBe(409)
  const done = (await call("GET", `/api/firmenexport/${first.body.id}`)).body
  expect(done).toMatchObject({ status: "fertig", meldung: null })
  expect((await call("GET", "/api/firmenexport")).body.letzter).toEqual(done)
  const taken = await fetchFile(`/api/firmenexport/${done.id}/firma.zip`)
  expect((await taken.bytes()).length).toBe(done.bytes)
  const [entry] = (await call("GET", "/api/protokoll")).body.items
  expect(entry).toMatchObject({ aktion: "tenants.firma_exportiert", mitarbeiter_id: hof.admin.id })
  const { uploadsDir } = app.deps.config
  const folder = join(uploadsDir, ".ausgaben", hof.id, "firmen")
  expect(readdirSync(folder)).toEqual([`${done.id}.zip`])
  // Nobody else on the server reads it.
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect((await fetchFile(`/uploads/.ausgaben/${hof.id}/firmen/${done.id}.zip`)).status).toBe(404)
  expect(removeOldJobFiles(uploadsDir, new Date())).toBe(0)
  // Its day is over before the nightly job has come.
  const ended = async (beendet_am: string) => {
    const tenant = app.deps.system.tenant(hof.id)
    await app.deps.system.write(() => tenant.update(tables.auftraege, done.id, { beendet_am }))
    return (await call("GET", "/api/firmenexport")).body.letzter.abrufbar_bis
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  expect(await ended(hoursAgo(23.9))).not.toBeNull()
  expect(await ended(hoursAgo(24.1))).toBeNull()
  await ended(done.beendet_am)
  const old = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(join(folder, `${done.id}.zip`), old, old)
  expect(removeOldJobFiles(uploadsDir, new Date())).toBe(1)
  expect((await call("GET", "/api/firmenexport")).body.letzter.abrufbar_bis).toBeNull()
  await make()
  const person = (await call("POST", "/api/kunden", { name: "Person" })).body.id
  expect((await call("POST", `/api/kunden/${person}/loeschung`, {})).status).toBe(200)
  expect(existsSync(folder)).toBe(false)
})

test("shows one moment, whatever is written while it is made", async () => {
  const { config, system } = app.deps
  const frozen = openFrozen(join(config.dataDir, "pfandwerk.db"))
  const count = () => frozen.system.tenant(hof.id).all(bestand, {}).length
  const before = count()
  await call("POST", "/api/pfandbuchungen", {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.kasten, art: "ausgabe", menge: 1 }],
  })
  await new Promise(setImmediate)
  expect(system.tenant(hof.id).all(bestand, {}).length).toBeGreaterThan(before)
  expect(count()).toBe(before)
  frozen.close()
})

test("its lists fill another company, whose balances are the same then", async () => {
  const files = await unpacked(await make())
  const csv = await app.company("neu")
  await takeIn(files, "csv", csv.admin.token)
  // For Excel: the same, with numbers as text.
  const neu = await app.company("neu-excel")
  const token = neu.admin.token
  await takeIn(files, "xlsx", token)
  const salden = async (by: string) =>
    (await app.call("GET", "/api/pfandsalden?limit=200", { token: by })).body.items.map(
      ({ kundennummer, wert_cent }: any) => [kundennummer, wert_cent],
    )
  const there = (await salden(hof.admin.token)).filter(([, cent]: [string, number]) => cent !== 0)
  expect(there.length).toBeGreaterThan(0)
  expect([await salden(csv.admin.token), await salden(token)]).toEqual([there, there])
})

async function takeIn(
  files: Record<string, Uint8Array>,
  ending: "csv" | "xlsx",
  token: string,
): Promise<void> {
  for (const [name, art] of [
    ["1-pfandartikel", "pfandartikel"],
    ["2-kunden", "kunden"],
    ["3-geraete", "geraete"],
    ["5-anfangsbestaende", "anfangsbestaende"],
  ] as const) {
    const raw = new FormData()
    raw.set("ausfuehren", "ja")
    const table = files[`listen/${name}.${ending}`] as Uint8Array<ArrayBuffer>
    raw.set("datei", new File([table], `${name}.${ending}`))
    const { body } = await app.call("POST", `/api/${art}/import`, { token, raw })
    expect([name, body.ausgefuehrt, body.fehler]).toEqual([name, true, []])
  }
}
