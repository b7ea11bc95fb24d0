import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { NewKunde } from "../../../src/api/kunden/model.ts"
import { reverseAnfangsimport, takeBackAnfangsimport } from "../../../src/api/anfangsbestaende/rules.ts"
import { imports } from "../../../src/api/einrichtung/imports.ts"
import { listPieces } from "../../../src/api/import/run/pieces.ts"
import { runImport } from "../../../src/api/import/run/run-import.ts"
import { query } from "../../../src/db/query.ts"
import {
  anfangsimporte,
  auftraege,
  auftragseingaben,
  importstuecke,
  importzuordnungen,
  mitarbeiter,
} from "../../../src/db/schema.ts"
import { removeOldJobFiles } from "../../../src/lib/job-files.ts"
import { createLog } from "../../../src/lib/log.ts"
import { doAuftraege } from "../../../src/ops/auftraege/work.ts"
import { forgetImports } from "../../../src/ops/upkeep.ts"
import { validator } from "../../../src/lib/validation/validate.ts"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rawBook, rowXml } from "../../helpers/workbook.ts"

// Hundreds of customers, stored in parts and taken back one by one.
setDefaultTimeout(120_000)
const app = createTestApp()
afterAll(() => app.close())
let hof: Yard
let foreign: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  foreign = await yard(app, "fremd")
})

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function send(
  path: string,
  table: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("datei", new File([table], "tabelle.csv"))
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  await new Promise(setImmediate)
  const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: form })
  const response = await createApp(app.deps)(request)
  return { status: response.status, body: (await response.json()) as any }
}

/**
 * As the process that does jobs does it.
 *
 * @param patience after how many transactions it is killed
 * @param between what others do when some of it is stored
 */
function work(
  id: string,
  patience: number | (() => number) = Number.POSITIVE_INFINITY,
  between?: () => Promise<unknown>,
): Promise<void> {
  const { system } = app.deps
  let done = 0
  let others = between
  const commit = async <T>(task: () => T): Promise<T> => {
    if (typeof patience === "number" ? done >= patience : patience() === 0) throw new Error("killed")
    done++
    const result = await system.write(task, hof.id)
    if (others && parts() > 0) {
      const now = others
      others = undefined
      await now()
    }
    return result
  }
  const parse = (schema: typeof NewKunde) => validator(schema, "body")
  const { uploadsDir: folder } = app.deps.config
  return runImport({ tenant: system.tenant(hof.id), commit, folder }, id, (art) =>
    imports[art].reading(parse as never),
  )
}

const stateOf = async (id: string) => (await call("GET", `/api/einrichtung/auftraege/${id}`)).body

async function take(
  path: string,
  table: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const { body, status } = await send(`/api/${path}/import/auftrag`, table, {
    vorhandene: "aendern",
    ...fields,
  })
  expect([status, body.status]).toEqual([201, "wartet"])
  return body.id as string
}

const kunden = (from: number, count: number, ort = "Lüneburg"): string =>
  Array.from({ length: count }, (_, i) => `K${from + i};Gasthaus ${from + i};${ort}`).join("\r\n")
const HEAD = "Kundennummer;Name;Ort\r\n"

const count = async (): Promise<number> => (await call("GET", "/api/kunden?total=true&limit=1")).body.total
const leftovers = query<{ n: number }>`
  SELECT count(*) AS n FROM (
    SELECT s.id FROM ${importstuecke} s CROSS JOIN ${auftraege} a ON a.id = s.auftrag_id
    WHERE a.beendet_am IS NULL OR a.status = 'gescheitert' UNION ALL SELECT e.id FROM ${auftragseingaben} e)`
const partsOf = query<{ id: string }, { id: string }>`
  SELECT a.id FROM ${anfangsimporte} a WHERE a.teil_von = :id`
/** Those of an import that is done are kept, so that it can be taken back. */
const stored = query<{ n: number }>`
  SELECT count(*) AS n FROM ${importstuecke} s CROSS JOIN ${auftraege} a ON a.id = s.auftrag_id
  WHERE a.beendet_am IS NULL`
const pieceOf = (id: string): string => listPieces(app.deps.system.tenant(hof.id), id)[0]?.id ?? ""
const parts = () => app.deps.system.tenant(hof.id).first(stored, {})?.n ?? 0
const rest = () => app.deps.system.tenant(hof.id).first(leftovers, {})?.n

test("takes nothing over while the file leaves a question open, and says which", async () => {
  const row = (number: string, more = "") => rowXml([number, `Gasthaus ${number}`], more)
  const book = rawBook({
    sheets: { A: rowXml(["Kundennummer", "Name"]) + row("V1") + row("V2", 'hidden="1"') },
  })
  const before = await count()
  const open = await take("kunden", book, { ausfuehren: "ja" })
  await work(open)
  expect(await stateOf(open)).toMatchObject({
    status: "gescheitert",
    meldung: expect.stringContaining("1 Zeile ist in der Datei verborgen"),
  })
  expect(await count()).toBe(before)
  const answered = await take("kunden", book, { ausfuehren: "ja", verborgene: "weglassen" })
  await work(answered)
  expect((await stateOf(answered)).ergebnis).toMatchObject({ ausgefuehrt: true, angelegt: 1 })
})

test("shows first what would happen, as a request does, and then does that", async () => {
  const table = HEAD + kunden(1000, 700)
  const shown = await send("/api/kunden/import", table, { vorhandene: "aendern" })
  const dry = await take("kunden", table)
  await work(dry)
  const { ergebnis, status } = await stateOf(dry)
  expect([status, ergebnis]).toEqual(["fertig", shown.body])
  const before = await count()
  const id = await take("kunden", table, { ausfuehren: "ja", stand: ergebnis.stand })
  await work(id)
  expect(await stateOf(id)).toMatchObject({
    status: "fertig",
    phase: "schreiben",
    gesamt: 700,
    erledigt: 700,
    ergebnis: { ausgefuehrt: true, neu: 700, angelegt: 700, geaendert: 0, unveraendert: 0, fehlerzahl: 0 },
  })
  expect(await count()).toBe(before + 700)
  expect((await call("GET", "/api/kunden?q=Gasthaus 1699")).body.items).toMatchObject([
    { kundennummer: "K1699" },
  ])
  const rowsOf = async (art: string, seite: number, of = id) =>
    (await call("GET", `/api/einrichtung/auftraege/${of}/zeilen?art=${art}&seite=${seite}`)).body
  const last = await rowsOf("neu", 13)
  expect([last.zeilen, last.seiten, last.items.length]).toEqual([700, 14, 50])
  expect(last.items.at(-1)).toMatchObject({ zeile: 701, nummer: "K1699", art: "neu" })
  expect((await call("GET", `/api/kunden/${last.items.at(-1).id}`)).body.kundennummer).toBe("K1699")
  expect([(await rowsOf("neu", 14)).items, (await rowsOf("geaendert", 0)).zeilen]).toEqual([[], 0])
  expect((await call("GET", `/api/einrichtung/auftraege/${id}/zeilen`)).body).toEqual(await rowsOf("neu", 0))
  expect((await rowsOf("neu", 0, dry)).error).toContain("bis zur nächsten großen Tabelle")
  // A second import of the file changes nothing.
  const again = await take("kunden", table, { ausfuehren: "ja" })
  await work(again)
  expect((await stateOf(again)).ergebnis).toMatchObject({ neu: 0, geaendert: 0, unveraendert: 700 })
  expect(rest()).toBe(0)
})

test("goes on wherever it was killed, and counts as if it had not been", async () => {
  const before = await count()
  const id = await take("kunden", HEAD + kunden(1690, 800, "Celle"), { ausfuehren: "ja" })
  for (const patience of [0, 1, 2, 3, 2, 3]) await work(id, patience).catch(() => {})
  await work(id)
  expect((await stateOf(id)).ergebnis).toMatchObject({
    ausgefuehrt: true,
    neu: 790,
    angelegt: 790,
    geaendert: 10,
    unveraendert: 0,
  })
  expect([await count(), rest()]).toEqual([before + 790, 0])
  expect((await call("GET", "/api/kunden?q=K1695")).body.items).toMatchObject([{ ort: "Celle" }])
})

test("one that may not go on tells how much of it stays, which can be taken back, and forgets its table", async () => {
  const before = await count()
  const { system, config } = app.deps
  const commitFor = () => {
    let left = 6
    return async <T>(task: () => T): Promise<T> => {
      if (parts() > 0 && left-- === 0) throw Object.assign(new Error("disk full"), { code: "SQLITE_FULL" })
      return system.write(task, hof.id)
    }
  }
  const go = () => doAuftraege({ system, config, log: createLog("json", () => {}), commitFor })
  const id = await take("kunden", HEAD + kunden(61_000, 800), { ausfuehren: "ja" })
  await expect(go()).rejects.toThrow("disk full")
  const tenant = system.tenant(hof.id)
  await system.write(() => tenant.update(mitarbeiter, hof.admin.id, { aktiv: 0 }))
  await go()
  await system.write(() => tenant.update(mitarbeiter, hof.admin.id, { aktiv: 1 }))
  const there = (await count()) - before
  expect(there).toBeGreaterThan(0)
  expect(there).toBeLessThan(800)
  const { status, meldung } = await stateOf(id)
  expect([status, meldung]).toEqual([
    "gescheitert",
    expect.stringContaining(
      `darf das inzwischen nicht mehr. Ein Teil der Tabelle ist schon übernommen (${there} Einträge)`,
    ),
  ])
  expect(tenant.find(auftragseingaben, id)).toBeUndefined()
  const { items } = (await call("GET", "/api/einrichtung/uebernahmen")).body
  expect(items.find((one: any) => one.id === id).eintraege).toBe(there)
  await call("POST", `/api/einrichtung/uebernahmen/${id}/ruecknahme`, {})
  expect(await count()).toBe(before)
})

test("goes on with rows that must be new, which it stored before it was killed", async () => {
  const id = await take("kunden", HEAD + kunden(2500, 250), { ausfuehren: "ja", vorhandene: "fehler" })
  await work(id, () => 1 - parts()).catch(() => {})
  expect(parts()).toBe(1)
  await work(id)
  expect((await stateOf(id)).ergebnis).toMatchObject({ ausgefuehrt: true, angelegt: 250, fehlerzahl: 0 })
})

test("a record that somebody changes meanwhile keeps that, and takes all of the import back", async () => {
  const id = await take("kunden", HEAD + kunden(2500, 150, "Soltau"), { ausfuehren: "ja" })
  const [changed] = (await call("GET", "/api/kunden?q=K2640")).body.items
  await work(id, undefined, () => call("PATCH", `/api/kunden/${changed.id}`, { telefon: "04131 1" }))
  const { ausgefuehrt, fehler } = (await stateOf(id)).ergebnis
  const msg = "wurde inzwischen geändert: bitte die Datei noch einmal wählen"
  expect([ausgefuehrt, fehler]).toMatchObject([false, [{ zeile: 142, spalte: "Kundennummer", msg }]])
  const ort = async (nr: string) => (await call("GET", `/api/kunden?q=${nr}`)).body.items[0].ort
  expect([await ort("K2500"), await ort("K2640")]).toEqual(["Lüneburg", "Lüneburg"])
})

test("asks about rows that are likely there, and goes on with the answers after it was killed", async () => {
  const before = await count()
  await work(
    await take("kunden", HEAD + kunden(70_000, 110, "Soltau").replaceAll("K7", "D7"), { ausfuehren: "ja" }),
  )
  const renumbered = HEAD + kunden(70_000, 110, "Soltau").replaceAll("K7", "0D7")
  const asked = await take("kunden", renumbered, { ausfuehren: "ja", doppelte: "{}" })
  await work(asked)
  expect((await stateOf(asked)).ergebnis).toMatchObject({ ausgefuehrt: false, doppelte_offen: 110, neu: 110 })
  const doppelte = JSON.stringify({ "*": "dieselbe", 2: "auslassen", 3: "neu" })
  const id = await take("kunden", renumbered, { ausfuehren: "ja", doppelte })
  await work(id, () => 1 - parts()).catch(() => {})
  expect(parts()).toBe(1)
  await work(id)
  const done = { ausgefuehrt: true, geaendert: 108, neu: 1, ausgelassen: 1, fehlerzahl: 0 }
  expect((await stateOf(id)).ergebnis).toMatchObject(done)
  expect(await count()).toBe(before + 111)
})

test("is taken back when it is done, part by part, but for what others work with", async () => {
  const before = await count()
  const id = await take("kunden", HEAD + kunden(80_000, 150, "Soltau"), { ausfuehren: "ja" })
  await work(id)
  const [used] = (await call("GET", "/api/kunden?q=K80007")).body.items
  await call("PATCH", `/api/kunden/${used.id}`, { telefon: "04131 1" })
  const { body } = await call("POST", `/api/einrichtung/uebernahmen/${id}/ruecknahme`)
  expect([body.zurueckgenommen, body.geblieben]).toEqual([
    149,
    [{ id: used.id, name: "Gasthaus 80007", grund: "Seitdem ist etwas daran geändert" }],
  ])
  expect(await count()).toBe(before + 1)
})

test("takes back the latest first, also where it is killed while it does", async () => {
  const before = await count()
  const id = await take("kunden", HEAD + kunden(2800, 250), { ausfuehren: "ja" })
  let most = 0
  const patience = () => {
    if (most === 2 && parts() === 1) return 0
    most = Math.max(most, parts())
    return 1
  }
  const other = () => call("POST", "/api/kunden", { kundennummer: "K3049", name: "Vom Kollegen" })
  await work(id, patience, other).catch(() => {})
  const is = async (nr: string) => (await call("GET", `/api/kunden?q=${nr}`)).body.items.length
  expect([parts(), await is("K2800"), await is("K2900")]).toEqual([1, 1, 0])
  await work(id)
  expect([await count(), rest()]).toEqual([before + 1, 0])
})

test("a number that somebody takes meanwhile takes all of it back, changes too", async () => {
  const before = await count()
  const table = HEAD + `${kunden(1000, 300, "Uelzen")}\r\n${kunden(5000, 600)}`
  const id = await take("kunden", table, { ausfuehren: "ja" })
  await work(id, undefined, () =>
    call("POST", "/api/kunden", { kundennummer: "K5599", name: "Vom Kollegen" }),
  )
  const { status, ergebnis } = await stateOf(id)
  expect([status, ergebnis.ausgefuehrt, ergebnis.angelegt, ergebnis.neu]).toEqual(["fertig", false, 0, 599])
  expect(ergebnis.fehler).toMatchObject([
    { spalte: "Kundennummer", msg: "Die Nummer K5599 ist bereits vergeben" },
  ])
  expect([await count(), rest()]).toEqual([before + 1, 0])
  expect((await call("GET", "/api/kunden?q=K1000")).body.items).toMatchObject([{ ort: "Lüneburg" }])
})

test("after a kill nothing else is done than what was shown", async () => {
  const before = await count()
  const id = await take("kunden", HEAD + kunden(6000, 600), { ausfuehren: "ja" })
  let left = 1
  const killed = async () => {
    await call("POST", "/api/kunden", { kundennummer: "K6599", name: "Vom Kollegen" })
    left = 0
  }
  await work(id, () => left, killed).catch(() => {})
  expect(parts()).toBe(1)
  await work(id)
  const { status, ergebnis } = await stateOf(id)
  expect([status, ergebnis.ausgefuehrt, ergebnis.angelegt]).toEqual(["fertig", false, 0])
  expect([await count(), rest()]).toEqual([before + 1, 0])
  expect((await call("GET", "/api/kunden?q=K6599")).body.items).toMatchObject([{ name: "Vom Kollegen" }])
})

test("what others work with meanwhile stays, and is told", async () => {
  const id = await take("kunden", HEAD + kunden(7000, 600), { ausfuehren: "ja" })
  const meddle = async () => {
    const [first] = (await call("GET", "/api/kunden?q=K7000")).body.items
    const position = { pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }
    await call("POST", "/api/pfandbuchungen", { kunde_id: first.id, positionen: [position] })
    const [gone] = (await call("GET", "/api/kunden?q=K7002")).body.items
    await call("DELETE", `/api/kunden/${gone.id}`)
    await call("POST", "/api/kunden", { kundennummer: "K7599", name: "Vom Kollegen" })
  }
  await work(id, undefined, meddle)
  expect(await stateOf(id)).toMatchObject({
    status: "gescheitert",
    meldung: expect.stringContaining("Ein Eintrag blieb"),
  })
  expect((await call("GET", "/api/kunden?q=K7001")).body.items).toEqual([])
  const [stays] = (await call("GET", "/api/kunden?q=K7000")).body.items
  const [told] = (await call("GET", "/api/einrichtung/uebernahmen")).body.items
  expect(told).toMatchObject({ id, eintraege: 1, geblieben: [{ id: stays.id, name: "Gasthaus 7000" }] })
  const { system } = app.deps
  await system.write(() => system.tenant(hof.id).delete(importstuecke, pieceOf(id)), hof.id)
})

test("opening balances are booked in parts; one that cannot be reverses the others", async () => {
  const rows = Array.from({ length: 700 }, (_, i) => `K${1000 + i};${i % 9}`)
  const artikel = (await call("GET", `/api/pfandartikel/${hof.leer}`)).body.nummer
  const table = `Kunde;Stück;Artikel\r\n${rows.map((row) => `${row};${artikel}`).join("\r\n")}`
  const sum = async () => (await call("GET", "/api/pfandpruefung")).body
  const anfang = await sum()
  const failing = await take("anfangsbestaende", table, { ausfuehren: "ja" })
  const last = (await call("GET", "/api/kunden?q=K1698")).body.items[0].id
  const other = () => {
    const form = `Kunde;Stück;Artikel\r\nK1698;99;${artikel}`
    return send("/api/anfangsbestaende/import", form, { ausfuehren: "ja" })
  }
  await work(failing, undefined, other)
  expect((await stateOf(failing)).ergebnis).toMatchObject({ ausgefuehrt: false, fehlerzahl: 1 })
  const held = async (kunde: string) =>
    (await call("GET", `/api/kunden/${kunde}/pfandkonto`)).body.artikel.map((one: any) => one.bestand)
  const first = (await call("GET", "/api/kunden?q=K1001")).body.items[0].id
  expect([await held(last), await held(first)]).toEqual([[99], []])
  const rest700 = table.replace(/K1698;\d/, "K1698;99")
  const id = await take("anfangsbestaende", rest700, { ausfuehren: "ja" })
  await work(id, 4).catch(() => {})
  await work(id)
  expect((await stateOf(id)).ergebnis).toMatchObject({ ausgefuehrt: true, fehlerzahl: 0 })
  expect([await held(last), await held(first)]).toEqual([[99], [1]])
  expect([anfang.in_ordnung, (await sum()).in_ordnung]).toEqual([true, true])

  // It stands in the list as one, and is taken back as one, while nothing followed in any part.
  const parts8 = (await call("GET", "/api/anfangsbestaende?total=true")).body
  const job = parts8.items.find((one: any) => one.id === id)
  expect([job.kunden, job.teil_von, job.storniert_am]).toEqual([621, null, null])
  const storno = () => call("POST", `/api/anfangsbestaende/${id}/storno`, {})
  const position = { pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }
  const middle = (await call("GET", "/api/kunden?q=K1300")).body.items[0].id
  const before = await held(middle)
  const booked = await call("POST", "/api/pfandbuchungen", { kunde_id: middle, positionen: [position] })
  const end = (await call("GET", "/api/kunden?q=K1697")).body.items[0].id
  const refused = await storno()
  // Nothing of the later parts is taken back either.
  expect(await held(end)).toEqual([697 % 9])
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("danach gebucht")])
  expect([await held(first), booked.status]).toEqual([[1], 201])
  expect(before).toEqual([300 % 9])
})

test("opening balances of a job are taken back as a whole", async () => {
  const rows = Array.from({ length: 350 }, (_, i) => `K${5000 + i};3`)
  await work(await take("kunden", HEAD + kunden(5000, 350), { ausfuehren: "ja" }))
  const artikel = (await call("GET", `/api/pfandartikel/${hof.leer}`)).body.nummer
  const table = `Kunde;Stück;Artikel\r\n${rows.map((row) => `${row};${artikel}`).join("\r\n")}`
  const listed = async () => (await call("GET", "/api/anfangsbestaende?total=true")).body.total
  const before = await listed()
  const id = await take("anfangsbestaende", table, { ausfuehren: "ja" })
  const storno = () => call("POST", `/api/anfangsbestaende/${id}/storno`, {})
  let early: any
  await work(id, undefined, async () => {
    early = await storno()
  })
  expect([early.status, early.body.error]).toEqual([409, expect.stringContaining("läuft noch")])
  expect(await listed()).toBe(before + 1)
  const all = app.deps.system.tenant(hof.id).all(partsOf, { id })
  expect(all.length).toBe(3)
  // Killed in the middle of it, it goes on with what is left when it is asked again.
  const tenant = app.deps.system.tenant(hof.id)
  let patience = 2
  const commit = <T>(task: () => T) =>
    patience-- > 0 ? app.deps.system.write(task, hof.id) : Promise.reject(new Error("killed"))
  const writeLong = (input: { id: string }) => commit(() => reverseAnfangsimport(tenant, actor, input))
  const actor = { id: hof.admin.id, name: "Chef", rolle: "admin", tenant_id: hof.id } as const
  await expect(takeBackAnfangsimport({ tenant, actor, commit, writeLong } as never, id, {})).rejects.toThrow(
    "killed",
  )
  const done = await storno()
  expect([done.status, done.body.kunden, typeof done.body.storniert_am]).toEqual([200, 350, "string"])
  for (const nr of [5000, 5120, 5349]) {
    const kunde = (await call("GET", `/api/kunden?q=K${nr}`)).body.items[0].id
    expect((await call("GET", `/api/kunden/${kunde}/pfandkonto`)).body.artikel).toEqual([])
  }
  expect((await call("GET", "/api/pfandpruefung")).body.in_ordnung).toBe(true)
  expect((await storno()).status).toBe(409)
  expect((await call("POST", `/api/anfangsbestaende/${all[0]?.id}/storno`, {})).status).toBe(404)
  // And can be booked anew.
  const again = await take("anfangsbestaende", table, { ausfuehren: "ja" })
  await work(again)
  expect((await stateOf(again)).ergebnis).toMatchObject({ ausgefuehrt: true, neu: 350 })
})

test("tells what is no table, and what is too long for a job, too", async () => {
  const broken = await take("kunden", "PK\u0003\u0004 kaputt")
  await work(broken)
  expect(await stateOf(broken)).toMatchObject({
    status: "gescheitert",
    meldung:
      "Die Datei ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden.",
  })
  const long = await take("kunden", `Name\n${"a\n".repeat(100_001)}`)
  await work(long)
  expect((await stateOf(long)).meldung).toBe("Die Datei hat mehr als 100000 Zeilen.")
  expect(rest()).toBe(0)
})

const faultsOf = async (id: string, token = hof.admin.token) => {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  const path = `http://localhost/api/einrichtung/auftraege/${id}/fehler`
  const reply = await createApp(app.deps)(new Request(path, { headers }))
  return { status: reply.status, text: await reply.text(), headers: reply.headers }
}

test("gives a large table back with the faults of all its rows, which comes in again when they are mended", async () => {
  await call("POST", "/api/kunden", { kundennummer: "F150", name: "Schon da" })
  const rows = Array.from({ length: 150 }, (_, i) => `F${i};=Hof ${i};keine ${i}`)
  const id = await take(
    "kunden",
    `Kundennummer;Name;E-Mail;FEHLER\r\n${rows.join("\r\n")}\r\nF150;Neu;;alt`,
    {
      vorhandene: "fehler",
    },
  )
  expect((await faultsOf(id)).status).toBe(409)
  await work(id)
  const { ergebnis } = await stateOf(id)
  expect(ergebnis.fehlerzahl).toBe(151)
  const { text, headers } = await faultsOf(id)
  expect(headers.get("content-disposition")).toContain("Kunden%20mit%20Fehlern.csv")
  const lines = text.replace("\ufeff", "").trimEnd().split("\r\n")
  expect([lines.length, lines[0]]).toEqual([152, "Kundennummer;Name;E-Mail;Fehler"])
  expect(lines[150]).toMatch(/^F149;'=Hof 149;keine 149;E-Mail: /)
  expect(lines[151]).toBe("F150;Neu;;Kundennummer: Die Nummer F150 ist bereits vergeben")
  // Of nobody else's company.
  expect((await faultsOf(id, foreign.admin.token)).status).toBe(404)
  const mended = await take("kunden", text.replaceAll(/keine (\d+);/g, "hof-$1@hof.example;"))
  await work(mended)
  expect((await stateOf(mended)).ergebnis).toMatchObject({ fehlerzahl: 0, neu: 150, geaendert: 1 })
  expect((await faultsOf(mended)).status).toBe(409)
})

test("keeps the table with faults until the next one, for a day, and not after an erasure", async () => {
  const { uploadsDir } = app.deps.config
  const make = async () => {
    const id = await take("kunden", "Kundennummer;Name;E-Mail\r\nG1;Hof;keine")
    await work(id)
    expect((await faultsOf(id)).status).toBe(200)
    return id
  }
  const first = await make()
  const next = await make()
  expect((await faultsOf(first)).status).toBe(409)
  // Its day is over before the nightly job has come.
  const ended = (hours: number) =>
    app.deps.system.write(() => {
      const beendet_am = new Date(Date.now() - hours * 3_600_000).toISOString()
      app.deps.system.tenant(hof.id).update(auftraege, next, { beendet_am })
    })
  await ended(23.9)
  expect((await faultsOf(next)).status).toBe(200)
  await ended(24.1)
  expect((await faultsOf(next)).status).toBe(409)
  expect(removeOldJobFiles(uploadsDir, new Date(Date.now() + 25 * 3_600_000))).toBe(2)
  expect((await faultsOf(next)).status).toBe(409)
  // Written while the clock was ahead, it would stay until then.
  await make()
  expect(removeOldJobFiles(uploadsDir, new Date(Date.now() - 25 * 3_600_000))).toBe(2)
  const last = await make()
  const person = (await call("POST", "/api/kunden", { name: "Person" })).body.id
  expect((await call("POST", `/api/kunden/${person}/loeschung`, {})).status).toBe(200)
  expect((await faultsOf(last)).status).toBe(409)
})

test("forgets after a week what stood in the rows, and at once when a person is erased", async () => {
  const make = async () => {
    const table = "Kundennummer;Name;Telefon\r\nW1;Wilma Wirt;04131 99887\r\nW1;Wilma Wirt;04131 99887\r\n"
    const id = await take("kunden", table)
    await work(id)
    expect(JSON.stringify(await stateOf(id))).toContain("Wilma Wirt")
    return id
  }
  const forgotten = async (id: string) => {
    const state = await stateOf(id)
    expect(JSON.stringify(state)).not.toMatch(/Wilma|99887/)
    expect(state.ergebnis).toMatchObject({
      zeilen: 2,
      fehlerzahl: 1,
      hinweise: [expect.stringContaining("gelöscht")],
    })
  }
  const first = await make()
  const person = (await call("POST", "/api/kunden", { name: "Person" })).body.id
  expect((await call("POST", `/api/kunden/${person}/loeschung`, {})).status).toBe(200)
  await forgotten(first)
  const next = await make()
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() =>
    tenant.update(auftraege, next, { beendet_am: new Date(Date.now() - 8 * 86_400_000).toISOString() }),
  )
  const last = await make()
  await forgetImports(app.deps)
  await forgotten(next)
  expect(JSON.stringify(await stateOf(last))).toContain("Wilma Wirt")
  // How it is taken back is kept for longer: for thirty days.
  const undone = await take("kunden", "Kundennummer;Name\r\nW2;Wilma Wirt\r\n", { ausfuehren: "ja" })
  await work(undone)
  const isKept = async (): Promise<boolean> => {
    await forgetImports(app.deps)
    const { items } = (await call("GET", "/api/einrichtung/uebernahmen")).body
    return items.some(({ id }: { id: string }) => id === undone)
  }
  expect(await isKept()).toBe(true)
  await app.deps.system.write(() =>
    tenant.update(auftraege, undone, { beendet_am: new Date(Date.now() - 31 * 86_400_000).toISOString() }),
  )
  expect(await isKept()).toBe(false)
})

test("forgets with them the customers whose names stood in headings, also what was said of them", async () => {
  const wilma = (await call("POST", "/api/kunden", { kundennummer: "W9", name: "Wilma Wirt" })).body.id
  await call("POST", "/api/kunden", { kundennummer: "W8", name: "Post" })
  await work(await take("anfangsbestaende", "Artikel;W9;Walter Unbekannt\r\nFLASCHE;1;2\r\n"))
  const zuordnung = JSON.stringify({ "Wanda Früher": "kunde:W9" })
  const table = "Artikel;W8;Wanda Früher\r\nFLASCHE;1;2\r\n"
  await work(await take("anfangsbestaende", table, { zuordnung, ausfuehren: "ja", stichtag: "2026-01-01" }))
  const tenant = app.deps.system.tenant(hof.id)
  const named = query<{ text: string }>`
    SELECT a.angaben || coalesce(a.ergebnis, '') AS text FROM ${auftraege} a WHERE a.art = 'import'
    UNION ALL SELECT z.ueberschrift FROM ${importzuordnungen} z`
  const all = () => JSON.stringify(tenant.all(named, {}))
  expect(all()).toMatch(/Wilma.*Walter|Walter.*Wilma/)
  expect(all()).toContain("wandafr")
  expect((await call("POST", `/api/kunden/${wilma}/loeschung`, {})).status).toBe(200)
  expect(all()).not.toMatch(/Wilma|Wanda|Walter/i)
})
