import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { query } from "../../../src/db/query.ts"
import { importzuordnungen } from "../../../src/db/schema.ts"
import { readTable } from "../../../src/lib/table/read.ts"
import { createTestApp, PASSWORD } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { importForm } from "../../helpers/import-form.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { xlsx } from "../../helpers/workbook.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

const remembered = query<{ ueberschrift: string }>`SELECT z.ueberschrift FROM ${importzuordnungen} z`

type Fields = Record<string, string>
const form = (content: string | Uint8Array, fields: Fields): FormData =>
  importForm(content, { vorhandene: "aendern", ...fields })
const send = async (what: string, content: string | Uint8Array, fields: Fields = {}, path = "") =>
  app.call("POST", `/api/${what}/import${path}`, { token: hof.admin.token, raw: form(content, fields) })
const show = async (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  (await send(what, content, fields)).body
const take = (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  show(what, content, { ...fields, ausfuehren: "ja" })
const get = async (path: string) => (await app.call("GET", `/api/${path}`, { token: hof.admin.token })).body
const faults = ({ fehler }: any) => fehler.map(({ zelle, msg }: any) => [zelle, msg])
const counts = ({ ausgefuehrt, neu, geaendert, unveraendert }: any) => [
  ausgefuehrt,
  neu,
  geaendert,
  unveraendert,
]

describe("a table with what is there already", () => {
  const tabelle = "KdNr;Firma;Tel.;Ort\nK-1;Gasthaus 1;0511 1;Celle\nK-9;Neu;;\n;Ohne Nummer;;Uelzen\n"

  test("tells what is new, what changes from what to what, and changes nothing the second time", async () => {
    const shown = await show("kunden", tabelle)
    expect(counts(shown)).toEqual([false, 2, 1, 0])
    expect(shown.aenderungen).toEqual([
      {
        zeile: 2,
        nummer: "K-1",
        name: "Gasthaus 1",
        felder: [
          { spalte: "Telefon", von: null, nach: "0511 1" },
          { spalte: "Ort", von: null, nach: "Celle" },
        ],
      },
    ])
    expect(counts(await take("kunden", tabelle))).toEqual([true, 2, 1, 0])
    const log = (await get("protokoll?limit=200")).items.length
    expect(counts(await take("kunden", tabelle))).toEqual([true, 0, 0, 3])
    expect((await get("protokoll?limit=200")).items.length).toBe(log)
    expect((await get("kunden?q=k-1")).items[0]).toMatchObject({ telefon: "0511 1", ort: "Celle" })
  })

  test("keeps what stands in no cell, and tells a record that stands in two rows", async () => {
    await take("kunden", tabelle)
    expect(counts(await take("kunden", "Kundennummer;Telefon;Ort\nK-1;;Hannover"))).toEqual([true, 0, 1, 0])
    expect((await get("kunden?q=k-1")).items[0]).toMatchObject({ telefon: "0511 1", ort: "Hannover" })
    const twice = await take("kunden", "Name;Telefon;Ort\nOhne Nummer;1;x\nOhne Nummer;2;x")
    expect([twice.ausgefuehrt, faults(twice)]).toEqual([false, [[null, "steht schon in Zeile 2"]]])
  })

  test("has its columns assigned by hand, which is remembered for the company alone", async () => {
    const foreign = "Depot;Wirt;Klasse\n7;Adler;A"
    expect((await show("kunden", foreign)).spalten.map(({ feld }: any) => feld)).toEqual([null, null, null])
    const zuordnung = JSON.stringify({ Depot: "kundennummer", Wirt: "name", Klasse: null })
    expect(counts(await take("kunden", foreign, { zuordnung }))).toEqual([true, 1, 0, 0])
    expect(counts(await show("kunden", foreign))).toEqual([false, 0, 0, 1])
    // Assigned anew, that is remembered.
    await take("kunden", foreign, { zuordnung: '{"Klasse":"ort"}' })
    expect((await show("kunden", foreign)).spalten[2].feld).toBe("ort")
    hof = await yard(app, `andere-${Bun.randomUUIDv7()}`)
    expect((await show("kunden", foreign)).unbekannte_spalten).toEqual(["Depot", "Wirt", "Klasse"])
    for (const wrong of ["[]", "x", '{"Depot":"hash"}'])
      expect((await send("kunden", foreign, { zuordnung: wrong })).body.errors[0].path).toBe("zuordnung")
  })

  test("is remembered by its own headings alone, and by the latest of too many", async () => {
    const tenant = app.deps.system.tenant(hof.id)
    const headings = () => new Set(tenant.all(remembered, {}).map((one) => one.ueberschrift))
    const all = (nr: number) => Array.from({ length: 190 }, (_, i) => `u${nr}x${i}`)
    for (const nr of [1, 2, 3]) {
      const assigned = Object.fromEntries([...all(nr), `fremd${nr}`].map((one) => [one, null]))
      const content = `Nummer;Name;${all(nr).join(";")}\nB-${nr};Birne\n`
      const done = await take("kunden", content, { zuordnung: JSON.stringify(assigned) })
      expect(done.ausgefuehrt).toBe(true)
    }
    const found = headings()
    expect([found.size, found.has("fremd1"), all(3).every((one) => found.has(one))]).toEqual([
      500,
      false,
      true,
    ])
  })

  test("comes back with a column of its faults, which is passed over when it is sent again", async () => {
    const rows = [
      ["Kundennummer", "Name", "E-Mail", "Hobby"],
      ["1", "Adler", "kein", "=1+1"],
      ["2", "Krone", "", ""],
    ]
    for (const content of [xlsx(...rows), rows.map((row) => row.join(";")).join("\n")]) {
      const reply = await app.call("POST", "/api/kunden/import/fehler", {
        token: hof.admin.token,
        raw: form(content, {}),
      })
      expect(reply.headers.get("content-disposition")).toContain("Kunden%20mit%20Fehlern")
      const { bytes } = reply
      const again = await show("kunden", bytes)
      expect(again.unbekannte_spalten).toEqual(["Hobby"])
      const pieces = readTable(bytes, "datei")
      let step = pieces.next()
      while (!step.done) step = pieces.next()
      expect(step.value.rows.map(({ cells }) => cells.filter((cell) => cell !== ""))).toEqual([
        ["1", "Adler", "kein", "=1+1", "E-Mail: muss eine gültige E-Mail-Adresse sein"],
        ["2", "Krone"],
      ])
    }
  })
})

describe("customers of a spreadsheet", () => {
  test("get the zero back that it drops from a German postcode, and are found again by it", async () => {
    const tabelle = xlsx(
      ["Firma", "Strasse", "PLZ", "Ort", "Land"],
      ["Elbe", "Am Ufer 1", 1067, "Dresden", ""],
      ["Wien", "Ring 1", 1010, "Wien", "AT"],
    )
    expect(counts(await take("kunden", tabelle))).toEqual([true, 2, 0, 0])
    const plz = async (q: string) => (await get(`kunden?q=${q}`)).items[0].plz
    expect([await plz("Elbe"), await plz("Wien")]).toEqual(["01067", "1010"])
    expect(counts(await take("kunden", tabelle))).toEqual([true, 0, 0, 2])
  })

  test("without a number are nobody's where two have the name and the address", async () => {
    await take("kunden", "Nummer;Name;PLZ;Straße\n61;Adler;29221;Am Markt 1\n62;Adler;29221;Am Markt 1\n")
    const again = "Name;PLZ;Straße;Telefon\nAdler;29221;Am Markt 1;05141 1\n"
    expect(counts(await take("kunden", again))).toEqual([true, 1, 0, 0])
    expect((await get("kunden?q=Adler")).items.map((one: any) => one.telefon).toSorted()).toEqual([
      "05141 1",
      null,
      null,
    ])
  })
})

describe("a preview", () => {
  const angaben = async (what: string, content: string) =>
    (await show(what, content)).vorschau.map((row: any) => row.angaben.join(" · "))

  test("says what a wrong column or a wrong comma would do harm in", async () => {
    expect(
      await angaben("pfandartikel", "Nr;Name;Pfand;Teile\nF;Fass;1.050,00;\nG;Kiste;;2 x FASS\n"),
    ).toEqual(["Pfand 1.050,00\u00A0€", "Bestandteile 2 × FASS"])
    expect(await angaben("geraete", "Gerätenummer;Name;Kaution;Kd.-Nr.\nG-7;Kühler;150,5;K-2\n")).toEqual([
      "Pfand 150,50\u00A0€ · bei Gasthaus 2 (K-2)",
    ])
    expect(await angaben("anfangsbestaende", "Kd.-Nr.;Art.-Nr.;Menge\nK-1;FLASCHE;7,00\n")).toEqual([
      "Gasthaus 1 · Artikel FLASCHE · Pfand 0,56\u00a0€",
    ])
    expect(await angaben("mitarbeiter", "Name;E-Mail;Rolle\nJ;j@hof.example;Innendienst\n")).toEqual([
      "Rolle Büro",
    ])
    const row = "K-7;Adler;04131 1;adler@gasthaus.example;8:00;je_lieferung"
    expect(await angaben("kunden", `Nummer;Name;Tel.;E-Mail;Lieferzeit von;Abrechnung\n${row}\n`)).toEqual([
      "Telefon 04131 1 · E-Mail adler@gasthaus.example · Lieferzeit von 08:00 · Abrechnung je Lieferung",
    ])
  })

  test("says whose name would change, as another one's number would do that", async () => {
    const shown = await show("kunden", "Nummer;Name;Ort\nK-1;Ganz Anders;Celle\nK-2;Gasthaus 2;Celle\n")
    expect(shown.hinweise).toEqual([
      "Bei einem Kunden ändert sich der Name. Stimmen die Nummern? Gasthaus 1 → Ganz Anders",
    ])
    expect((await take("kunden", "Nummer;Ort\nK-2;Uelzen\n")).hinweise).toEqual([])
  })

  test("of opening balances says what they come to, and who has bookings already", async () => {
    const tabelle = "Kunde;Artikel;Stück\nK-1;KASTEN;10\nK-2;FLASCHE;5\n"
    const book = (art: string) =>
      app.call("POST", "/api/pfandbuchungen", {
        token: hof.admin.token,
        body: { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art, menge: 1 }] },
      })
    const { body } = await book("anfangsbestand")
    const before = await show("anfangsbestaende", tabelle)
    expect([before.pfand_cent, before.hinweise]).toEqual([10 * 150 + 5 * 8, []])
    // Taken back, it is no booking to be counted twice.
    const storno = { token: hof.admin.token, body: { grund: "Irrtum" } }
    await app.call("POST", `/api/pfandbuchungen/${body.vorgang_id}/storno`, storno)
    expect((await show("anfangsbestaende", tabelle)).hinweise).toEqual([])
    await book("ausgabe")
    expect((await show("anfangsbestaende", tabelle)).hinweise).toEqual([
      expect.stringContaining(
        "Bei einem Kunden ist schon gebucht: Gasthaus 1. Der Anfangsbestand kommt dazu",
      ),
    ])
    expect((await show("kunden", "Nummer;Name\nK-1;Gasthaus 1\n")).pfand_cent).toBeNull()
  })
})

describe("articles", () => {
  const tabelle =
    "Nummer;Bezeichnung;Pfand;Bestandteile;MwSt\nCOLA;Kasten Cola;3,90;1 x LEER, 12 × PET;7 %\nLEER;Leerkasten;1,50;;\nPET;Flasche PET;0,20;;\n"

  test("with parts come behind these, wherever they stand, and are the same the second time", async () => {
    expect(counts(await take("pfandartikel", tabelle))).toEqual([true, 3, 0, 0])
    expect((await get("pfandartikel?q=cola")).items[0]).toMatchObject({
      art: "gebinde",
      pfand_cent: 390,
      steuersatz: "ermaessigt",
      bestandteile: [
        { nummer: "LEER", menge: 1 },
        { nummer: "PET", menge: 12 },
      ],
    })
    expect(counts(await take("pfandartikel", tabelle))).toEqual([true, 0, 0, 3])
    const other = "Nummer;Bestandteile\nCOLA;1 × LEER, 6 × PET"
    expect((await take("pfandartikel", other)).aenderungen[0].felder).toEqual([
      { spalte: "Bestandteile", von: "1 × LEER, 12 × PET", nach: "1 × LEER, 6 × PET" },
    ])
    expect((await get("pfandartikel?q=cola")).items[0].pfand_cent).toBe(270)
  })

  test("with parts are changed by a table that changes these, too", async () => {
    await take("pfandartikel", tabelle)
    const changed = "Nummer;Bezeichnung\nPET;Flasche neu\nCOLA;Kasten neu\n"
    expect(counts(await take("pfandartikel", changed))).toEqual([true, 0, 2, 0])
    expect((await get("pfandartikel?q=cola")).items[0].bezeichnung).toBe("Kasten neu")
  })

  test("have as many parts as they may", async () => {
    const teile = Array.from({ length: 20 }, (_, i) => `FLASCHE-MIT-LANGER-NUMMER-${i + 1}`)
    const einzeln = teile.map((nummer) => `${nummer};Flasche ${nummer};0,10;\n`).join("")
    const kiste = `KISTE;Kiste;;"${teile.map((nummer) => `1 × ${nummer}`).join(", ")}"\n`
    expect(
      counts(await take("pfandartikel", `Nummer;Bezeichnung;Pfand;Bestandteile\n${einzeln}${kiste}`)),
    ).toEqual([true, 21, 0, 0])
  })

  test("with parts that there are not, or another sum, are told", async () => {
    const body = await take(
      "pfandartikel",
      "Nummer;Bezeichnung;Pfand;Bestandteile\nA;A;;1 × FEHLT\nB;B;9,99;2 × FASS\nC;C;;FASS\nFASS;Fass;30;1 × KASTEN\nE;E;;10001 × KASTEN\n",
    )
    expect([body.ausgefuehrt, faults(body)]).toEqual([
      false,
      [
        ["D2", "nennt als 1. Teil keinen einzelnen Artikel, den es gibt oder der in der Tabelle steht"],
        ["C3", "ist bei einem Gebinde die Summe seiner Teile: 60,00"],
        ["D4", "muss aus Stück × Nummer bestehen, wie 1 × KASTEN, 20 × FLASCHE"],
        ["D5", "hat nur ein Gebinde: dieser Artikel ist als einzelner angelegt"],
        ["D6", "hat von jedem Teil 1 bis 10.000 Stück"],
      ],
    ])
    // Below "Inhalt" that would be twenty bottles.
    const unread = await show("pfandartikel", "Nummer;Bezeichnung;Pfand;Bestandteile\nF;F;;1 KASTEN, 20 FL\n")
    expect(faults(unread)).toContainEqual(["D2", expect.stringMatching(/^muss aus Stück × Nummer bestehen/)])
  })
})

describe("devices", () => {
  const tabelle =
    "Inventar-Nr.;Bezeichnung;Kaution;Kunde;Zustand\nX-1;Kühler;50,00;K-1;beim Kunden\nX-2;Kühler;50;Gasthaus 2;\nX-3;Kühler;50;;Reparatur\nG-1;Kühler;50;K-1;\n"

  test("come with the customer who has them, as opening balances of the day, once", async () => {
    expect(counts(await take("geraete", tabelle, { stichtag: "2026-01-31" }))).toEqual([true, 3, 1, 0])
    const konto = await get(`kunden/${hof.kunden[0]}/pfandkonto`)
    expect([
      konto.wert_cent ?? konto.summe_cent,
      konto.geraete.map((g: any) => g.geraetenummer).toSorted(),
    ]).toEqual([10_000, ["G-1", "X-1"]])
    expect((await get("geraete?status=wartung")).items.map((g: any) => g.geraetenummer)).toEqual(["X-3"])
    const { items } = await get("pfandbuchungen?limit=10")
    expect(items.map(({ art, erfasst_am }: any) => `${art} ${erfasst_am}`)).toEqual(
      Array(3).fill("anfangsbestand 2026-01-30T23:00:00.000Z"),
    )
    expect(counts(await take("geraete", tabelle, { stichtag: "2026-01-31" }))).toEqual([true, 0, 0, 4])
    expect((await get("pfandbuchungen?limit=10")).items.length).toBe(3)
  })

  test("come at what was paid for them, where that is another deposit by now", async () => {
    const head = "Nummer;Bezeichnung;Pfand;Kundennummer;Pfand beim Kunden\n"
    const rows = "X-1;Kühler;70,00;K-1;50,00\nX-2;Kühler;70,00;K-1;0,00\nG-1;Kühler;70,00;K-1;20,00\n"
    expect(counts(await take("geraete", head + rows))).toEqual([true, 2, 1, 0])
    expect((await get(`kunden/${hof.kunden[0]}/pfandkonto`)).wert_cent).toBe(7000)
    expect(counts(await take("geraete", head + rows))).toEqual([true, 0, 0, 3])
    expect(faults(await take("geraete", `${head}X-3;Kühler;70,00;;50,00\n`))).toEqual([
      ["E2", "gibt es nur bei einem Gerät, das beim Kunden ist"],
    ])
  })

  test("that came back after the day are told in their rows", async () => {
    const [id] = hof.geraete
    const book = async (what: string, day: string, more: object = {}) => {
      const erfasst_am = `${day}T10:00:00.000Z`
      const body = { erfasst_am, ...more }
      const reply = await app.call("POST", `/api/geraete/${id}/${what}`, { token: hof.admin.token, body })
      expect(reply.status).toBe(200)
    }
    await book("ausgabe", "2026-02-01", { kunde_id: hof.kunden[1] })
    await book("ruecknahme", "2026-02-03")
    const row = "Nummer;Bezeichnung;Kunde\nG-1;Kühler;K-1\n"
    expect(faults(await take("geraete", row, { stichtag: "2026-01-31" }))).toEqual([
      [
        "C2",
        "passt nicht zum Stichtag: Das Gerät G-1 kam erst am 03.02.2026 zurück und kann nicht davor ausgegeben worden sein",
      ],
    ])
    expect(counts(await take("geraete", row, { stichtag: "2026-02-28" }))).toEqual([true, 0, 1, 0])
  })

  test("come with their test dates, which another table moves", async () => {
    const head =
      "Nummer;Bezeichnung;Kunde;Druckprüfung alle;Letzte Druckprüfung;Druckprüfung bis;Reinigung Turnus;Reinigung am\n"
    const rows = "P-1;CO2;K-1;10 Jahre;1.2.2010;;;\nP-2;CO2;;120 Monate;;31.12.2030;90 Tage;15.03.2025\n"
    const plans = async (nummer: string) => {
      const [geraet] = (await get(`geraete?q=${nummer}`)).items
      return (await get(`geraete/${geraet.id}/pruefplaene`)).items.map((one: any) => [
        one.art,
        one.intervall,
        one.intervall_in,
        one.letzte,
        one.naechste,
      ])
    }
    expect(await take("geraete", head + rows)).toMatchObject({
      ausgefuehrt: true,
      angelegt: 2,
      unbekannte_spalten: [],
    })
    expect(await plans("P-1")).toEqual([["druckpruefung", 120, "monate", "2010-02-01", "2020-02-01"]])
    expect(await plans("P-2")).toEqual([
      ["druckpruefung", 120, "monate", null, "2030-12-31"],
      ["reinigung", 90, "tage", "2025-03-15", "2025-06-13"],
    ])
    expect(await take("geraete", "Nummer;Reinigung zuletzt\nP-2;2025-06-01\n")).toMatchObject({
      geaendert: 1,
    })
    expect((await plans("P-2"))[1]).toEqual(["reinigung", 90, "tage", "2025-06-01", "2025-08-30"])
    expect(await take("geraete", head + rows.replace("15.03.2025", ""))).toMatchObject({
      geaendert: 0,
      neu: 0,
    })
    const exported = await app.call("GET", "/api/export/geraete?q=P-1", { token: hof.admin.token })
    expect(exported.text).toContain(";120 Monate;01.02.2010;01.02.2020;")
    // Tests of today are none of the future.
    const heute = `Nummer;Reinigung zuletzt\nP-2;${today()}\n`
    expect(await take("geraete", heute)).toMatchObject({ geaendert: 1, fehler: [] })
    const wrong =
      "Nummer;Bezeichnung;TÜV alle;TÜV zuletzt;TÜV nächste\nA;a;bald;;\nB;b;;1.1.2025;\nC;c;2 Jahre;;\nD;d;2 Jahre;30.02.2025;\nE;e;2 Jahre;01.01.2099;\n"
    expect(faults(await take("geraete", wrong))).toEqual([
      ["C2", "muss ein Zeitraum sein, z. B. 24 Monate oder 90 Tage"],
      ["C3", "fehlt: wie oft ist zu prüfen?"],
      ["E4", "fehlt: wann ist die nächste oder war die letzte Prüfung?"],
      ["D5", "muss ein Tag sein, z. B. 31.12.2026"],
      ["D6", "liegt in der Zukunft"],
    ])
  })

  test("at customers come in tables of at most 500", async () => {
    const rows = Array.from({ length: 501 }, (_, i) => `M-${i};Kühler;K-1`)
    const body = await show("geraete", ["Nummer;Bezeichnung;Kunde", ...rows].join("\n"))
    expect(faults(body)).toEqual([
      ["C502", "ist zu viel auf einmal: bitte die Tabelle teilen, höchstens 500 Geräte bei Kunden"],
    ])
  })

  test("are moved by nobody's table, and belong to customers that there are", async () => {
    await take("geraete", tabelle)
    const body = await take(
      "geraete",
      "Nummer;Bezeichnung;Kunde;Status\nX-1;K;K-2;\nX-3;K;K-1;\nX-2;K;;im Lager\nY;K;Niemand;\nZ;K;;beim Kunden\n",
    )
    expect([body.ausgefuehrt, faults(body)]).toEqual([
      false,
      [
        ["C2", "ist ein anderer: das Gerät ist beim Kunden. Bitte dort zurücknehmen oder ausgeben"],
        ["C3", "ist ein anderer: das Gerät ist in Wartung. Bitte dort zurücknehmen oder ausgeben"],
        ["D4", "ist ein anderer: das Gerät ist beim Kunden. Er wechselt nur beim Gerät selbst"],
        [
          "C5",
          "ist kein Kunde der Firma: weder eine Kundennummer noch ein Name, den nur einer hat. Fehlt er noch, bitte zuerst die Kunden übernehmen",
        ],
        ["C6", "fehlt: bei welchem Kunden ist es?"],
      ],
    ])
  })
})

describe("staff", () => {
  const tabelle = `Mitarbeiter;Mail;Funktion;Aktiv\nAnna Kurz;ANNA@hof.example;Büro;\nBen Lang;ben@hof.example;Fahrer;nein\n`

  test("get passwords of their own, told once, and keep them when the table comes again", async () => {
    const id = Bun.randomUUIDv7()
    const body = await take("mitarbeiter", tabelle, { id })
    expect(body.zugaenge).toEqual([
      {
        email: "anna@hof.example",
        name: "Anna Kurz",
        passwort: expect.stringMatching(/^(?:[a-z2-9]{4}-){2}[a-z2-9]{4}$/),
      },
    ])
    const logIn = async (password: string) =>
      (
        await app.call("POST", "/api/auth/login", {
          body: { email: "anna@hof.example", password, tenant_slug: hof.slug },
        })
      ).status
    expect([await logIn(body.zugaenge[0].passwort), await logIn(PASSWORD)]).toEqual([200, 401])
    for (const fields of [{ id }, {}] as Fields[]) {
      const again = await take("mitarbeiter", tabelle, fields)
      expect([again.angelegt, again.zugaenge]).toEqual([0, []])
    }
    expect(await logIn(body.zugaenge[0].passwort)).toBe(200)
    expect((await get("mitarbeiter?aktiv=0")).items).toMatchObject([
      { email: "ben@hof.example", rolle: "fahrer" },
    ])
  })

  test("never lose the last administrator to a table", async () => {
    const { email } = hof.admin
    const body = await take(
      "mitarbeiter",
      `Name;E-Mail;Rolle\nChef;${email};Fahrer\nNeu;neu@hof.example;Fahrer`,
    )
    expect([body.ausgefuehrt, body.fehler.map(({ zeile }: any) => zeile)]).toEqual([false, [2]])
    expect((await get("mitarbeiter?rolle=admin")).items).toMatchObject([{ email }])
  })
})

describe("whose a row is", () => {
  const menge = async (name: string) => {
    const [kunde] = (await get(`kunden?q=${encodeURIComponent(name)}`)).items
    return (await get(`kunden/${kunde.id}/pfandkonto`)).artikel.map((one: any) => one.bestand)
  }

  test("is the account of the bookkeeping wherever a column is called Debitor", async () => {
    await take("kunden", "Debitor;Name 1\n10002;Adler\n10001;Krone\n")
    const { fehler } = await take("anfangsbestaende", "Debitor;Name;Artikel;Menge\n10002;Adler;FASS;300\n")
    expect([fehler, await menge("Adler"), await menge("Krone")]).toEqual([[], [300], []])
    const unknown = await show("anfangsbestaende", "Debitor;Artikel;Menge\n10003;FASS;3\n")
    expect(faults(unknown)).toEqual([["A2", expect.stringContaining("Debitorenkonto keines Kunden")]])
    const device = await show("geraete", "Nummer;Bezeichnung;Debitor\nG-7;Kühler;10002\n")
    expect(device.vorschau[0].angaben).toContainEqual(expect.stringMatching(/^bei Adler \(\d+\)$/))
  })

  test("is never booked where name and number contradict each other", async () => {
    await take("kunden", "Nummer;Name\n30;Krone\n31;Adler\n32;Müller\n")
    const table = "Kundennummer;Name;Artikel;Menge\n30;Adler;FASS;3\n31; adler ;FASS;3\n32;Mueller;FASS;1\n"
    const told = [["B2", expect.stringContaining("30 ist Krone, hier steht Adler")]]
    const bad = await take("anfangsbestaende", table)
    expect([bad.ausgefuehrt, faults(bad)]).toEqual([false, told])
    const device = await take("geraete", "Nummer;Bezeichnung;Kundennummer;Kunde\nG-7;Kühler;30;Adler\n")
    expect([device.ausgefuehrt, device.fehler.map(({ zelle }: any) => zelle)]).toEqual([false, ["D2"]])
    const passed = await take("anfangsbestaende", table, { zuordnung: '{"Name":null}' })
    expect([passed.ausgefuehrt, await menge("Krone")]).toEqual([true, [3]])
  })

  test("is never decided where number, account and name are of two, or a name is of two articles", async () => {
    await take("kunden", "Nummer;Debitor;Name\n50;10050;Krone\n51;10051;50\n52;10052;Adler\n")
    const neu = { bezeichnung: "Doppelt", art: "einzeln", pfand_cent: 100, ust_klasse: "warenumschliessung" }
    for (const nummer of ["D1", "D2"])
      await app.call("POST", "/api/pfandartikel", { token: hof.admin.token, body: { ...neu, nummer } })
    const unclear = await show("anfangsbestaende", "Kunde;Artikel;Menge\n50;FASS;1\n51;Doppelt;1\n51;D2;1\n")
    expect(faults(unclear)).toEqual([
      ["A2", "ist die Nummer von Krone und der Name von 50 (51): wer ist gemeint?"],
      ["B3", expect.stringContaining("die nur einer hat")],
    ])
    const two = await show("anfangsbestaende", "Kundennummer;Debitor;Artikel;Menge\n52;10051;FASS;1\n")
    expect(faults(two)).toEqual([["B2", expect.stringContaining("das Konto gehört 50 (51)")]])
    const named = { ...neu, nummer: "D3", bezeichnung: "FASS" }
    await app.call("POST", "/api/pfandartikel", { token: hof.admin.token, body: named })
    expect(faults(await show("anfangsbestaende", "Kunde;Artikel;Menge\n51;FASS;1\n"))).toEqual([
      [
        "B2",
        "ist die Nummer von Artikel FASS (FASS) und die Bezeichnung von FASS (D3): welcher ist gemeint?",
      ],
    ])
    const said = "Kunde;Artikelnummer;Bezeichnung;Menge\n51;FASS;Artikel FASS;1\n"
    expect((await show("anfangsbestaende", said)).pfand_cent).toBe(3000)
    // One name may be that of two customers.
    await take("kunden", "Nummer;Debitor;Name;Ort\n55;10055;Adler;Uelzen\n")
    const same = await show("anfangsbestaende", "Kundennummer;Debitor;Artikel;Menge\n52;10055;FLASCHE;1\n")
    expect(faults(same)).toEqual([["B2", expect.stringContaining("das Konto gehört Adler (55)")]])
    // Called so letter by letter is one of the two.
    await take("kunden", "Nummer;Name\n53;Müller\n54;Mueller\n")
    expect(faults(await show("anfangsbestaende", "Kunde;Artikel;Menge\nMüller;FLASCHE;1\n"))).toEqual([])
    // A crate is booked at its parts' deposits: named as well, their sum is no other amount.
    const priced = (cents: string) =>
      show("anfangsbestaende", `Kundennummer;Artikel;Menge;Pfand je Stück\n51;BIER;1;${cents}\n`)
    expect([faults(await priced("3,10")), faults(await priced("3,00"))]).toEqual([
      [],
      [["D2", expect.stringContaining("zusammen 3,10")]],
    ])
  })

  test("is never decided by likeness: both names are told", async () => {
    await take("kunden", "Nummer;Name;Ort\n40;Gasthof Bauer;Celle\n41;Krämer;Celle\n42;Jol;Celle\n")
    const alike = ["Gasthof Baur", "Kramer", "Joel"]
    const balances = await take(
      "anfangsbestaende",
      `Kunde;Artikel;Stück\n${alike.map((name) => `${name};FASS;5\n`).join("")}Kraemer;FASS;1\n`,
    )
    expect([balances.ausgefuehrt, faults(balances)]).toEqual([
      false,
      ["Gasthof Bauer (40)", "Krämer (41)", "Jol (42)"].map((name, i) => [
        `A${i + 2}`,
        expect.stringContaining(`ähnlich heißt ${name}`),
      ]),
    ])
    const device = await take("geraete", "Nummer;Bezeichnung;Kunde\nG-7;Kühler;Gasthof Baur\n")
    expect([device.ausgefuehrt, faults(device)]).toEqual([
      false,
      [["C2", expect.stringContaining("ähnlich heißt Gasthof Bauer (40)")]],
    ])
    const named = await show("geraete", "Nummer;Bezeichnung;Kunde\nG-7;Kühler; gasthof BAUER \n")
    expect(named.vorschau[0].angaben).toContain("bei Gasthof Bauer (40)")
    const moved = await show("geraete", "Nummer;Kunde\nG-1;Kraemer\n")
    expect(moved.aenderungen[0].felder).toContainEqual({
      spalte: "Kundennummer",
      von: null,
      nach: "Krämer (41)",
    })
    const kunde = await show("kunden", "Name;Ort\nGasthof Baur;Celle\nKraemer;Celle\n")
    expect([kunde.neu, kunde.geaendert, kunde.hinweise]).toEqual([
      1,
      1,
      expect.arrayContaining([expect.stringContaining("Gasthof Baur – Gasthof Bauer (40)")]),
    ])
    const artikel = await show(
      "anfangsbestaende",
      "Kunde;Artikel;Stück\n40;Artikel Foss;1\n40;Kästen Bier;1\n",
    )
    expect(faults(artikel).map(([cell]: any) => cell)).toEqual(["B2", "B3"])
    expect(faults(artikel)[1][1]).toContain("ähnlich heißt Kasten Bier (BIER)")
  })
})

describe("opening balances", () => {
  const tabelle =
    "Kundennr;Leergut;Bestand\nK-1;BIER;10\nK-1;FLASCHE;1.005\nGasthaus 2;Artikel FASS;2\nK-2;KASTEN;0\n"
  const bestand = async (i: 0 | 1) =>
    Object.fromEntries(
      (await get(`kunden/${hof.kunden[i]}/pfandkonto`)).artikel.map((a: any) => [a.nummer, a.bestand]),
    )

  test("are booked once as what they are, a crate as its parts, as of the day", async () => {
    expect(counts(await show("anfangsbestaende", tabelle, { stichtag: "2025-12-31" }))).toEqual([
      false,
      3,
      0,
      1,
    ])
    expect((await get("pfandbuchungen")).items).toEqual([])
    expect(counts(await take("anfangsbestaende", tabelle, { stichtag: "2025-12-31" }))).toEqual([
      true,
      3,
      0,
      1,
    ])
    expect([await bestand(0), await bestand(1)]).toEqual([{ KASTEN: 10, FLASCHE: 1205 }, { FASS: 2 }])
    const { items } = await get("pfandbuchungen")
    expect(items.map(({ art, erfasst_am }: any) => `${art} ${erfasst_am}`)).toEqual(
      Array(3).fill("anfangsbestand 2025-12-30T23:00:00.000Z"),
    )
    expect(counts(await take("anfangsbestaende", tabelle, { stichtag: "2025-12-31" }))).toEqual([
      true,
      0,
      0,
      4,
    ])
    expect((await get("pfandbuchungen")).items.length).toBe(3)
    expect((await get("pfandpruefung")).in_ordnung ?? true).toBe(true)
    const other = await take("anfangsbestaende", "Kunde;Artikel;Stück\nK-1;KASTEN;11\nK-2;FLASCHE;1")
    expect([other.ausgefuehrt, other.neu, faults(other)]).toEqual([
      false,
      1,
      [["C2", "passt nicht: der Kunde hat von diesen Artikeln schon einen anderen Anfangsbestand"]],
    ])
  })

  test("are booked by the numbers of a table that names customers and articles, too", async () => {
    await take("kunden", "Nummer;Name\nZ-1;Zwilling\nZ-2;Zwilling\n")
    const cells = "Zwilling;Z-2;Wie im alten Programm;FLASCHE;7,00"
    const shown = await show("anfangsbestaende", `Kunde;Kd.-Nr.;Artikel;Art.-Nr.;Bestand\n${cells}\n`)
    expect([faults(shown), shown.unbekannte_spalten, shown.hinweise]).toEqual([
      [],
      [],
      [
        "Ein Artikel heißt hier anders. Stimmen die Nummern? FLASCHE: Wie im alten Programm → Artikel FLASCHE",
      ],
    ])
  })

  test("are shown and booked at the deposit of their day", async () => {
    await app.call("PATCH", `/api/pfandartikel/${hof.fass}`, {
      token: hof.admin.token,
      body: { pfand_cent: 4000, bei_aenderung: "erstattung" },
    })
    for (const [stichtag, cent] of [
      ["2025-12-31", 3000],
      [undefined, 4000],
    ] as const) {
      const table = `Kunde;Artikel;Stück\n${stichtag ? "K-1" : "K-2"};FASS;2\n`
      const taken = await take("anfangsbestaende", table, stichtag ? { stichtag } : {})
      const konto = await get(`kunden/${hof.kunden[stichtag ? 0 : 1]}/pfandkonto`)
      expect([taken.pfand_cent, konto.wert_cent]).toEqual([2 * cent, 2 * cent])
    }
  })

  test("are taken back as a whole, while nothing followed, and can be booked anew", async () => {
    await take("anfangsbestaende", tabelle, { stichtag: "2025-12-31" })
    const [{ id, kunden, zeilen }] = (await get("anfangsbestaende")).items
    expect([kunden, zeilen]).toEqual([2, 3])
    const undo = (token = hof.admin.token) =>
      app.call("POST", `/api/anfangsbestaende/${id}/storno`, { token, body: {} })
    expect((await undo(hof.user.token)).status).toBe(403)
    expect((await undo()).body.storniert_am).toBeString()
    expect([await bestand(0), await bestand(1)]).toEqual([{}, {}])
    expect((await undo()).status).toBe(409)
    expect(counts(await take("anfangsbestaende", tabelle, { stichtag: "2025-12-31" }))).toEqual([
      true,
      3,
      0,
      1,
    ])
    const positionen = [{ pfandartikel_id: hof.fass, art: "ruecknahme", menge: 1 }]
    await app.call("POST", "/api/pfandbuchungen", {
      token: hof.admin.token,
      body: { kunde_id: hof.kunden[1], positionen },
    })
    const [{ id: second }] = (await get("anfangsbestaende")).items
    const late = await app.call("POST", `/api/anfangsbestaende/${second}/storno`, {
      token: hof.admin.token,
      body: {},
    })
    expect([late.status, late.body.error]).toEqual([
      409,
      expect.stringContaining("Bei Gasthaus 2 wurde danach gebucht"),
    ])
    expect(await bestand(0)).toEqual({ KASTEN: 10, FLASCHE: 1205 })
  })

  test("that are unclear or twice, of nobody or of nothing, are told and nothing is booked", async () => {
    const bad =
      "Kunde;Artikel;Stück\nK-1;FASS;-3,5\nK-1;FASS;1,5\nK-3;FASS;1\nK-2;SEKT;1\nK-2;FASS;1\nK-2;FASS;2\nK-2;;\nK-1;FASS;3--\n"
    const body = await take("anfangsbestaende", bad)
    expect([body.ausgefuehrt, faults(body)]).toEqual([
      false,
      [
        ["C2", "muss eine ganze Zahl sein"],
        ["C3", "muss eine ganze Zahl sein"],
        [
          "A4",
          "ist kein Kunde der Firma: weder eine Kundennummer noch ein Name, den nur einer hat. Fehlt er noch, bitte zuerst die Kunden übernehmen",
        ],
        [
          "B5",
          "ist kein Artikel der Firma: weder Nummer noch Barcode, noch eine Bezeichnung, die nur einer hat",
        ],
        ["B7", "steht für diesen Kunden schon in Zeile 6"],
        ["B8", "fehlt"],
        ["C8", "fehlt"],
        ["C9", "muss eine ganze Zahl sein"],
      ],
    ])
    expect((await get("pfandbuchungen")).items).toEqual([])
    const future = await send("anfangsbestaende", tabelle, { stichtag: "2099-01-01" })
    expect([future.status, future.body.errors[0].path]).toEqual([400, "stichtag"])
  })
})
