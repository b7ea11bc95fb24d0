import { afterAll, beforeEach, describe, expect, setSystemTime, spyOn, test } from "bun:test"
import { createTestApp } from "./helpers/app.ts"
import { type Yard, yard } from "./helpers/pfand.ts"
import { travel } from "./helpers/zeit.ts"

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
const jetzt = { ausfuehren: "ja" }

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
        zeilen: 2,
        angelegt: 0,
        erkannte_spalten: ["Kunden-Nr.", "Name", "Straße", "PLZ", "Ort", "E-Mail", "Lieferzeit von"],
        unbekannte_spalten: ["Umsatz"],
        fehler: [],
        vorschau: [
          { zeile: 2, nummer: "4711", name: 'Gasthaus "Zur Post"; Inh. Müller' },
          { zeile: 3, nummer: null, name: "Café Öhler" },
        ],
      },
    ])
    expect((await get("kunden?q=4711")).body.items).toEqual([])
    expect((await send("kunden", tabelle, jetzt)).body).toMatchObject({ ausgefuehrt: true, angelegt: 2 })
    expect((await get("kunden?q=4711")).body.items).toMatchObject([
      { name: 'Gasthaus "Zur Post"; Inh. Müller', ort: "Lüneburg", lieferzeit_von: "08:00" },
    ])
    expect((await get("protokoll?tabelle=kunden&limit=1")).body.items[0].mitarbeiter_name).toBe("admin Test")
  })

  test("are made once, however often the request comes", async () => {
    const id = Bun.randomUUIDv7()
    for (let i = 0; i < 2; i++)
      expect((await send("kunden", tabelle, { ...jetzt, id })).body).toMatchObject({
        ausgefuehrt: true,
        angelegt: 2,
      })
    expect((await get("kunden?total=true")).body.total).toBe(4)
    expect((await send("kunden", tabelle, jetzt)).body.fehler).toEqual([
      { zeile: 2, spalte: null, msg: "Die Nummer 4711 ist bereits vergeben" },
    ])
  })

  test("none of them when one is at fault, and every fault is told with its row and column", async () => {
    const { body } = await send(
      "kunden",
      "Nummer,Name,E-Mail,Land\n1,Adler,kein,de\n2,,x@y.example,DE\n1,Krone,,Frankreich\nK-1,Sonne,,\n",
      jetzt,
    )
    expect(body).toMatchObject({ ausgefuehrt: false, zeilen: 4, angelegt: 0 })
    expect(body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])).toEqual([
      [2, "E-Mail"],
      [3, "Name"],
      [4, "Land"],
      [5, null],
    ])
    expect(JSON.stringify(body.fehler)).not.toContain("Frankreich")
    expect((await get("kunden?total=true")).body.total).toBe(2)
  })

  test("may be in Windows-1252 or separated by tabs, and one number stands once", async () => {
    const latin = new Uint8Array(
      [..."Nummer\tName\n7\tM\u00fcller\n7\tM\u00e4hr\n"].map((c) => c.charCodeAt(0)),
    )
    const { body } = await send("kunden", latin)
    expect(body.vorschau.map(({ name }: any) => name)).toEqual(["Müller", "Mähr"])
    expect(body.fehler).toEqual([{ zeile: 3, spalte: null, msg: "Die Nummer 7 steht schon in Zeile 2" }])
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
      const { status, body } = await send("kunden", content, jetzt)
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
      [";".repeat(most), "hat mehr als 200 Spalten"],
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

  test("holds up nobody: it is read in pieces, in turn with others", async () => {
    const run = spyOn(app.deps.turns, "run")
    for (const content of [
      `Name\n${"\n".repeat(1_000_000)}x\n`,
      `Name;Notiz\n${`Gasthaus;${"n".repeat(900)}\n`.repeat(5000)}`,
    ]) {
      run.mockClear()
      expect((await send("kunden", content)).status).toBe(200)
      expect(run.mock.calls.length).toBeGreaterThan(150)
    }
    run.mockRestore()
  })
})

test("articles come with their deposit in euros, and without what has parts", async () => {
  const kopf = "Artikelnummer;Bezeichnung;Pfand;USt-Klasse;EAN"
  const gut = `${kopf}\nFL-1;Flasche;0,08;;400\nPAL;Palette;15 €;Transporthilfsmittel;\nK;Kasten;1.5;Warenumschließung;\n`
  expect((await send("pfandartikel", gut, jetzt)).body).toMatchObject({
    ausgefuehrt: true,
    angelegt: 3,
    fehler: [],
  })
  const { items } = (await get("pfandartikel?q=fl-1")).body
  expect(items).toMatchObject([{ nummer: "FL-1", pfand_cent: 8, barcode: "400", art: "einzeln" }])
  expect((await get("pfandartikel?q=pal")).body.items).toMatchObject([
    { pfand_cent: 1500, ust_klasse: "transporthilfsmittel" },
  ])
  const schlecht = `${kopf}\nA;Flasche;acht;;\nB;Flasche;;;\nC;Flasche;1;Sonstiges;\nFASS;Fass;30;;\n`
  const { body } = await send("pfandartikel", schlecht, jetzt)
  expect(body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])).toEqual([
    [2, "Pfand"],
    [3, "Pfand"],
    [4, "USt-Klasse"],
    [5, null],
  ])
})

describe("tables to take away", () => {
  test("hold every row, read by a spreadsheet, and no formula that somebody typed", async () => {
    await send("kunden", 'Name\n"=1+1"\n"A;B"\n', jetzt)
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
    expect((await send("kunden", text, jetzt)).body).toMatchObject({
      ausgefuehrt: true,
      angelegt: 2,
      unbekannte_spalten: ["Aktiv"],
    })
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
