import { afterAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { workedMs } from "../../../src/lib/threads.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rawWorkbook, repeated, SHEET } from "../../helpers/workbook.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

async function send(
  what: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const raw = new FormData()
  raw.set("datei", new File([content], "tabelle.csv", { type: "text/csv" }))
  for (const [name, value] of Object.entries(fields)) raw.set(name, value)
  return app.call("POST", `/api/${what}/import`, { token: hof.admin.token, raw })
}
const get = (path: string) => app.call("GET", `/api/${path}`, { token: hof.admin.token })
const now = { ausfuehren: "ja" }

describe("customers from a table", () => {
  const tabelle = [
    "Kunden-Nr.;Name;Straße;PLZ;Ort;E-Mail;Lieferzeit von;Umsatz",
    '4711;"Gasthaus ""Zur Post""; Inh. Müller";Am Sande 1;21335;Lüneburg;post@gast.example;8:00;12',
    "",
    ";Café Öhler;;;;;;",
  ].join("\r\n")

  test("are shown first, and made when it is asked for", async () => {
    const probe = await send("kunden", tabelle)
    expect([probe.status, probe.body]).toEqual([
      200,
      {
        ausgefuehrt: false,
        stand: expect.any(String),
        zeilen: 2,
        angelegt: 0,
        neu: 2,
        geaendert: 0,
        unveraendert: 0,
        spalten: [
          { ueberschrift: "Kunden-Nr.", feld: "kundennummer", gelesen_als: null },
          { ueberschrift: "Name", feld: "name", gelesen_als: null },
          { ueberschrift: "Straße", feld: "strasse", gelesen_als: null },
          { ueberschrift: "PLZ", feld: "plz", gelesen_als: null },
          { ueberschrift: "Ort", feld: "ort", gelesen_als: null },
          { ueberschrift: "E-Mail", feld: "email", gelesen_als: null },
          { ueberschrift: "Lieferzeit von", feld: "lieferzeit_von", gelesen_als: null },
          { ueberschrift: "Umsatz", feld: null, gelesen_als: null },
        ],
        erkannte_spalten: ["Kunden-Nr.", "Name", "Straße", "PLZ", "Ort", "E-Mail", "Lieferzeit von"],
        unbekannte_spalten: ["Umsatz"],
        fehler: [],
        fehlerzahl: 0,
        pfand_cent: null,
        blatt: null,
        blaetter: [],
        fragen: [],
        hinweise: ["Ein Kunde hat keine Nummer und bekommt eine neue: Café Öhler"],
        aenderungen: [],
        liste: [],
        doppelte: [],
        doppelte_zahl: 0,
        doppelte_offen: 0,
        ausgelassen: 0,
        zugaenge: [],
        vorschau: [
          {
            zeile: 2,
            nummer: "4711",
            name: 'Gasthaus "Zur Post"; Inh. Müller',
            angaben: [
              "E-Mail post@gast.example",
              "Straße Am Sande 1",
              "PLZ 21335",
              "Ort Lüneburg",
              "Lieferzeit von 08:00",
            ],
          },
          { zeile: 4, nummer: null, name: "Café Öhler", angaben: [] },
        ],
      },
    ])
    expect((await get("kunden?q=4711")).body.items).toEqual([])
    expect((await send("kunden", tabelle, now)).body).toMatchObject({ ausgefuehrt: true, angelegt: 2 })
    expect((await get("kunden?q=4711")).body.items).toMatchObject([
      { name: 'Gasthaus "Zur Post"; Inh. Müller', ort: "Lüneburg", lieferzeit_von: "08:00" },
    ])
    expect((await get("protokoll?tabelle=kunden&limit=1")).body.items[0].mitarbeiter_name).toBe("admin Test")
  })

  test("are made once, however often the request comes", async () => {
    const id = Bun.randomUUIDv7()
    for (let i = 0; i < 2; i++)
      expect((await send("kunden", tabelle, { ...now, id })).body).toMatchObject({
        ausgefuehrt: true,
        angelegt: 2,
      })
    expect((await get("kunden?total=true")).body.total).toBe(4)
    expect((await send("kunden", tabelle, now)).body.fehler).toEqual([
      { zeile: 2, spalte: "Kunden-Nr.", zelle: "A2", msg: "Die Nummer 4711 ist bereits vergeben" },
    ])
  })

  test("none of them when one is at fault, and every fault is told with its row and column", async () => {
    const { body } = await send(
      "kunden",
      "Nummer,Name,E-Mail,Land\n1,Adler,kein,de\n2,,x@y.example,DE\n1,Krone,,Frankenland\nK-1,Sonne,,\n",
      now,
    )
    expect(body).toMatchObject({ ausgefuehrt: false, zeilen: 4, angelegt: 0 })
    expect(body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])).toEqual([
      [2, "E-Mail"],
      [3, "Name"],
      [4, "Land"],
      [5, "Nummer"],
    ])
    expect(JSON.stringify(body.fehler)).not.toContain("Frankenland")
    expect((await get("kunden?total=true")).body.total).toBe(2)
  })

  test("may be in Windows-1252 or separated by tabs, and one number stands once", async () => {
    const latin = new Uint8Array(
      [..."Nummer\tName\n7\tM\u00fcller\n7\tM\u00e4hr\n"].map((c) => c.charCodeAt(0)),
    )
    const { body } = await send("kunden", latin)
    expect(body.vorschau.map(({ name }: any) => name)).toEqual(["Müller", "Mähr"])
    expect(body.fehler).toEqual([
      { zeile: 3, spalte: "Nummer", zelle: "A3", msg: "Die Nummer 7 steht schon in Zeile 2" },
    ])
    expect([body.zeilen, body.neu]).toEqual([2, 1])
  })

  test("are refused when it is no table, or too long a one", async () => {
    for (const content of [
      "",
      "Name",
      "Name\n\n;;\n",
      "\0\0\0",
      'Name\n"offen',
      `Name\n${"x\n".repeat(5001)}`,
    ]) {
      const { status, body } = await send("kunden", content, now)
      expect([content.slice(0, 9), status, body.errors?.[0].path]).toEqual([
        content.slice(0, 9),
        400,
        "datei",
      ])
    }
    const user = await app.account(hof.id, "fahrer")
    const raw = new FormData()
    expect((await app.call("POST", "/api/kunden/import", { token: user.token, raw })).status).toBe(403)
  })
})

describe("a table that is meant to do harm", () => {
  const marks = "\u0301".repeat(200_000) + "\u0323".repeat(200_000)
  const most = 9 * 1024 * 1024

  test("is refused unseen where it is too wide, too long, or has headings that nobody writes", async () => {
    for (const [content, why] of [
      [
        ";".repeat(most),
        "hat mehr als 300 Spalten: bitte löschen, was nicht gebraucht wird, oder Zeilen und Spalten vertauschen",
      ],
      [`Name\n${"a\n".repeat(most / 4)}`, "hat mehr als 5000 Zeilen"],
      [`Name;a${marks}\nx;y`, "hat eine Überschrift mit mehr als 200 Zeichen"],
      [`Name\n"${"a".repeat(most)}`, "hat in Zeile 2 Anführungszeichen, die nicht geschlossen sind"],
      [`Name\n${'""'.repeat(most / 2)}`, "hat in Zeile 2 eine Zelle von ungeheurer Länge"],
      [`Name\n"a"b`, "hat in Zeile 2 Anführungszeichen, die nicht geschlossen sind"],
    ]) {
      const { status, body } = await send("kunden", content ?? "")
      expect([status, body.errors]).toEqual([
        400,
        [{ type: "field", location: "body", path: "datei", msg: why }],
      ])
    }
  })

  test("is told the cells that are too long, none of which is looked at closer", async () => {
    const kunde = await send("kunden", `Name;Land;Lieferzeit von\n${marks};${marks};${marks}`)
    expect(kunde.body.fehler.map(({ spalte }: any) => spalte).toSorted()).toEqual([
      "Land",
      "Lieferzeit von",
      "Name",
    ])
    const artikel = await send(
      "pfandartikel",
      `Nummer;Bezeichnung;Pfand;USt-Klasse\n1;Kasten;${marks};${marks}`,
    )
    expect(artikel.body.fehler.map(({ spalte }: any) => spalte).toSorted()).toEqual(["Pfand", "USt-Klasse"])
  })

  test.each([
    ["geraete", "Nummer;Bezeichnung;TÜV alle;TÜV zuletzt", "24 Monate;LANG", "TÜV zuletzt"],
    ["geraete", "Nummer;Bezeichnung;TÜV zuletzt;TÜV alle", "01.03.2024;LANG", "TÜV alle"],
    ["geraete", "Nummer;Bezeichnung;Kundennummer;Pfand beim Kunden", "K-1;LANG", "Pfand beim Kunden"],
    ["kunden", "Nummer;Name;Ort;Gesperrt", "Celle;LANG", "Gesperrt"],
    ["mitarbeiter", "Zeichen;Name;E-Mail;Rolle;Aktiv", "eva@x.example;Fahrer;LANG", "Aktiv"],
  ])("is told a long cell of anything but a text: %s, %s", async (art, headings, cells, spalte) => {
    const long = `01.03.2024 ${"mit Mängeln, die noch zu beheben sind, ".repeat(3)}`
    const { body } = await send(art, `${headings}\n90009;Kühler;${cells.replace("LANG", long)}\n`)
    expect(body.fehler).toMatchObject([{ zeile: 2, spalte, msg: "höchstens 100 Zeichen" }])
  })

  test("holds up nobody, and takes no memory: it is read in a thread that ends", async () => {
    const nested = rawWorkbook({ sheet: repeated("", "<a>".repeat(25), 900_000, "") })
    const errors = rawWorkbook({ sheet: repeated(SHEET, '<row><c t="e"/></row>', 4_280_000, "") })
    const wide = `Name\n${`${"x;".repeat(199)}x\n`.repeat(4999)}`
    const before = process.memoryUsage.rss()
    let longest = 0
    let peak = before
    // Its own work alone: a busy machine holds up whom it likes.
    let last = workedMs()
    const beat = setInterval(() => {
      longest = Math.max(longest, workedMs() - last)
      peak = Math.max(peak, process.memoryUsage.rss())
      last = workedMs()
    }, 5)
    const two = (one: Uint8Array | string, other: Uint8Array | string) =>
      Promise.all([one, other].map((table) => send("kunden", table as Uint8Array<ArrayBuffer>)))
    const replies = [...(await two(nested, nested)), ...(await two(errors, wide))]
    clearInterval(beat)
    expect(replies.map(({ status, body }) => [status, body.errors?.[0].msg ?? body.fehlerzahl])).toEqual([
      [
        400,
        "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
      ],
      [
        400,
        "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
      ],
      [400, "hat mehr als 5000 Zeilen"],
      [200, 4999 * 199],
    ])
    expect(replies[3]?.body.fehler.length).toBe(200)
    expect(longest).toBeLessThan(500)
    expect(peak - before).toBeLessThan(400 * 2 ** 20)
  })
})

test("articles come with their deposit in euros, and without what has parts", async () => {
  const header = "Artikelnummer;Bezeichnung;Pfand;USt-Klasse;EAN"
  const good = `${header}\nFL-1;Flasche;0,08;;400\nPAL;Palette;15 €;Transporthilfsmittel;\nK;Kasten;1.5;Warenumschließung;\n`
  expect((await send("pfandartikel", good, now)).body).toMatchObject({
    ausgefuehrt: true,
    angelegt: 3,
    fehler: [],
  })
  const { items } = (await get("pfandartikel?q=fl-1")).body
  expect(items).toMatchObject([{ nummer: "FL-1", pfand_cent: 8, barcode: "400", art: "einzeln" }])
  expect((await get("pfandartikel?q=pal")).body.items).toMatchObject([
    { pfand_cent: 1500, ust_klasse: "transporthilfsmittel" },
  ])
  const bad = `${header}\nA;Flasche;acht;;\nB;Flasche;;;\nC;Flasche;1;Sonstiges;\nFASS;Fass;30;;\n`
  const { body } = await send("pfandartikel", bad, now)
  expect(body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])).toEqual([
    [2, "Pfand"],
    [3, "Pfand"],
    [4, "USt-Klasse"],
    [5, "Artikelnummer"],
  ])
})

describe("all rows or none", () => {
  const count = async (what: string) => (await get(`${what}?total=true&limit=1`)).body.total
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `;Gasthaus Nr. ${from + i}`).join("\n")

  test("numbers that are given pass over those that stand further down", async () => {
    // The first number that is given to a customer without one.
    const free = 10_001
    const table = `Nummer;Name\n${names(0, 60)}\n${free};Krone\n${free + 30};Adler`
    const { body: shown } = await send("kunden", table)
    expect([shown.fehler, shown.zeilen]).toEqual([[], 62])
    expect((await send("kunden", table, now)).body).toMatchObject({ ausgefuehrt: true, angelegt: 62 })
    expect(await count("kunden")).toBe(64)
    expect((await get(`kunden?q=${free}`)).body.items).toMatchObject([{ name: "Krone" }])
  })

  test("a number that somebody took since the preview is told with its row, and nothing is stored", async () => {
    const table = `Nummer;Name\n${names(0, 60)}\nZ-1;Krone`
    expect((await send("kunden", table)).body.fehler).toEqual([])
    await send("kunden", "Nummer;Name\nZ-1;Adler", now)
    const { status, body } = await send("kunden", table, now)
    expect([status, body.ausgefuehrt, body.angelegt, body.fehler]).toEqual([
      200,
      false,
      0,
      [{ zeile: 62, spalte: "Nummer", zelle: "A62", msg: "Die Nummer Z-1 ist bereits vergeben" }],
    ])
    expect(await count("kunden")).toBe(3)
  })

  test("nothing is taken over but what was shown, where the request says what that was", async () => {
    const neu = "Kundennummer;Name;Ort\nS-1;Aus der Tabelle;Celle\n"
    const change = { ...now, vorhandene: "aendern" }
    const shown = async () => (await send("kunden", neu, { vorhandene: "aendern" })).body.stand as string
    const taken = async (stand: string) => (await send("kunden", neu, { ...change, stand })).body
    const before = await shown()
    const raw = { kundennummer: "S-1", name: "Vom Kollegen", ort: "Uelzen" }
    const { body } = await app.call("POST", "/api/kunden", { token: hof.admin.token, body: raw })
    expect(await taken(before)).toMatchObject({ ausgefuehrt: false, neu: 0, geaendert: 1, fehlerzahl: 0 })
    const between = await shown()
    await app.call("PATCH", `/api/kunden/${body.id}`, { token: hof.admin.token, body: { ort: "Hitzacker" } })
    expect(await taken(between)).toMatchObject({ ausgefuehrt: false, geaendert: 1 })
    expect((await get(`kunden/${body.id}`)).body).toMatchObject({ name: "Vom Kollegen", ort: "Hitzacker" })
    const id = Bun.randomUUIDv7()
    const fields = { ...change, stand: await shown(), id }
    for (let i = 0; i < 2; i++)
      expect((await send("kunden", neu, fields)).body).toMatchObject({ ausgefuehrt: true })
    expect((await get(`kunden/${body.id}`)).body).toMatchObject({ name: "Aus der Tabelle", ort: "Celle" })
  })

  test("nor is it where a deposit or a number has become another one since", async () => {
    const change = (path: string, body: object) =>
      app.call("PATCH", `/api/${path}`, { token: hof.admin.token, body })
    const balances = (fields: object) =>
      send("anfangsbestaende", "Kunde;Artikel;Stück\nK-1;FASS;10\n", { ...fields })
    const [one, two] = hof.kunden
    let { stand } = (await balances({})).body
    const isTaken = async () => {
      const { body } = await balances({ ...now, stand })
      stand = body.stand
      return body.ausgefuehrt
    }
    await change(`pfandartikel/${hof.fass}`, { pfand_cent: 5000 })
    expect(await isTaken()).toBe(false)
    await change(`kunden/${one}`, { kundennummer: "K-9" })
    await change(`kunden/${two}`, { kundennummer: "K-1" })
    expect(await isTaken()).toBe(false)
    expect(await isTaken()).toBe(true)
    expect((await get(`kunden/${two}/pfandkonto`)).body.wert_cent).toBe(50_000)
  })

  test("an id stands for one file: another one is refused, whether it is shown or taken over", async () => {
    const id = Bun.randomUUIDv7()
    const first = `Name\nLinde\nKrone`
    expect((await send("kunden", first, { ...now, id })).body.angelegt).toBe(2)
    for (const ausfuehren of ["nein", "ja"]) {
      const { status } = await send("kunden", `Name\nSonne\nMond\nSterne`, { ausfuehren, id })
      expect([ausfuehren, status]).toEqual([ausfuehren, 409])
    }
    expect((await send("kunden", first, { ...now, id })).body).toMatchObject({
      ausgefuehrt: true,
      angelegt: 2,
    })
    expect(await count("kunden")).toBe(4)
  })

  test("nor does it stand for the same file with other answers", async () => {
    const table = "Name;Bemerkung\nLinde;x"
    const zuordnung = (feld: string) => JSON.stringify({ Bemerkung: feld })
    const taken = async (id: string, more: object) =>
      (await send("kunden", table, { ...now, id, ...more })).status
    for (const [first, other] of [
      [{}, { vorhandene: "aendern" }],
      [{}, { zuordnung: zuordnung("notiz") }],
      [{ zuordnung: zuordnung("notiz") }, {}],
      [{ zuordnung: zuordnung("notiz") }, { zuordnung: zuordnung("anlieferungshinweis") }],
      [{ zuordnung: zuordnung("notiz") }, { zuordnung: zuordnung("notiz"), vorhandene: "aendern" }],
    ]) {
      const id = Bun.randomUUIDv7()
      expect([first, await taken(id, first!), await taken(id, first!), await taken(id, other!)]).toEqual([
        first,
        200,
        200,
        409,
      ])
    }
  })

  test("the preview finds all that the import would", async () => {
    const times = await send("kunden", "Name;Lieferzeit von;Lieferzeit bis\nLinde;12:00;8:00")
    expect(times.body.fehler).toEqual([
      { zeile: 2, spalte: "Lieferzeit bis", zelle: "C2", msg: "liegt vor dem Beginn" },
    ])
    const header = "Nummer;Bezeichnung;Pfand;Barcode"
    await send("pfandartikel", `${header}\nA;Kiste;1,50;4711`, now)
    const barcodes = await send(
      "pfandartikel",
      `${header}\nB;Kiste;1,50;4711\nC;Kiste;2;4712\nD;Kiste;2;4712\nD;Fass;3;`,
    )
    expect(barcodes.body.fehler).toEqual([
      { zeile: 2, spalte: "Barcode", zelle: "D2", msg: "Der Barcode 4711 ist bereits vergeben" },
      { zeile: 4, spalte: "Barcode", zelle: "D4", msg: "Der Barcode 4712 steht schon in Zeile 3" },
      { zeile: 5, spalte: "Nummer", zelle: "A5", msg: "Die Nummer D steht schon in Zeile 4" },
    ])
  })
})

test("amounts are read as people write them, and what could be two is told with its row", async () => {
  const rows = ["30,00 €", "1.234,50", "1234.56", "0.08", "1.234", "1,234", "-3", "1e3"]
  const table = ["Nummer;Bezeichnung;Pfand", ...rows.map((pfand, i) => `F${i};Flasche ${i};${pfand}`)]
  const { body } = await send("pfandartikel", table.join("\n"), now)
  expect(body).toMatchObject({ ausgefuehrt: false, angelegt: 0 })
  expect(body.fehler).toEqual([
    { zeile: 6, spalte: "Pfand", zelle: "C6", msg: "ist nicht eindeutig: bitte 1234,00 oder 1,23 schreiben" },
    { zeile: 7, spalte: "Pfand", zelle: "C7", msg: "ist nicht eindeutig: bitte 1,23 oder 1234,00 schreiben" },
    { zeile: 8, spalte: "Pfand", zelle: "C8", msg: "darf nicht negativ sein" },
    { zeile: 9, spalte: "Pfand", zelle: "C9", msg: "muss ein Betrag sein, z. B. 12,50" },
  ])
  expect((await send("pfandartikel", table.slice(0, 5).join("\n"), now)).body.ausgefuehrt).toBe(true)
  const { items } = (await get("pfandartikel?q=Flasche&limit=10")).body
  const amounts = items.map(({ nummer, pfand_cent }: any) => `${nummer} ${pfand_cent}`)
  expect(amounts).toEqual(expect.arrayContaining(["F0 3000", "F1 123450", "F2 123456", "F3 8"]))
})

describe("tables to take away", () => {
  test("hold every row, read by a spreadsheet, and no formula that somebody typed", async () => {
    await send("kunden", 'Name\n"=1+1"\n"A;B"\n', now)
    const reply = await get("export/kunden")
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
    expect(reply.headers.get("content-disposition")).toContain("kunden-")
    const lines = reply.text.replace("\ufeff", "").trimEnd().split("\r\n")
    expect(lines[0]).toStartWith("Kundennummer;Name;")
    expect(lines.length).toBe(5)
    expect(reply.text).toContain(";'=1+1;")
    expect(reply.text).toContain(';"A;B";')
  })

  test("have the days of the company's own calendar, in their names and in them", async () => {
    // In Germany the first of November has begun.
    await travel(app, hof, "2026-10-31T23:30:00.000Z")
    try {
      const positionen = [{ geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 }]
      await app.call("POST", "/api/pfandbuchungen", {
        token: hof.admin.token,
        body: { kunde_id: hof.kunden[0], positionen },
      })
      const [geraete, salden] = [await get("export/geraete"), await get("export/pfandsalden")]
      expect(geraete.headers.get("content-disposition")).toEndWith("geraete-2026-11-01.csv")
      expect(salden.headers.get("content-disposition")).toEndWith("pfandsalden-2026-11-01.csv")
      expect(geraete.text).toContain("beim Kunden;2026-11-01;Gasthaus 1;")
      expect(salden.text).toContain(";Gasthaus 1;50,00;2026-11-01")
    } finally {
      setSystemTime()
    }
  })

  test("come back as they went out", async () => {
    const { text } = await get("export/kunden")
    const other = await yard(app, `andere-${Bun.randomUUIDv7()}`)
    for (const id of other.kunden) await app.call("DELETE", `/api/kunden/${id}`, { token: other.admin.token })
    hof = other
    expect((await send("kunden", text, now)).body).toMatchObject({
      ausgefuehrt: true,
      angelegt: 2,
      unbekannte_spalten: [],
    })
    const empty = await send("standorte", (await get("export/standorte")).text, now)
    expect(empty.body).toMatchObject({ ausgefuehrt: true, zeilen: 0, fehlerzahl: 0 })
  })

  test("of devices, articles and balances", async () => {
    const positionen = [{ geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 }]
    const body = { kunde_id: hof.kunden[0], positionen }
    await app.call("POST", "/api/pfandbuchungen", { token: hof.admin.token, body })
    expect((await get("export/geraete")).text).toContain(";50,00;beim Kunden;")
    expect((await get("export/geraete")).text).toContain(";Gasthaus 1;")
    expect((await get("export/pfandartikel")).text).toContain("BIER;Kasten Bier;3,10;")
    expect((await get("export/pfandsalden")).text).toMatch(/K-1;Gasthaus 1;50,00;20\d\d-/)
  })
})
