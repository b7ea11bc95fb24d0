import { Database } from "bun:sqlite"
import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { imports } from "../../../src/api/einrichtung/imports.ts"
import { listPieces } from "../../../src/api/import/run/pieces.ts"
import { takeBackImport } from "../../../src/api/import/run/take-back.ts"
import { silentLog } from "../../../src/lib/log.ts"
import { doAuftraege } from "../../../src/ops/auftraege/work.ts"
import { createTestApp } from "../../helpers/app.ts"
import { importForm } from "../../helpers/import-form.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rawBook, rowXml, xlsx } from "../../helpers/workbook.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Fields = Record<string, string>
const send = async (what: string, content: string | Uint8Array, fields: Fields = {}, path = "") => {
  const raw = importForm(content, { vorhandene: "aendern", ...fields })
  return app.call("POST", `/api/${what}/import${path}`, { token: hof.admin.token, raw })
}
const show = async (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  (await send(what, content, fields)).body
const take = (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  show(what, content, { ...fields, ausfuehren: "ja" })
const get = async (path: string) => (await app.call("GET", `/api/${path}`, { token: hof.admin.token })).body
const faults = ({ fehler }: any) => fehler.map(({ zelle, msg }: any) => [zelle, msg])

/** In Windows-1252, as most programs write it. */
const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe("balances with the articles side by side", () => {
  const pivot =
    "Kunden-Nr.;Kundenname;FLASCHE;Kästen Bier;4006380010017;Korb;Pfandwert EUR\n" +
    "K-1;Gasthaus 1;1.595;(3);;4;118,30\nK-2;Gasthaus 2;0;-;11-;;330,00-\nGasthaus 2;;;;;2;\n"
  const bestand = async (i: 0 | 1) =>
    Object.fromEntries(
      (await get(`kunden/${hof.kunden[i]}/pfandkonto`)).artikel.map((a: any) => [a.nummer, a.bestand]),
    )
  beforeEach(async () => {
    await take("pfandartikel", "Nummer;Bezeichnung;Barcode\nFASS;;4006380010017\nBIER;Kästen Bier;\n")
  })

  test("are turned: by number, barcode or name, below zero too, and what is left out is said", async () => {
    const shown = await show("anfangsbestaende", latin(pivot))
    expect([faults(shown), shown.neu, shown.pfand_cent]).toEqual([[], 3, -21_170])
    expect(
      shown.spalten.map(({ ueberschrift, feld, gelesen_als }: any) => [ueberschrift, feld, gelesen_als]),
    ).toEqual([
      ["Kunden-Nr.", "kunde", null],
      ["Kundenname", "kundenname", null],
      ["FLASCHE", "artikel:FLASCHE", "Artikel FLASCHE (FLASCHE)"],
      ["Kästen Bier", "artikel:BIER", "Kästen Bier (BIER)"],
      ["4006380010017", "artikel:FASS", "Artikel FASS (FASS)"],
      ["Korb", null, null],
      ["Pfandwert EUR", "wert", null],
    ])
    expect(shown.hinweise).toEqual([
      expect.stringContaining("FLASCHE = Artikel FLASCHE (FLASCHE), Kästen Bier = Kästen Bier (BIER)"),
      "1 Zeile ohne Stückzahl: kein Bestand",
      expect.stringContaining("nicht übernommen werden: Korb (6 in 2 Zeilen)"),
    ])
    expect((await take("anfangsbestaende", latin(pivot))).angelegt).toBe(3)
    expect([await bestand(0), await bestand(1)]).toEqual([{ FLASCHE: 1535, KASTEN: -3 }, { FASS: -11 }])
  })

  test("are asked about where a row below the headings says euros", async () => {
    const table = "Kunde;Name;FLASCHE;FASS\n;;EUR;EUR\nK-1;Gasthaus 1;8;60\n"
    expect((await show("anfangsbestaende", table)).fragen).toMatchObject([{ feld: "einheit" }])
    const taken = await take("anfangsbestaende", table, { einheit: "euro" })
    expect([taken.ausgefuehrt, await bestand(0)]).toEqual([true, { FLASCHE: 100, FASS: 2 }])
  })

  test("have the article above its pieces and their value, in a row of its own", async () => {
    const table =
      ";;FLASCHE;;FASS;\nKunde;Name;Stück;EUR;Stück;EUR\nK-1;Gasthaus 1;10;0,80;2;60,00\nK-2;Gasthaus 2;;;3;90,00\n"
    const shown = await take("anfangsbestaende", table)
    expect([faults(shown), shown.pfand_cent]).toEqual([[], 15_080])
    expect([await bestand(0), await bestand(1)]).toEqual([{ FLASCHE: 10, FASS: 2 }, { FASS: 3 }])
    const below = "Kunde;Name;FLASCHE;FASS\n;;Stück;Stück\nK-1;Gasthaus 1;10;2\n"
    expect((await show("anfangsbestaende", below)).unveraendert).toBe(2)
    const parted = "Kunden-;;Artikel-;;\nNummer;Name;Nummer;Bezeichnung;Stück\nK-1;Gasthaus 1;KASTEN;;12\n"
    expect((await show("anfangsbestaende", parted)).vorschau[0].name).toBe("12 × KASTEN")
    const unknown = "Rechnung;;Versand;\nNummer;Name;Stück;Name\nK-1;a;1;b\n"
    expect((await send("anfangsbestaende", unknown)).status).toBe(400)
  })

  test("whose value is not what the pieces come to are told, each with both", async () => {
    const table = "Kunde;FLASCHE;FASS;Summe;Pfandwert\nK-1;10;2;12;60,80\nK-2;10;;11;0,90\n"
    const { hinweise } = await show("anfangsbestaende", table)
    const told = [
      expect.stringMatching(
        /^In 1 Zeile ergibt sich etwas anderes, als unter „Pfandwert“ steht, zusammen .0,10.€: Zeile 3 \(Gasthaus 2\): 0,80.€ statt 0,90.€\. Gebucht werden die Stücke$/,
      ),
      "In 1 Zeile ergibt sich etwas anderes, als unter „Summe“ steht, zusammen -1 Stück: Zeile 3 (Gasthaus 2): 10 Stück statt 11 Stück. Gebucht werden die Stücke",
    ]
    expect(hinweise.slice(1)).toEqual(told)
    expect((await take("anfangsbestaende", table)).hinweise.slice(1)).toEqual(told)
  })

  test("have their faults at their own cells, and no article twice", async () => {
    const shown = await show("anfangsbestaende", "Kunde;FLASCHE;FASS\nK-1;x;1\nK-9;1;\nK-2;1;2\nK-2;;3\n")
    expect(faults(shown).map(([cell]: any) => cell)).toEqual(["B2", "A3", "C5"])
    const twice = await send("anfangsbestaende", "Kunde;FASS;4006380010017\nK-1;1;1\n")
    expect([twice.status, twice.body.errors[0].msg]).toEqual([
      400,
      "hat zwei Spalten für Artikel FASS (FASS): B (FASS) und C (4006380010017)",
    ])
  })

  test("that could be amounts are asked about, and amounts are divided by the deposit", async () => {
    const table = "Kunde;FASS;FLASCHE Stück;Gesamt\nK-1;60,00;8,00;68,00\nSumme;60,00;8,00;68,00\n"
    const asked = await send("anfangsbestaende", table, { ausfuehren: "ja" })
    expect([asked.status, asked.body.errors[0].path]).toEqual([400, "einheit"])
    const { hinweise, angelegt } = await take("anfangsbestaende", table, { einheit: "euro" })
    expect([hinweise.length, angelegt, await bestand(0)]).toEqual([2, 2, { FASS: 2, FLASCHE: 100 }])
    const one = await show("anfangsbestaende", "Kunde;FASS;FLASCHE\nK-2;45,00;3\n")
    expect(one.fragen[0].frage).toStartWith("Unter „FASS“ stehen Zahlen wie Geldbeträge")
    const odd = await show("anfangsbestaende", "Kunde;FASS\nK-2;45,00\n", { einheit: "euro" })
    expect(faults(odd)).toEqual([["B2", "ist kein Vielfaches des Pfands von 30,00\u00a0€"]])
    const pieces = rawBook({
      sheets: { a: `${rowXml(["Werte"])}${rowXml(["Kunde", "FASS"])}${rowXml(["K-2", 3])}` },
      formats: ["0"],
    })
    for (const [what, fields] of [
      [pieces, {}],
      ["Kunde;Artikel;Saldo\nK-2;FASS;3,00\n", {}],
      ["Kunde;Artikel;Menge\nK-2;FASS;3,00\n", { einheit: "stueck" }],
    ] as const)
      expect((await show("anfangsbestaende", what, fields)).fragen).toHaveLength("einheit" in fields ? 0 : 1)
  })

  test("have the sign that the side of an account says", async () => {
    await take("anfangsbestaende", "Kunde;Artikel;Menge;S/H\nK-1;FASS;5;S\nK-2;FASS;2;H\n")
    expect([await bestand(0), await bestand(1)]).toEqual([{ FASS: 5 }, { FASS: -2 }])
    for (const [soll, haben] of [
      ["Forderung", "Guthaben"],
      ["Kunde schuldet", "Wir schulden"],
      ["zu unseren Gunsten", "zu Ihren Gunsten"],
    ]) {
      const { liste } = await show(
        "anfangsbestaende",
        `Kunde;Artikel;Menge;Art\nK-1;KASTEN;5;${soll}\nK-2;KASTEN;2;${haben}\n`,
        { liste: "ja" },
      )
      expect(liste.map(({ name }: any) => name)).toEqual(["5 × KASTEN", "-2 × KASTEN"])
    }
  })

  test("are no movements: what came back is refused, whatever the column is called", async () => {
    for (const [heading, out, back] of [
      ["Art", "Ausgabe", "Rücknahme"],
      ["Vorgang", "Lieferschein 17", "Leergutrückgabe"],
      ["Buchungsart", "Zugang", "Abgang"],
      ["Typ", "Anfangsbestand", "Retoure"],
    ]) {
      const list = `Kunde;Artikel;Menge;${heading}\nK-1;FASS;5;${out}\nK-2;FASS;2;${back}\n`
      expect(faults(await show("anfangsbestaende", list))).toEqual([
        ["D3", expect.stringMatching(/^ist eine Bewegung: /)],
      ])
    }
    expect((await show("anfangsbestaende", "Kunde;Artikel;Menge\nK-1;FASS;5\n")).fehler).toEqual([])
  })

  test("beside a value of the other side, or another deposit, or a number of pieces in one, are told", async () => {
    const told = async (heading: string, cell: string) =>
      (await show("anfangsbestaende", `Kunde;Artikel;Menge;${heading}\nK-1;FASS;5;${cell}\n`)).hinweise
    expect(await told("Wert", "150,00 S")).toEqual([])
    expect(await told("Wert", "150,00 H")).toEqual([expect.stringMatching(/150,00.€ statt -150,00.€/)])
    expect(await told("Pfandpreis", "30,00")).toEqual([])
    expect(await told("Pfandpreis", "150,00")).toEqual([])
    expect(await told("Pfandpreis", "25,21")).toEqual([
      expect.stringMatching(
        /^Unter „Pfandpreis“ steht in einer Zeile etwas anderes als .* 25,21.€ statt 30,00.€/,
      ),
    ])
    expect(await told("Zurückgegeben", "3")).toEqual([
      "Unter „Zurückgegeben“ stehen Zahlen, die nicht gelesen werden: etwa 3 (Zeile 2). Sind sie von „Menge“ schon abgezogen?",
    ])
    expect(await told("Rücknahme", "0")).toEqual([])
    const net = "Kunde;Artikel;Bestand;Rücknahme\nK-1;FASS;5;3\n"
    expect((await show("anfangsbestaende", net)).hinweise).toEqual([])
    expect(await told("Faktor", "1")).toEqual([])
    expect(await told("Faktor", "20")).toEqual([expect.stringMatching(/^Unter „Faktor“ steht etwa 20: /)])
    const cents = await show(
      "anfangsbestaende",
      "Kunde;Artikel;Menge;Pfand je Stück in ct\nK-1;FASS;5;2521\n",
    )
    expect(cents.pfand_cent).toBe(5 * 2521)
  })

  test("are not read where three decimals of another language look like thousands", async () => {
    const unclear = expect.stringContaining("ist nicht eindeutig: bitte 12 oder 12000 schreiben")
    for (const [rows, told] of [
      ["K-1;FASS;12.000\nK-2;FASS;3.000\n", 2],
      ["K-1;FASS;12.000\nK-2;FASS;0.000\n", 1],
      ["K-1;FASS;12.000\nK-2;FASS;3\n", 0],
      ["K-1;FASS;1.000\n", 0],
    ] as const) {
      const found = faults(await show("anfangsbestaende", `Kunde;Artikel;Menge\n${rows}`))
      expect([rows, found.length, found[0]?.[1]]).toEqual([rows, told, told > 0 ? unclear : undefined])
    }
    expect(faults(await show("anfangsbestaende", "Kunde;FASS\nK-1;12.000\nK-2;3.000\n"))).toHaveLength(2)
  })

  test("of other units than pieces are told", async () => {
    const { hinweise } = await show(
      "anfangsbestaende",
      "Kunde;Artikel;Menge;Einheit\nK-1;FASS;5;Stk\nK-2;FASS;2;Palette\n",
    )
    expect(hinweise).toContainEqual(
      expect.stringMatching(/^Unter „Einheit“ steht nicht nur Stück: Palette\./),
    )
  })

  test("have their headings assigned to articles by hand, and remembered", async () => {
    const table = "Nummer;Fässer 50;FLASCHE;Bemerkung\nK-1;2;;x\n"
    const zuordnung = JSON.stringify({ "Fässer 50": "artikel:FASS", FLASCHE: null })
    expect((await take("anfangsbestaende", table, { zuordnung })).angelegt).toBe(1)
    expect(await bestand(0)).toEqual({ FASS: 2 })
    expect((await show("anfangsbestaende", table)).unveraendert).toBe(1)
  })

  test("lie the other way as well: customers side by side, articles below each other", async () => {
    const table = "Artikel;K-1;K-2 Gasthaus 2;Fremd;Gesamt\nFASS;3;(2);;1\nKästen Bier;;4;7;4\nSumme;3;2;7;\n"
    const shown = await show("anfangsbestaende", table)
    expect([faults(shown), shown.neu, shown.spalten.map(({ feld }: any) => feld)]).toEqual([
      [],
      3,
      ["artikel", "kunde:K-1", "kunde:K-2", null, "gesamt"],
    ])
    expect(shown.hinweise.slice(1)).toEqual([
      "Die Kunden stehen nebeneinander: K-1 = Gasthaus 1 (K-1), K-2 Gasthaus 2 = Gasthaus 2 (K-2)",
      "Spalten mit Zahlen, die kein Kunde der Firma sind und nicht übernommen werden: Fremd (7 in 1 Zeile)",
    ])
    const zuordnung = JSON.stringify({ "K-1": null, Fremd: "kunde:K-1" })
    expect((await take("anfangsbestaende", table, { zuordnung })).angelegt).toBe(3)
    expect([await bestand(0), await bestand(1)]).toEqual([
      { FLASCHE: 140, KASTEN: 7 },
      { FASS: -2, FLASCHE: 80, KASTEN: 4 },
    ])
  })

  test("of crates at the deposit of a crate leave each part its own", async () => {
    const table = "Kunde;Artikel;Menge;Pfand je Stück\nK-1;BIER;2;3,10\n"
    expect((await take("anfangsbestaende", table)).ausgefuehrt).toBe(true)
    const { artikel } = await get(`kunden/${hof.kunden[0]}/pfandkonto`)
    expect(artikel.map((one: any) => [one.nummer, one.bestand, one.wert_cent])).toEqual(
      expect.arrayContaining([
        ["FLASCHE", 40, 320],
        ["KASTEN", 2, 300],
      ]),
    )
  })

  test("are known by what stands below their corner, and named where no heading is known", async () => {
    const of = async (table: string) => {
      const { spalten, hinweise, fragen, ...shown } = await show("anfangsbestaende", table)
      return [spalten.map(({ feld }: any) => feld), hinweise.at(-1), faults(shown).length + fragen.length]
    }
    const across = ["artikel", "kunde:K-1", "gesamt"]
    expect(await of("Zeilenbeschriftungen;Gasthaus 1;Gesamtergebnis\nFASS;3;3\nFLASCHE;1;1\n")).toEqual([
      across,
      expect.stringMatching(/^Die Kunden/),
      0,
    ])
    expect(await of(";FASS;FLASCHE\nGasthaus 1;3;\nK-2;;1\n")).toEqual([
      ["artikel:FASS", "artikel:FLASCHE"],
      expect.stringMatching(/^Die Artikel/),
      0,
    ])
    // Others that stand there too are nobody's row.
    expect((await of("Nummer;Zentrale;FASS\nK-1;K-2;3\n"))[0]).toEqual(["kunde", null, "artikel:FASS"])
    expect((await of("FASS;Zentrale;Kunde\n3;K-2;K-1\n"))[0]).toEqual(["artikel:FASS", null, "kunde"])
    expect((await of("Kunde;4006380010017 Artikel FASS;4006380010017 Korb\nK-1;3;2\n"))[0]).toEqual([
      "kunde",
      "artikel:FASS",
      null,
    ])
    for (const line of [";;1,50 €;0,08", "Pfandpreis;;1,50;0,08", ";;FASS;FLASCHE"]) {
      const [, hint, count] = await of(
        `;;FASS;FLASCHE\n${line}\nK-1 Gasthaus 1;;3;2\nGasthaus 2 (K-2);;1;\nSumme;;4;2\n`,
      )
      expect([line, hint, count]).toEqual([line, expect.stringMatching(/^Die Artikel/), 0])
    }
    const alpha = await of("Artikel;Alpha;Beta\nFASS;3;1\n")
    expect(alpha[1]).toMatch(/^Keine Spalte ist ein Kunde der Firma: Alpha \(3 in 1 Zeile\), Beta/)
    expect((await of("Kunde;XX\nK-1;3\n"))[1]).toMatch(/^Keine Spalte ist ein Artikel der Firma: XX/)
    expect(faults(await show("anfangsbestaende", "Artikel;K-1;K-2\nNIX;1;2\n"))).toEqual([
      ["A2", expect.stringContaining("ist kein Artikel der Firma")],
    ])
  })

  test("of more than a request takes are a job's", async () => {
    const rows = Array.from({ length: 2600 }, () => "K-1;1;1\n").join("")
    const { status, body } = await send("anfangsbestaende", `Kunde;FLASCHE;FASS\n${rows}`)
    expect([status, body.errors[0].msg]).toEqual([400, "hat mehr als 5000 Einträge in ihren Zeilen"])
  })
})

describe("rows of totals", () => {
  const head = "Kunde;Artikel;Stück;Pfandwert\n"
  const hints = async (rows: string) =>
    (await show("anfangsbestaende", head + rows)).hinweise.filter((one: string) => one.includes("nennt"))

  test("are compared with the rows, by groups, and told where they are others", async () => {
    const [one, other] = ["K-1;FLASCHE;5;0,40", "K-2;FLASCHE;10;0,80"]
    expect(await hints(`${one}\n${other}\nSumme;;15;1,20\n`)).toEqual([])
    expect(
      await hints(`${one}\nZwischensumme;;5;\n${other}\nZwischensumme;;10;\nGesamt;;15;1,20 €\n`),
    ).toEqual([])
    expect(await hints(`Summe;;15;\n${one}\n${other}\n`)).toEqual([])
    const above = `Zwischensumme;;5;\n${one}\nZwischensumme;;10;\n${other}\n`
    expect(await hints(above)).toEqual([])
    expect(await hints(`${one}\nZwischensumme;;6;\n${other}\nSumme;;1.200;1,20\n3 Posten;;;\n`)).toEqual([
      "Die Summe in Zeile 3 nennt unter „Stück“ 6, die Zeilen der Tabelle ergeben 5. Stimmen die Zeilen?",
      "Die Summe in Zeile 5 nennt unter „Stück“ 1.200, die Zeilen der Tabelle ergeben 15. Stimmen die Zeilen?",
      "Die Summe in Zeile 6 nennt 3 Posten, die Zeilen der Tabelle ergeben 2 Posten. Stimmen die Zeilen?",
    ])
  })

  test("of articles side by side are compared column by column, below zero too", async () => {
    const pivot = (sum: string) =>
      show("anfangsbestaende", `Kunde;FLASCHE;FASS\nK-1;(2);1\nK-2;5;-\nSumme;${sum}\n`)
    const told = async (sum: string) =>
      (await pivot(sum)).hinweise.filter((one: string) => one.includes("nennt"))
    expect(await told("3;1")).toEqual([])
    expect(await told("3-;2")).toEqual([
      "Die Summe in Zeile 4 nennt unter „FLASCHE“ -3, die Zeilen der Tabelle ergeben 3. Stimmen die Zeilen?",
      "Die Summe in Zeile 4 nennt unter „FASS“ 2, die Zeilen der Tabelle ergeben 1. Stimmen die Zeilen?",
    ])
  })
})

const FORMS = [
  ..."gGmbH GesmbH Ges.m.b.H. mbH UG AG KGaA OHG OG GbR PartG SE eG Ltd. Limited Inc. Sarl S.A. B.V.".split(
    " ",
  ),
  "UG (haftungsbeschränkt)",
  "e. Kfr.",
  "e. V.",
  "u. Co. KG",
  "Betriebsgesellschaft",
]

describe("rows that are likely there already", () => {
  const first =
    "Nummer;Name;Straße;PLZ;E-Mail\n101;Café Größl;Am Sande 1;21335;\n102;Adler;Gasse 2;29221;a@x.example\n"
  const repaired =
    "Nummer;Name;Straße;PLZ;E-Mail\n00101;Cafe Grossl;Am Sande 1;21335;\n00102;Neuer Adler;Weg 1;10115;A@x.example\n" +
    "00103;Adler;Anderswo 9;80331;\n00104;Krone;Markt 1;21335;\n00105;KRONE;Markt 1a;21335;\n00106;Adler;Hofweg 7;29221;\n"
  const numbers = async () =>
    (await get("kunden?sort=kundennummer&limit=200")).items.map((k: any) => k.kundennummer)
  beforeEach(async () => {
    await take("kunden", first)
  })

  test("are told with their number before the name, as well", async () => {
    await take("kunden", "Nummer;Name;Straße;PLZ\n1001;Adler;Weg 1;21335\n")
    const { doppelte } = await show("kunden", "Name;Straße;PLZ\n1001 Adler;Weg 1;21335\nBär;Weg 1;21335\n")
    expect(doppelte.map(({ name, gleich }: any) => [name, gleich])).toEqual([
      ["1001 Adler", ["Anschrift und ähnlicher Name"]],
    ])
  })

  test("are told beside what is there, and wait for an answer where somebody wants to be asked", async () => {
    const asked = await take("kunden", repaired, { doppelte: "{}" })
    expect([asked.ausgefuehrt, asked.fehlerzahl, asked.doppelte_zahl, asked.doppelte_offen]).toEqual([
      false,
      0,
      3,
      3,
    ])
    expect(
      asked.doppelte.map(({ zeile, gleich, mit, antworten }: any) => [
        zeile,
        gleich,
        mit.map((one: any) => one.nummer),
        antworten.length,
      ]),
    ).toEqual([
      [2, ["Name und ähnliche Anschrift"], ["101"], 3],
      [3, ["E-Mail"], ["102"], 3],
      [6, ["Name und ähnliche Anschrift"], ["00104"], 2],
    ])
    expect(await numbers()).toEqual(["101", "102", "K-1", "K-2"])
    const half = await take("kunden", repaired, {
      doppelte: JSON.stringify({ 2: "dieselbe", 6: "auslassen" }),
    })
    expect([half.ausgefuehrt, half.doppelte_offen]).toEqual([false, 1])
  })

  test("are so with another legal form as well, or without one", async () => {
    await take(
      "kunden",
      "Nr;Name;PLZ;Straße\nR-1;Linde GmbH & Co. KG;21335;Weg 1\nR-2;Lindenhof;21335;Weg 1\n",
    )
    const names = [
      "Linde",
      "Fa. Linde",
      "Linde e. K.",
      "Linde Betriebs-GmbH",
      "Linde, Inh. Max Ott",
      ...FORMS.map((form) => `Linde ${form}`),
      "Lind KG",
    ]
    const rows = names.map((name, i) => `R-${i + 3};${name};21335;Weg 2\n`).join("")
    const { doppelte } = await show("kunden", `Nr;Name;PLZ;Straße\n${rows}`)
    expect(doppelte.map(({ name }: any) => name)).toEqual(names.slice(0, -1))
    expect(doppelte[0]).toMatchObject({
      gleich: ["Name ohne Rechtsform und ähnliche Anschrift"],
      mit: [{ nummer: "R-1" }],
    })
    expect((await show("kunden", "Nr;Name;PLZ;Straße\nR-9;Linde;21335;Ring 1\n")).doppelte).toEqual([])
    await take("kunden", "Nr;Name;PLZ;Straße;Telefon\nW-1;Erika Lindner;29221;Ring 4;05141 123456\n")
    await take("kunden", "Nr;Name;PLZ;Straße;Land\nW-0;Piwiarnia Żubr;00-950;Długa 5;Polen\n")
    await take("kunden", "Nr;Name;PLZ;Straße;Land;Telefon\nW-11;Gasthof Inn;6020;Innweg 4;AT;0512 582390\n")
    const others = [
      // As it is dialled in Austria, whose customer it is.
      ["W-12;Almwirt;;;+43 512 582390", "Telefon"],
      ["W-13;Almwirt;;;0512 582390", undefined],
      ["W-10;Piwiarnia Zubra;PL 00-950;Długa 5;", "Anschrift und ähnlicher Name"],
      ["W-2;Lindner,  Erika;29221;Ring 4;", "Anschrift und ähnlicher Name"],
      ["W-3;Erika Lidner;29221;Ring 4;", "Anschrift und ähnlicher Name"],
      ["W-4;Gasthof Ring;29221;Ring 4;+49 5141/123456", "Telefon"],
      ["W-8;Gasthof Ring;29221;Ring 4;49 5141 123456", "Telefon"],
      ["W-9;Gasthof Ring;29221;Ring 4;0171 5550001 / 05141 123456", "Telefon"],
      ["W-5;Lindner Erika;;;", "Name in anderer Schreibweise"],
      ["W-6;Filiale Nord;21335;Allee 1;05141 123456", undefined],
      ["W-7;Erika Lidner;29221;Ring 5;", undefined],
    ] as const
    for (const [row, sign] of others) {
      const found = (await show("kunden", `Nr;Name;PLZ;Straße;Telefon\n${row}\n`)).doppelte
      expect([row, found.flatMap(({ gleich }: any) => gleich)]).toEqual([row, sign ? [sign] : []])
    }
  })

  test("become what was answered: the same with another number, left out, or new", async () => {
    const doppelte = JSON.stringify({ "*": "dieselbe", 6: "auslassen", 3: "neu" })
    const shown = await show("kunden", repaired, { doppelte })
    expect(shown.aenderungen[0].felder).toContainEqual({ spalte: "Kundennummer", von: "101", nach: "00101" })
    const taken = await take("kunden", repaired, { doppelte, stand: shown.stand })
    expect([taken.ausgefuehrt, taken.neu, taken.geaendert, taken.ausgelassen]).toEqual([true, 4, 1, 1])
    expect(await numbers()).toEqual(["00101", "00102", "00103", "00104", "00106", "102", "K-1", "K-2"])
    const again = await take("kunden", repaired, { doppelte })
    expect([again.ausgefuehrt, again.neu, again.geaendert, again.ausgelassen]).toEqual([true, 0, 0, 1])
  })

  test("are made as ever, with a word, where the request does not know the question", async () => {
    const taken = await take("kunden", repaired)
    expect([taken.ausgefuehrt, taken.neu, taken.hinweise[0]]).toEqual([
      true,
      6,
      "3 Zeilen gibt es vielleicht schon (siehe doppelte); ohne Antwort wurden sie neu angelegt",
    ])
  })

  test("are numbers in other capitals, or with foreign letters that look the same; theirs stays", async () => {
    const eule = "Nr;Name;Ort\nA-100;Eule;Celle\n"
    // The second begins with a Cyrillic letter.
    const others = `${eule.replace("A-100;Eule", "a-100;Bär")}\u0410-100;Chor;Ulm\n`
    const gleich = ["Nummer, nur anders geschrieben"]
    expect((await show("kunden", eule + "a-100;Bär;Bonn\n")).doppelte).toMatchObject([{ zeile: 3, gleich }])
    await take("kunden", eule)
    const shown = await show("kunden", others)
    expect(shown.doppelte).toMatchObject([
      { zeile: 2, gleich, mit: [{ nummer: "A-100", zeile: null }] },
      { zeile: 3, gleich, mit: [{ nummer: "A-100" }, { nummer: "a-100", zeile: 2 }] },
    ])
    expect(shown.hinweise.join()).toContain("wie lateinische aussehen. Ist das gemeint? \u0410-100")
    const answers = { doppelte: '{"2":"dieselbe","3":"auslassen"}', vorhandene: "aendern" }
    const { aenderungen } = await take("kunden", others, answers)
    expect(aenderungen).toMatchObject([{ nummer: "A-100", felder: [{ nach: "Bär" }] }])
    // Cyrillic and small, as a name, and Greek: whatever is there is found.
    const there = ["\u0430-200", "B-Ost", "\u0392-300"]
    const table = (own: string[], of: string) =>
      `Nr;Name;Ort\n${own.map((nr, i) => `${nr};${of} ${"ABC"[i]};Celle\n`).join("")}`
    await take("kunden", table(there, "Gasthof"))
    const { doppelte } = await show("kunden", table(["A-200", "B-OST", "B-300"], "Kantine"))
    expect(doppelte).toMatchObject(there.map((nummer) => ({ gleich, mit: [{ nummer }] })))
  })

  test("are asked about in answers that can be read", async () => {
    for (const doppelte of ["[]", "x", '{"2":"vielleicht"}', '{"zwei":"neu"}'])
      expect((await send("kunden", repaired, { doppelte })).status).toBe(400)
  })

  test("are devices with the same serial number, and articles with the same name or barcode", async () => {
    await take("geraete", "Nummer;Bezeichnung;Seriennummer;Barcode\nZ-1;Kühler;SN 4;4711\n")
    const devices = await take(
      "geraete",
      "Nummer;Bezeichnung;Seriennummer;Barcode\n0Z-1;Kühler;SN 4;4711\nZ-3;Kühler;SN 9;\nZ-4;Kühler;SN 9;\n",
      { doppelte: '{"*":"dieselbe","4":"neu"}' },
    )
    expect([devices.ausgefuehrt, devices.geaendert, devices.doppelte.map((d: any) => d.gleich)]).toEqual([
      true,
      1,
      [["Seriennummer", "Barcode"], ["Seriennummer"]],
    ])
    const artikel = await show("pfandartikel", "Nummer;Bezeichnung;Pfand\nFASS50;ARTIKEL fass;30,00\n", {
      doppelte: "{}",
    })
    expect([artikel.doppelte_offen, artikel.doppelte[0].mit[0].nummer]).toEqual([1, "FASS"])
  })
})

describe("every row of a table", () => {
  test("is listed with what becomes of it, and afterwards with its record", async () => {
    await take("kunden", "Nummer;Name;Ort\n1;Adler;Celle\n2;Bär;\n")
    const table = "Nummer;Name;Ort\n1;Adler;Soltau\n2;Bär;\n3;Clown;\n"
    const said = ({ liste }: any) =>
      liste.map(({ zeile, art, id, felder }: any) => [zeile, art, id !== null, felder])
    const changed = [{ spalte: "Ort", von: "Celle", nach: "Soltau" }]
    const shown = await show("kunden", table, { liste: "ja" })
    expect(said(shown)).toEqual([
      [2, "geaendert", true, changed],
      [3, "unveraendert", true, []],
      [4, "neu", false, []],
    ])
    const taken = await take("kunden", table, { liste: "ja", stand: shown.stand })
    expect(said(taken)).toEqual([
      [2, "geaendert", true, changed],
      [3, "unveraendert", true, []],
      [4, "neu", true, []],
    ])
    expect((await get(`kunden/${taken.liste[2].id}`)).name).toBe("Clown")
    expect((await show("kunden", table)).liste).toEqual([])
  })

  test("is asked for by a form that uses every field there is", async () => {
    const all = { id: Bun.randomUUIDv7(), verborgene: "weglassen", stichtag: "2026-01-01", zuordnung: "{}" }
    const table = xlsx(["Name"], ["Voller Bogen"])
    const { stand, blatt } = await show("kunden", table, { ...all, doppelte: "{}", liste: "ja" })
    const taken = await send("kunden", table, {
      ...all,
      doppelte: "{}",
      liste: "ja",
      blatt,
      stand,
      ausfuehren: "ja",
    })
    expect([taken.status, taken.body.angelegt]).toEqual([200, 1])
  })

  test("of articles and devices says barcode and serial number", async () => {
    const device = "Nummer;Bezeichnung;Seriennummer;Barcode\nG-9;Kühler;SN 9;4711\n"
    const [geraet] = (await take("geraete", device, { liste: "ja" })).liste
    expect(geraet.angaben).toEqual(expect.arrayContaining(["Seriennummer SN 9", "Barcode 4711"]))
    const article = "Nummer;Bezeichnung;Pfand;Barcode\nKEG;Keg;30,00;4006380010017\n"
    const [artikel] = (await take("pfandartikel", article, { liste: "ja" })).liste
    expect([artikel.angaben, artikel.id]).toEqual([
      expect.arrayContaining(["Barcode 4006380010017"]),
      (await get("pfandartikel?q=KEG")).items[0].id,
    ])
  })
})

/** @returns whether the index of searches has the word in its file, and not only if it can be found; it has to be whole */
function inSearchFile(word: string): boolean {
  using db = new Database(join(app.dir, "pfandwerk.db"))
  db.run("PRAGMA busy_timeout = 5000")
  db.run("INSERT INTO kunden_suche (kunden_suche, rank) VALUES ('integrity-check', 1)")
  const { v } = db.query("SELECT v FROM kunden_suche_config WHERE k = 'secure-delete'").get() as { v: number }
  expect(v).toBe(1)
  const blocks = db.query("SELECT 1 FROM kunden_suche_data WHERE instr(block, CAST(? AS BLOB)) > 0")
  return blocks.all(word).length > 0
}

describe("an import that is done", () => {
  const back = async (id: string) =>
    (await app.call("POST", `/api/einrichtung/uebernahmen/${id}/ruecknahme`, { token: hof.admin.token })).body
  const taken = async (what: string, table: string) => {
    const id = Bun.randomUUIDv7()
    expect((await take(what, table, { id })).ausgefuehrt).toBe(true)
    return id
  }

  test("keeps devices and accounts that somebody has changed since", async () => {
    const order = (method: "PATCH" | "PUT" | "POST", path: string, body: object) =>
      app.call(method, `/api/${path}`, { token: hof.admin.token, body })
    const devices = await taken("geraete", "Nummer;Bezeichnung\nR-1;Notiz\nR-2;Plan\nR-3;Geht\n")
    const geraete = (await get("geraete?sort=geraetenummer")).items
    const geraet = (number: string) => geraete.find((one: any) => one.geraetenummer === number).id
    const plan = { intervall: 24, intervall_in: "monate", naechste: "2090-01-01" }
    expect((await order("PATCH", `geraete/${geraet("R-1")}`, { notiz: "vom Kollegen" })).status).toBe(200)
    expect((await order("PUT", `geraete/${geraet("R-2")}/pruefplaene/tuev`, plan)).status).toBe(200)
    expect((await back(devices)).geblieben.map(({ name }: any) => name).toSorted()).toEqual([
      "Notiz (R-1)",
      "Plan (R-2)",
    ])
    const staff = await taken(
      "mitarbeiter",
      "Name;E-Mail;Rolle\nEva;eva@x.example;Büro\nOtto;otto@x.example;Büro\nUwe;uwe@x.example;Büro\n",
    )
    const accounts = (await get("mitarbeiter?limit=100")).items
    const account = (name: string) => accounts.find((one: any) => one.name === name).id
    await order("PATCH", `mitarbeiter/${account("Eva")}`, { rolle: "admin" })
    await order("POST", `mitarbeiter/${account("Otto")}/passwort`, { password: "Leergut-Otto-77!x" })
    expect((await back(staff)).geblieben.map(({ name }: any) => name).toSorted()).toEqual(["Eva", "Otto"])
  })

  test("is taken back after a later one was, which had changed the same", async () => {
    const changing = { vorhandene: "aendern" }
    const first = await taken("kunden", "Nummer;Name\nL-1;Erst\nL-2;Bleibt\n")
    const ids = [Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const
    await take("kunden", "Nummer;Name\nL-1;Dann\n", { ...changing, id: ids[0] })
    await take("kunden", "Nummer;Name\nL-1;Zuletzt\n", { ...changing, id: ids[1] })
    const [bleibt] = (await get("kunden?q=L-2")).items
    await app.call("PATCH", `/api/kunden/${bleibt.id}`, { token: hof.admin.token, body: { notiz: "x" } })
    for (const [id, name] of [
      [ids[1], "Dann"],
      [ids[0], "Erst"],
    ] as const) {
      expect(await back(id)).toMatchObject({ zurueckgenommen: 1, geblieben: [] })
      expect((await get("kunden?q=L-1")).items[0].name).toBe(name)
    }
    expect((await back(first)).geblieben.map(({ name }: any) => name)).toEqual(["Bleibt"])
    expect((await get("kunden?q=L-1")).items).toEqual([])
  })

  test("is taken back after later ones were: a Gebinde whose parts they changed, and a device that they moved", async () => {
    const changing = { vorhandene: "aendern" }
    const inRow = async (what: string, tables: string[]) => {
      const ids = tables.map(() => Bun.randomUUIDv7())
      for (const [nr, id] of ids.entries())
        expect((await take(what, tables[nr]!, { ...changing, id })).ausgefuehrt).toBe(true)
      return ids.toReversed()
    }
    const articles = async () =>
      (await get("pfandartikel?limit=200")).items
        .filter(({ nummer }: any) => nummer.startsWith("Z-"))
        .map((one: any) => [one.bezeichnung, one.pfand_cent, one.bestandteile.map((part: any) => part.menge)])
    const head = "Nummer;Bezeichnung;Pfand;Bestandteile\n"
    const [third = "", second = "", first = "", before = ""] = await inRow("pfandartikel", [
      `${head}Z-F;Flasche;0,08;\nZ-G;Glas;0,15;\nZ-K;Kasten;;20 × Z-F\n`,
      // Only a part: the Gebinde changes with it.
      `${head}Z-F;Flasche;0,09;\n`,
      `${head}Z-F;Flasche;0,10;\nZ-K;Kasten;;20 × Z-F, 2 × Z-G\n`,
      `${head}Z-F;Flasche;0,12;\nZ-K;Träger;;10 × Z-F, 1 × Z-G\n`,
    ])
    expect(await articles()).toContainEqual(["Träger", 135, [10, 1]])
    for (const [id, zurueckgenommen, kasten] of [
      [third, 2, ["Kasten", 230, [20, 2]]],
      [second, 2, ["Kasten", 180, [20]]],
      [first, 1, ["Kasten", 160, [20]]],
    ] as const) {
      expect(await back(id)).toMatchObject({ zurueckgenommen, geblieben: [] })
      expect(await articles()).toContainEqual(kasten)
    }
    // What had another deposit is kept, as deposits are.
    const { geblieben } = await back(before)
    expect(geblieben.map(({ name, grund }: any) => [name, /früheres Pfand/.test(grund)])).toEqual([
      ["Kasten", true],
      ["Flasche", true],
    ])
    const [moved = "", tested = "", made = ""] = await inRow("geraete", [
      "Nummer;Bezeichnung;TÜV alle;TÜV zuletzt\nZ-1;Kühler;24 Monate;01.03.2024\n",
      "Nummer;Bezeichnung;TÜV alle;TÜV zuletzt\nZ-1;Truhe;12 Monate;01.03.2025\n",
      "Nummer;Bezeichnung;Kundennummer;TÜV alle;TÜV zuletzt\nZ-1;Ofen;K-1;6 Monate;01.03.2026\n",
    ])
    const device = async () => {
      const [{ id, bezeichnung }] = (await get("geraete?q=Z-1")).items
      const [{ intervall, letzte }] = (await get(`geraete/${id}/pruefplaene`)).items
      return [bezeichnung, intervall, letzte]
    }
    expect((await back(moved)).geblieben[0].grund).toContain("wo es ist")
    expect(await device()).toEqual(["Truhe", 12, "2025-03-01"])
    expect(await back(tested)).toMatchObject({ zurueckgenommen: 1, geblieben: [] })
    expect(await device()).toEqual(["Kühler", 24, "2024-03-01"])
    expect((await back(made)).geblieben[0].grund).toContain("schon gearbeitet")
  })

  test("is listed beside others of its kind alone, and what is older when it is asked for", async () => {
    const devices = [
      await taken("geraete", "Nummer;Bezeichnung\nA-1;Kühler\n"),
      await taken("geraete", "Nummer;Bezeichnung\nA-2;Kühler\n"),
    ].toReversed()
    await taken("kunden", "Nummer;Name\nA-3;Gasthaus\n")
    const listed = async (more: string) => {
      const { items, weitere } = await get(`einrichtung/uebernahmen?art=geraete${more}`)
      return [items.map(({ id }: any) => id), weitere]
    }
    expect(await listed("&limit=1")).toEqual([devices.slice(0, 1), true])
    expect((await listed(""))[0].slice(0, 2)).toEqual(devices)
    expect((await listed("&limit=1000"))[1]).toBe(false)
  })

  test("takes devices back from the customer they were imported at, and from nobody who got them since", async () => {
    const [one, other] = hof.kunden
    const id = await taken(
      "geraete",
      "Nummer;Bezeichnung;Kundennummer\nW-1;Noch da;K-1\nW-2;Weiter;K-1\nW-3;Zurück;K-1\n",
    )
    const { items } = await get("geraete?q=W-&sort=geraetenummer")
    const move = async (geraet_id: string, kunde_id: string, art: string): Promise<void> => {
      const body = { kunde_id, positionen: [{ geraet_id, art, menge: 1 }] }
      expect((await app.call("POST", "/api/pfandbuchungen", { token: hof.admin.token, body })).status).toBe(
        201,
      )
    }
    await move(items[1].id, one, "ruecknahme")
    await move(items[1].id, other, "ausgabe")
    await move(items[2].id, one, "ruecknahme")
    const { geblieben } = await back(id)
    const inUse = expect.stringContaining("ist schon gearbeitet")
    expect(geblieben.map(({ name, grund }: any) => [name, grund]).toSorted()).toEqual([
      ["Noch da (W-1)", expect.stringContaining("Seine Buchung ist storniert")],
      ["Weiter (W-2)", inUse],
      ["Zurück (W-3)", inUse],
    ])
    const { items: after } = await get("geraete?q=W-&sort=geraetenummer")
    expect(after.map(({ status, kunde_id }: any) => [status, kunde_id])).toEqual([
      ["lager", null],
      ["beim_kunden", other],
      ["lager", null],
    ])
  })

  test("takes devices back that it booked as lost, so that their table can come again", async () => {
    const [one] = hof.kunden
    const head = "Nummer;Bezeichnung;Kundennummer;Pfand;Pfand beim Kunden;Status\n"
    const states = ["verloren", "ausgemustert", "in Wartung", "im Lager"]
    const table = head + states.map((status, i) => `V-${i};Kühler;K-1;50,00;50,00;${status}\n`).join("")
    const id = await taken("geraete", table)
    expect((await get(`kunden/${one}/pfandkonto`)).wert_cent).toBe(4 * 5000)
    expect((await back(id)).geblieben.map(({ grund }: any) => grund)).toEqual(
      Array(4).fill(expect.stringContaining("Seine Buchung ist storniert; das Gerät bleibt im Lager")),
    )
    expect(await get(`kunden/${one}/pfandkonto`)).toMatchObject({ wert_cent: 0, geraete: [] })
    const status = async () => (await get("geraete?q=V-&sort=geraetenummer")).items.map((g: any) => g.status)
    expect(await status()).toEqual(Array(4).fill("lager"))
    await taken("geraete", table)
    expect(await status()).toEqual(["verloren", "ausgemustert", "wartung", "lager"])
    expect((await get("pfandpruefung")).in_ordnung).toBe(true)
  })

  test("books a lost device's deposit once: never while it is open, and not where none is said", async () => {
    const head = "Nummer;Bezeichnung;Kundennummer;Pfand;Pfand beim Kunden;Status\n"
    const row = (paid: string, status: string, kunde = "K-1") =>
      `${head}V-1;Kühler;${kunde};50,00;${paid};${status}\n`
    expect(faults(await show("geraete", row("", "verloren")))).toEqual([
      ["F2", expect.stringMatching(/^passt nicht: ein Gerät mit .* unter „Pfand beim Kunden“ den Betrag/)],
    ])
    await taken("geraete", row("50,00", "verloren"))
    expect((await show("geraete", row("50,00", "verloren"))).unveraendert).toBe(1)
    const [{ id }] = (await get("geraete?q=V-1")).items
    const post = (path: string, body: object) =>
      app.call("POST", `/api/geraete/${id}/${path}`, { token: hof.admin.token, body })
    // It turns up: tables from before that are no longer right.
    expect((await post("status", { status: "lager" })).status).toBe(200)
    const twice = [["C2", expect.stringContaining("Gebucht wird es kein zweites Mal")]]
    for (const status of ["verloren", "beim Kunden", ""])
      expect([status, faults(await show("geraete", row("50,00", status)))]).toEqual([status, twice])
    expect((await show("geraete", row("50,00", "im Lager"))).unveraendert).toBe(1)
    await post("ausgabe", { kunde_id: hof.kunden[1] })
    // Lost once more, by somebody else: it is open at both.
    for (const status of ["verloren", "lager"]) await post("status", { status })
    for (const kunde of ["K-1", "K-2"])
      expect([kunde, faults(await show("geraete", row("50,00", "verloren", kunde)))]).toEqual([kunde, twice])
    await post("ausgabe", { kunde_id: hof.kunden[1] })
    expect(faults(await show("geraete", row("50,00", "beim Kunden")))).toEqual([
      ["C2", expect.stringContaining("ist ein anderer: das Gerät ist beim Kunden")],
    ])
  })

  test("is taken back: new customers go, changed ones are as before, and what followed is named", async () => {
    const id = await taken(
      "kunden",
      "Nummer;Name;Ort\nK-1;Umbenannt;Celle\nK-2;Gasthaus 2;\n8;Neu;\n9;Bleibt;\n10;Geht;\n",
    )
    const [bleibt] = (await get("kunden?q=bleibt")).items
    await app.call("PATCH", `/api/kunden/${bleibt.id}`, {
      token: hof.admin.token,
      body: { telefon: "04131 1" },
    })
    expect((await get("einrichtung/uebernahmen")).items).toMatchObject([{ id, art: "kunden", eintraege: 4 }])
    const done = await back(id)
    expect([done.zurueckgenommen, done.geblieben.map(({ name }: any) => name)]).toEqual([3, ["Bleibt"]])
    expect((await get("kunden?sort=kundennummer")).items.map((k: any) => [k.kundennummer, k.name])).toEqual([
      ["9", "Bleibt"],
      ["K-1", "Gasthaus 1"],
      ["K-2", "Gasthaus 2"],
    ])
    // What stays is told until it is gone, too.
    const left = { id: bleibt.id, name: "Bleibt", grund: "Seitdem ist etwas daran geändert" }
    expect((await get("einrichtung/uebernahmen")).items).toMatchObject([
      { id, eintraege: 4, geblieben_zahl: 1, geblieben: [left], ruecknahme: null },
    ])
    expect(await back(id)).toMatchObject({ zurueckgenommen: 0, geblieben: [left] })
    await app.call("DELETE", `/api/kunden/${bleibt.id}`, { token: hof.admin.token })
    expect(await back(id)).toMatchObject({ zurueckgenommen: 1, geblieben: [] })
    expect((await back(id)).error).toContain("schon zurückgenommen")
    expect((await get("einrichtung/uebernahmen")).items).toEqual([])
  })

  test("is taken back with the kind of a customer that another country changed, as the preview says", async () => {
    const kunde = async () => {
      const { art, land } = await get(`kunden/${hof.kunden[0]}`)
      return [art, land]
    }
    await take("kunden", "Nummer;Kundenart\nK-1;Behörde\n")
    const moved = "Nummer;Land\nK-1;AT\n"
    const [change] = (await show("kunden", moved)).aenderungen
    expect(change.felder).toContainEqual({ spalte: "Kundenart", von: "Behörde", nach: "Ausland" })
    const id = await taken("kunden", moved)
    expect(await kunde()).toEqual(["ausland", "AT"])
    await back(id)
    expect(await kunde()).toEqual(["behoerde", "DE"])
  })

  test("is taken back once when two people do it at once: the second reads who is at it", async () => {
    const id = await taken("kunden", "Nummer;Name\n8;Neu\n9;Auch neu\n")
    const both = await Promise.all([back(id), back(id)])
    expect(both.map(({ zurueckgenommen, error }: any) => zurueckgenommen ?? error).toSorted()).toEqual([
      2,
      expect.stringMatching(/^Diese Übernahme nimmt \S.* gerade zurück/),
    ])
  })

  test("is taken back by a job, which goes on after a kill and names what stays", async () => {
    const rows = Array.from({ length: 250 }, (_, i) => `V-${i};Viele ${i}`).join("\n")
    const id = await taken("kunden", `Nummer;Name\nK-1;Umbenannt\n${rows}\n`)
    const [bleibt] = (await get("kunden?q=V-77")).items
    const change = { token: hof.admin.token, body: { notiz: "x" } }
    await app.call("PATCH", `/api/kunden/${bleibt.id}`, change)
    const path = `/api/einrichtung/uebernahmen/${id}/ruecknahme`
    const order = (token: string, body: object = {}) => app.call("POST", `${path}/auftrag`, { token, body })
    expect((await order(hof.fahrer.token)).status).toBe(403)
    const job = { id: Bun.randomUUIDv7() }
    const { system, config } = app.deps
    expect((await order(hof.admin.token, job)).body).toMatchObject({
      status: "wartet",
      phase: "zuruecknehmen",
      gesamt: 251,
      ruecknahme: null,
    })
    expect([(await order(hof.admin.token)).status, (await back(id)).error]).toEqual([
      409,
      expect.stringMatching(/^Diese Übernahme nimmt \S.* gerade zurück/),
    ])
    const customers = async () => (await get("kunden?total=true&limit=1")).total
    const before = await customers()
    expect(inSearchFile("umbenannt")).toBeTrue()
    for (const patience of [0, 3, 5, Number.POSITIVE_INFINITY]) {
      let done = 0
      const commitFor = () => (work: () => never) => {
        if (done++ === patience) throw Object.assign(new Error("disk full"), { code: "SQLITE_FULL" })
        return system.write(work)
      }
      await doAuftraege({ system, config, log: silentLog, commitFor } as never).catch(() => {})
      if (patience !== 5) continue
      expect(await customers()).toBeWithin(before - 200, before - 30)
      const [half] = (await get("einrichtung/uebernahmen")).items
      expect(half.eintraege).toBe(251)
      expect(half.zurueckgenommen).toBeWithin(30, 200)
    }
    const end = await get(`einrichtung/auftraege/${job.id}`)
    const geblieben = [{ id: bleibt.id, name: "Viele 77", grund: "Seitdem ist etwas daran geändert" }]
    expect(end).toMatchObject({
      status: "fertig",
      erledigt: 251,
      ergebnis: null,
      ruecknahme: { zurueckgenommen: 250, geblieben_zahl: 1, geblieben },
    })
    expect(await customers()).toBe(before - 249)
    expect(inSearchFile("umbenannt")).toBeFalse()
    expect((await get("kunden?q=K-1")).items[0].name).toBe("Gasthaus 1")
    expect((await get("einrichtung/uebernahmen")).items).toMatchObject([
      { id, geblieben, ruecknahme: { auftrag_id: job.id, status: "fertig", erledigt: 251 } },
    ])
    expect((await order(hof.admin.token, job)).status).toBe(200)
  })

  test("of articles goes with its crates, and stays where something is booked", async () => {
    const id = await taken(
      "pfandartikel",
      "Nummer;Bezeichnung;Pfand;Bestandteile\nX-F;Flasche X;0,08;\nX-K;Kasten X;;20 × X-F\nX-Y;Fass X;30,00;\nFASS;;25,00;\n",
    )
    await take("anfangsbestaende", "Kunde;Artikel;Stück\nK-1;X-Y;1\n")
    const done = await back(id)
    expect([done.zurueckgenommen, done.geblieben.map(({ name }: any) => name)]).toEqual([3, ["Fass X"]])
    const left = (await get("pfandartikel?limit=200")).items
    expect(left.map(({ nummer }: any) => nummer)).not.toContain("X-K")
    expect(left.find(({ nummer }: any) => nummer === "FASS").pfand_cent).toBe(3000)
  })

  test("of devices goes from the yard, and comes back there from customers", async () => {
    const id = await taken(
      "geraete",
      "Nummer;Bezeichnung;Pfand;Kunde;TÜV alle;TÜV zuletzt\nD-1;Kühler;50,00;;24 Monate;01.03.2026\nD-2;Kühler;50,00;K-1;;\n",
    )
    const done = await back(id)
    expect([done.zurueckgenommen, done.geblieben.map(({ name }: any) => name)]).toEqual([1, ["Kühler (D-2)"]])
    expect((await get("geraete?q=D-1")).items).toEqual([])
    expect((await get("geraete?q=D-2")).items).toMatchObject([{ status: "lager", kunde_id: null }])
    expect((await get(`kunden/${hof.kunden[0]}/pfandkonto`)).wert_cent).toBe(0)
    const again = "Nummer;Bezeichnung;Pfand;Kunde\nD-2;Kühler;50,00;K-2\n"
    expect((await take("geraete", again)).ausgefuehrt).toBe(true)
  })

  test("of devices gives them their tests back as they were, unless somebody has changed them since", async () => {
    const head = "Nummer;Bezeichnung;TÜV alle;TÜV zuletzt;Eichung alle;Eichung zuletzt\n"
    await taken("geraete", `${head}P-1;Kühler;24 Monate;01.03.2024;;\nP-2;Kühler;24 Monate;01.03.2024;;\n`)
    const id = await taken(
      "geraete",
      `${head}P-1;Kühler;12 Monate;01.03.2026;24 Monate;01.02.2026\nP-2;Kühler;24 Monate;01.03.2026;;\n`,
    )
    const [one, two] = (await get("geraete?sort=geraetenummer")).items
      .filter(({ geraetenummer }: any) => geraetenummer.startsWith("P-"))
      .map(({ id: device }: any) => device)
    const plans = async (device: string) =>
      (await get(`geraete/${device}/pruefplaene`)).items.map((p: any) => [
        p.art,
        p.intervall,
        p.letzte,
        p.naechste,
      ])
    const plan = { intervall: 24, intervall_in: "monate", letzte: "2026-04-01" }
    const body = { token: hof.admin.token, body: plan }
    await app.call("PUT", `/api/geraete/${two}/pruefplaene/tuev`, body)
    const { zurueckgenommen, geblieben } = await back(id)
    expect([zurueckgenommen, geblieben]).toEqual([1, [expect.objectContaining({ name: "Kühler (P-2)" })]])
    expect(await plans(one)).toEqual([["tuev", 24, "2024-03-01", "2026-03-01"]])
    expect(await plans(two)).toEqual([["tuev", 24, "2026-04-01", "2028-04-01"]])
  })

  test("of accounts goes with them, and gives others back what they were", async () => {
    const id = await taken("mitarbeiter", "E-Mail;Name;Rolle\nneu@x.example;Neu;Fahrer\n")
    expect(await back(id)).toMatchObject({ zurueckgenommen: 1, geblieben_zahl: 0 })
    expect(JSON.stringify((await get("mitarbeiter")).items)).not.toContain("neu@x.example")
  })

  test("loses its former values with the erasure of a person; what it made can be taken back, and articles", async () => {
    const id = await taken("kunden", "Nummer;Name\nK-1;Anders\nK-7;Neu\n")
    const articles = await taken("pfandartikel", "Nummer;Bezeichnung\nFASS;Anders\n")
    await app.call("POST", `/api/kunden/${hof.kunden[1]}/loeschung`, { token: hof.admin.token, body: {} })
    expect(await back(id)).toMatchObject({
      zurueckgenommen: 1,
      geblieben: [{ name: "Anders", grund: expect.stringContaining("ist gelöscht") }],
    })
    expect(await back(articles)).toMatchObject({ zurueckgenommen: 1, geblieben: [] })
  })

  test("can lose its former values while it is taken back", async () => {
    const table = Array.from({ length: 40 }, (_, i) => `T-${i};Neu ${i}\n`).join("")
    await taken("kunden", `Nummer;Name\n${table}`)
    const id = await taken("kunden", `Nummer;Name\n${table.replaceAll("Neu", "Anders")}`)
    const { system } = app.deps
    const tenant = system.tenant(hof.id)
    const actor = { id: hof.admin.id, name: "A", rolle: "admin", tenant_id: hof.id } as const
    let left = 1
    const commit = async <T>(work: () => T): Promise<T> => {
      if (left-- === 0)
        await app.call("POST", `/api/kunden/${hof.kunden[1]}/loeschung`, { token: hof.admin.token, body: {} })
      return system.write(work)
    }
    await takeBackImport({ tenant, commit }, actor, imports.kunden.stored, id)
    expect(JSON.stringify(listPieces(tenant, id))).not.toContain("Neu")
  })
})
