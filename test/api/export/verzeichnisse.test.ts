import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { createApp } from "../../../src/app.ts"
import { lieferungen, lieferpositionen } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf } from "../../helpers/pruefer.ts"
import { routes } from "../../helpers/routes.ts"
import { today } from "../../helpers/day.ts"

/** Lists of what happened go out with the filters of their pages. */

const app = createTestApp()
afterAll(() => app.close())
let hof: Yard

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function table(path: string, token = hof.admin.token): Promise<Record<string, string>[]> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  await new Promise(setImmediate)
  const response = await createApp(app.deps)(new Request(`http://localhost/api/export/${path}`, { headers }))
  expect([path, response.status]).toEqual([path, 200])
  return rowsOf(await response.bytes())
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  for (const [i, kunde_id] of hof.kunden.slice(0, 2).entries()) {
    await call("POST", "/api/pfandbuchungen", {
      kunde_id,
      positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: i + 1 }],
    })
    await call("POST", "/api/abrechnungen", { kunde_id, bis: today() })
  }
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => {
    for (const status of ["geplant", "storniert"] as const) {
      const made = tenant.insert(lieferungen, { kunde_id: hof.kunden[0] ?? "", datum: "2026-03-31", status })
      tenant.insert(lieferpositionen, {
        lieferung_id: made.id,
        position: 1,
        pfandartikel_id: hof.leer,
        soll_ausgabe: 3,
        soll_ruecknahme: 1,
      })
    }
  }, hof.id)
})

test("deliveries have a line for each of their positions", async () => {
  expect((await table("lieferungen")).length).toBe(2)
  const [one, ...more] = await table("lieferungen?status=storniert&von=2026-03-01")
  expect(more).toEqual([])
  expect(one).toMatchObject({ Datum: "2026-03-31", Stand: "storniert", "Soll aus": "3", "Soll zurück": "1" })
  expect(await table("lieferungen?bis=2026-03-01")).toEqual([])
})

test("the ledger, the settlements and the log keep their filters", async () => {
  const [kunde_id] = hof.kunden
  expect((await table("pfandbuchungen")).length).toBe(2)
  expect(await table(`pfandbuchungen?kunde_id=${kunde_id}`)).toMatchObject([{ Art: "Ausgabe", Stück: "1" }])
  expect(await table("pfandbuchungen?art=ruecknahme")).toEqual([])
  const { items } = (await call("GET", "/api/abrechnungen")).body
  expect((await table("abrechnungen")).length).toBe(items.length)
  expect((await table(`abrechnungen?kunde_id=${kunde_id}`)).length).toBe(1)
  expect(await table("abrechnungen?art=storno")).toEqual([])
  expect(await table("klaerungen?status=offen")).toEqual([])
  const log = await table("protokoll?tabelle=tenants")
  expect(log.map(({ Aktion }) => Aktion)).toContain("tenants.pfandbuch_exportiert")
  expect(log.every(({ Aktion }) => Aktion?.startsWith("tenants."))).toBe(true)
})

test("the table of settlements states the amount of the list, which is no gross sum where it is no invoice", async () => {
  const [one] = (await call("GET", "/api/abrechnungen")).body.items
  expect([one.abrechnung_ist, one.betrag_cent, one.brutto_cent]).toEqual(["beleg", 300, 357])
  const [row] = await table("abrechnungen")
  expect(row).toMatchObject({ Brutto: "3,57", Betrag: "3,00", Ist: "Beleg" })
})

test("a table takes all filters of its list", () => {
  const filtersOf = (path: string): string[] => {
    const route = routes.find((one) => one.method === "GET" && one.path === path)
    return Object.keys(route?.options.query?.properties ?? {})
  }
  // They page, or ask for more to each row, and leave none out.
  const ways = new Set(["limit", "cursor", "total", "sort", "saldo", "ergebnis"])
  const others: Record<string, string> = { lagerbewegungen: "lager/bewegungen" }
  const pairs = routes.flatMap(({ path }) => {
    const [, name] = /^\/api\/export\/(.*)$/.exec(path) ?? []
    return name ? [[path, `/api/${others[name] ?? name}`] as const] : []
  })
  expect(pairs.length).toBeGreaterThan(15)
  for (const [path, list] of [...pairs, ["/api/pfandalter/liste.csv", "/api/pfandalter"] as const])
    for (const filter of filtersOf(list).filter((one) => !ways.has(one)))
      expect([path, filtersOf(path)]).toEqual([path, expect.arrayContaining([filter])])
})

// Where a heading has to go, or new ones have come: UEBERSCHRIFTEN=schreiben bun test with this file.
test("a heading of a table that went out once goes out still: spreadsheets count on it", async () => {
  const file = join(import.meta.dir, "spalten.txt")
  const now = new Map<string, string[]>()
  for (const { path } of routes.filter((one) => one.path.startsWith("/api/export/"))) {
    const { bytes } = await call("GET", path)
    const [head = ""] = new TextDecoder().decode(bytes).split("\r\n", 1)
    now.set(path.slice("/api/export/".length), head.split(";"))
  }
  const written = [...now].map(([name, headings]) => `${name}: ${headings.join(";")}\n`).join("")
  if (process.env["UEBERSCHRIFTEN"] === "schreiben") await Bun.write(file, written)
  const lost = (await Bun.file(file).text())
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", headings = ""] = line.split(": ")
      return headings.split(";").flatMap((one) => (now.get(name)?.includes(one) ? [] : [`${name}: ${one}`]))
    })
  expect(lost).toEqual([])
})

test("what a list cannot be asked is refused, and the log is for administrators", async () => {
  const status = async (path: string, token: string) =>
    (await app.call("GET", `/api/export/${path}`, { token })).status
  expect(await status("lieferungen?status=unsinn", hof.admin.token)).toBe(400)
  expect(await status("pfandbuchungen?sort=x", hof.admin.token)).toBe(400)
  expect(await status("protokoll", hof.user.token)).toBe(403)
  expect(await status("pfandbuchungen", hof.user.token)).toBe(200)
})

test("balances come in again equal in pieces and euros, below zero and at several deposits, and unbilled", async () => {
  const [one, other] = hof.kunden
  const book = (kunde_id: string, pfandartikel_id: string, art: string, menge: number) =>
    call("POST", "/api/pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id, art, menge }] })
  await book(one, hof.leer, "ruecknahme", 5)
  await book(other, hof.fass, "ausgabe", 3)
  await call("PATCH", `/api/pfandartikel/${hof.fass}`, { pfand_cent: 4000, bei_aenderung: "erstattung" })
  // Entered last, and the first to have happened: it is refunded first there, too.
  const late = new Date(Date.now() - 86_400_000).toISOString()
  const dear = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 2, betrag_cent: 4000 }]
  await call("POST", "/api/pfandbuchungen", { kunde_id: other, erfasst_am: late, positionen: dear })
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  for (const format of ["csv", "xlsx"]) {
    const path = `http://localhost/api/export/bestaende?format=${format}`
    await new Promise(setImmediate)
    const file = await (await createApp(app.deps)(new Request(path, { headers }))).blob()
    const neu = await yard(app, `neu-${format}`)
    const there = async (method: string, to: string, body?: unknown) =>
      (await app.call(method, `/api/${to}`, { token: neu.admin.token, ...(body !== undefined && { body }) }))
        .body
    const take = (bytes: Blob) => {
      const raw = new FormData()
      raw.set("datei", new File([bytes], "bestaende"))
      raw.set("ausfuehren", "ja")
      return app.call("POST", "/api/anfangsbestaende/import", { token: neu.admin.token, raw })
    }
    const taken = (await take(file)).body
    expect([taken.ausgefuehrt, taken.fehler, taken.pfand_cent]).toEqual([
      true,
      [],
      3 * 3000 + 2 * 4000 - 5 * 150 + 150 + 2 * 150,
    ])
    expect((await take(file)).body).toMatchObject({ ausgefuehrt: true, neu: 0, fehler: [] })
    const konten = []
    for (const kunde_id of neu.kunden) {
      const { artikel, wert_cent } = await there("GET", `kunden/${kunde_id}/pfandkonto`)
      konten.push([wert_cent, artikel.map((a: any) => [a.nummer, a.bestand, a.wert_cent])])
      expect(await there("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=${today()}`)).toMatchObject({
        summe_cent: 0,
      })
    }
    expect(konten).toEqual([
      [-600, [["KASTEN", -4, -600]]],
      [
        17_300,
        [
          ["FASS", 5, 17_000],
          ["KASTEN", 2, 300],
        ],
      ],
    ])
    expect((await there("GET", `kunden/${neu.kunden[1]}/pfandkonto`)).artikel[0].bezahlt).toEqual([
      { menge: 2, betrag_cent: 4000 },
      { menge: 3, betrag_cent: 3000 },
    ])
    expect((await there("GET", "pfandpruefung")).fehler).toEqual([])
    const [kunde_id] = neu.kunden
    // An issue makes up for it, and is settled like all others.
    const positionen = [{ pfandartikel_id: neu.leer, art: "ausgabe", menge: 1 }]
    await there("POST", "pfandbuchungen", { kunde_id, positionen })
    expect(await there("POST", "abrechnungen", { kunde_id, bis: today() })).toMatchObject({
      summe_cent: 150,
      anfang_cent: -600,
    })
    const auszug = await app.call("GET", `/api/kunden/${kunde_id}/kontoauszug?von=${today()}`, {
      token: neu.admin.token,
    })
    expect([auszug.status, (await there("GET", "pfandpruefung")).fehler]).toEqual([200, []])
  }
})

test("an opening balance below zero is taken back as a whole, and stands in no settlement either way", async () => {
  const neu = await yard(app, "neu-zurueck")
  const there = async (method: string, to: string, body?: unknown, raw?: FormData) =>
    (
      await app.call(method, `/api/${to}`, {
        token: neu.admin.token,
        ...(body !== undefined && { body }),
        ...(raw && { raw }),
      })
    ).body
  const takeText = (text: string) => {
    const raw = new FormData()
    raw.set("datei", new File([text], "t.csv"))
    raw.set("ausfuehren", "ja")
    return there("POST", "anfangsbestaende/import", undefined, raw)
  }
  expect(await takeText("Kunde;Artikel;Stück\nK-1;KASTEN;7-\nK-1;FASS;2\nK-1;BIER;1\n")).toMatchObject({
    ausgefuehrt: true,
    pfand_cent: 6000 - 7 * 150 + 310,
  })
  const [{ id }] = (await there("GET", "anfangsbestaende")).items
  const { items } = await there("GET", "pfandbuchungen")
  expect(items.map(({ art, menge, grund }: any) => [art, menge, grund])).toEqual([
    ["korrektur_minus", 6, "Anfangsbestand"],
    ["anfangsbestand", 20, "Anfangsbestand"],
    ["anfangsbestand", 2, "Anfangsbestand"],
  ])
  expect((await there("POST", `anfangsbestaende/${id}/storno`, {})).storniert_am).toBeString()
  const [kunde_id] = neu.kunden
  expect(await there("GET", `kunden/${kunde_id}/pfandkonto`)).toMatchObject({ wert_cent: 0, artikel: [] })
  expect(await there("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=${today()}`)).toMatchObject({
    summe_cent: 0,
  })
  expect((await there("GET", "pfandpruefung")).fehler).toEqual([])
  expect(await takeText("Kunde;Artikel;Stück\nK-1;KASTEN;-7\n")).toMatchObject({ ausgefuehrt: true, neu: 1 })
})

test("balances of one account stand in the order in which they are refunded, among ever so many others", async () => {
  const viel = await yard(app, "viel")
  const there = async (path: string, body: object) =>
    (await app.call("POST", `/api/${path}`, { token: viel.admin.token, body })).body
  const [kunde_id] = viel.kunden
  const out = (pfandartikel_id: string, betrag_cent: number) => ({
    pfandartikel_id,
    art: "ausgabe",
    menge: 1,
    betrag_cent,
  })
  await there("pfandbuchungen", { kunde_id, positionen: [out(viel.fass, 3000)] })
  const others: string[] = []
  for (let i = 0; i < 100; i++) {
    const artikel = { nummer: `N-${i}`, bezeichnung: `Artikel ${i}`, art: "einzeln", pfand_cent: 100 }
    others.push((await there("pfandartikel", { ...artikel, ust_klasse: "warenumschliessung" })).id)
  }
  await there("pfandbuchungen", { kunde_id, positionen: others.map((id) => out(id, 100)) })
  const erfasst_am = new Date(Date.now() - 86_400_000).toISOString()
  await there("pfandbuchungen", { kunde_id, erfasst_am, positionen: [out(viel.fass, 4000)] })
  const { bytes } = await app.call("GET", "/api/export/bestaende", { token: viel.admin.token })
  const amounts = rowsOf(bytes).flatMap((row) =>
    row["Artikelnummer"] === "FASS" ? row["Pfand je Stück"] : [],
  )
  expect(amounts).toEqual(["40,00", "30,00"])
})

test("papers, tests and counts are tables, too, with the filters of their pages", async () => {
  const [geraet] = hof.geraete
  await call("POST", `/api/geraete/${geraet}/ausgabe`, { kunde_id: hof.kunden[0] })
  const plan = { intervall: 1, intervall_in: "monate", naechste: "2026-01-31" }
  expect((await call("PUT", `/api/geraete/${geraet}/pruefplaene/tuev`, plan)).status).toBeLessThan(300)
  expect(await table("pruefplaene?tage=-1&art=tuev")).toMatchObject([
    { "Fällig am": "2026-01-31", Kunde: "Gasthaus 1" },
  ])
  expect(await table("pruefplaene?art=eichung")).toEqual([])
  await call("POST", "/api/inventuren", { bezeichnung: "=Hof" })
  expect(await table("inventuren?status=offen")).toMatchObject([{ Bezeichnung: "'=Hof", Stand: "offen" }])
  expect(await table("inventuren?q=Keller")).toEqual([])
  expect(await table("belege?art=datev")).toEqual([])
  await call("GET", `/api/kunden/${hof.kunden[0]}/saldenbestaetigung.pdf`)
  expect(await table("belege?art=saldenbestaetigung")).toMatchObject([{ Kunde: "Gasthaus 1" }])
})

test("balances and ages as tables hold only the customers who are searched for", async () => {
  const numbers = async (path: string): Promise<(string | undefined)[]> => {
    const { bytes } = await call("GET", `/api/${path}`)
    return rowsOf(bytes).map((row) => row["Kundennummer"])
  }
  expect((await numbers("export/pfandsalden")).toSorted()).toEqual(["K-1", "K-2"])
  for (const path of ["export/pfandsalden", "pfandalter/liste.csv"])
    expect([path, await numbers(`${path}?q=K-2`)]).toEqual([path, ["K-2"]])
})

test("what everybody held at the end of a day is a table, whatever was booked since, below zero too", async () => {
  const [one, other] = hof.kunden
  const at = (kunde_id = "", erfasst_am: string, art: string, menge: number) =>
    call("POST", "/api/pfandbuchungen", {
      kunde_id,
      erfasst_am,
      positionen: [{ pfandartikel_id: hof.leer, art, menge }],
    })
  await at(one, "2025-12-31T22:30:00.000Z", "ausgabe", 7)
  await at(other, "2025-12-30T10:00:00.000Z", "ruecknahme", 2)
  // A minute into the new year where the company is.
  await at(one, "2025-12-31T23:01:00.000Z", "ruecknahme", 7)
  const rows = await table("stichtag?stichtag=2025-12-31", hof.user.token)
  expect(rows.map((row) => [row["Stichtag"], row["Stück"], row["Pfand"]])).toEqual([
    ["2025-12-31", "7", "10,50"],
    ["2025-12-31", "-2", "-3,00"],
  ])
  expect(await table("stichtag?stichtag=2025-12-29")).toEqual([])
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  expect((await call("GET", `/api/export/stichtag?stichtag=${tomorrow}`)).status).toBe(400)
})
