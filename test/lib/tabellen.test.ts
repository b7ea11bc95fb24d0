import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createTestApp } from "../helpers/app.ts"
import { importForm } from "../helpers/import-form.ts"
import { type Yard, yard } from "../helpers/pfand.ts"
import { rawWorkbook, repeated, SHEET, xlsx } from "../helpers/workbook.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "tabellen")
})

async function send(what: string, content: string | Uint8Array, fields: Record<string, string> = {}) {
  const raw = importForm(content, fields)
  return app.call("POST", `/api/${what}/import`, { token: hof.admin.token, raw })
}
const kunden = async () =>
  (await app.call("GET", "/api/kunden?total=true&limit=1", { token: hof.admin.token })).body.total
const refusal = async (content: string | Uint8Array) => {
  const { status, body } = await send("kunden", content, { ausfuehren: "ja" })
  return [status, body.errors?.[0]?.path, body.errors?.[0]?.msg]
}

describe("a workbook of Excel", () => {
  test("is read as people see it: texts, numbers, dates, times, results of formulas", async () => {
    const sheet = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><r><t>Na</t></r><r><t>me</t></r><rPh><t>neimu</t></rPh></is></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c><c r="F2" t="s"><v>3</v></c></row>
      <row r="4"><c r="A4"><v>4711</v></c><c r="B4" t="str"><f>"Zur "&amp;"Post"</f><v>Zur Post</v></c><c r="C4" s="1"><v>1099</v></c><c r="D4" s="2"><v>0.33333333333333331</v></c><c r="F4" s="3"><v>46112</v></c><c r="XFD4" s="1"/></row>`
    const texts =
      "<si><t>Kundennummer</t></si><si><t>PLZ</t></si><si><t>Lieferzeit von</t></si><si><t>Notiz_x0021_</t></si>"
    const { body } = await send(
      "kunden",
      rawWorkbook({ sheet, texts, formats: ["General", "00000", "hh:mm", 'dd"."mm"."yyyy'] }),
      { ausfuehren: "ja" },
    )
    expect(body).toMatchObject({ ausgefuehrt: true, angelegt: 1, unbekannte_spalten: [] })
    const { items } = (await app.call("GET", "/api/kunden?q=4711", { token: hof.admin.token })).body
    expect(items).toMatchObject([
      { name: "Zur Post", plz: "01099", lieferzeit_von: "08:00", notiz: "31.03.2026" },
    ])
  })

  test("has amounts as numbers, of which three digits behind the comma are no thousands", async () => {
    const rows = [0.08, 3.1, 1234.5, 0.1 + 0.2, 1.234, -3].map((pfand, i) => [`X${i}`, `Flasche ${i}`, pfand])
    const { body } = await send("pfandartikel", xlsx(["Nummer", "Bezeichnung", "Pfand"], ...rows))
    expect(body.vorschau.map(({ nummer }: any) => nummer)).toEqual(["X0", "X1", "X2", "X3"])
    expect(body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])).toEqual([
      [6, "Pfand"],
      [7, "Pfand"],
    ])
    expect(body.fehler[0].msg).toBe("hat mehr als zwei Stellen nach dem Komma")
  })

  test("tells a formula without a result, and Excel's own faults, with row and column", async () => {
    const sheet = `<row r="1"><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Ort</t></is></c></row><row r="2"><c r="A2"><f>1+1</f></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>😀 Café</t></is></c><c r="B3" t="e"><f>X</f><v>#REF!</v></c></row>`
    const { body } = await send("kunden", rawWorkbook({ sheet }), { ausfuehren: "ja" })
    expect([body.ausgefuehrt, body.fehler.map(({ zeile, spalte }: any) => [zeile, spalte])]).toEqual([
      false,
      [
        [2, "Name"],
        [3, "Ort"],
      ],
    ])
    expect(body.fehler[0].msg).toContain("Formel ohne Ergebnis")
  })
})

describe("what is no table, or a trap, is told and stores nothing", () => {
  const book = xlsx(["Name"], ["Adler"])

  test.each<[string, () => string | Uint8Array, string]>([
    [
      "half a workbook",
      () => book.subarray(0, book.length / 2),
      "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
    ],
    [
      "a workbook without its very end",
      () => book.subarray(0, -10),
      "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
    ],
    [
      "a cell whose text was cut off",
      () =>
        rawWorkbook({
          sheet: '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>',
          texts: "<si><t>Name</t></si>",
        }),
      "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
    ],
    [
      "UTF-8 cut within a letter",
      () => Buffer.from("Name;Ort\nMüller;Celle\nAdler;Kö").subarray(0, -1),
      "hat in Zeile 3 ein Zeichen, das kein UTF-8 ist: sie ist beschädigt oder abgeschnitten. Bitte noch einmal als „CSV UTF-8“ speichern",
    ],
    [
      "UTF-8 with a mark, cut within a sign",
      () => Buffer.from("\ufeffName;Ort\nAdler;5 €").subarray(0, -1),
      "hat in Zeile 2 ein Zeichen, das kein UTF-8 ist: sie ist beschädigt oder abgeschnitten. Bitte noch einmal als „CSV UTF-8“ speichern",
    ],
    [
      "half a letter of Unicode text",
      () => Buffer.from("\ufeffName\tOrt\nMüller\tKöln", "utf16le").subarray(0, -1),
      "ist nur ein Teil einer Tabelle: das letzte Zeichen fehlt",
    ],
    [
      "a table that ends within quotes",
      () => 'Name;Ort\nAdler;"Cel',
      "hat in Zeile 2 Anführungszeichen, die nicht geschlossen sind",
    ],
    [
      "NUL in a cell",
      () => "Name;Ort\nAdler;Cel\0le",
      "hat in B2 das Zeichen NUL: sie ist beschädigt, oder kein CSV",
    ],
    [
      "a PDF",
      () => "%PDF-1.7\n1 0 obj\n",
      "ist eine PDF-Datei und keine Tabelle: bitte dort, woher sie stammt, als CSV oder Excel (.xlsx) exportieren",
    ],
    [
      "a page of the web that is named .xls",
      () => "\ufeff\n<html><table><tr><td>Name</td></tr></table></html>",
      "ist eine Webseite, auch wenn sie anders heißt: bitte in Excel öffnen und als .xlsx speichern",
    ],
    [
      "another archive",
      () => Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(4000, 7)]),
      "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
    ],
    [
      "an old workbook",
      () => Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "ist eine alte Excel-Datei (.xls), oder eine mit einem Passwort: bitte ohne Passwort als .xlsx speichern",
    ],
    [
      "a picture",
      () => Buffer.from("89504e470d0a1a0a0000000d", "hex"),
      "ist weder eine Tabelle von Excel (.xlsx) oder LibreOffice (.ods) noch eine im CSV-Format",
    ],
    [
      "a heading twice",
      () => "Name;Ort;Name\nAdler;Celle;x",
      "hat in Zeile 1 zweimal dieselbe Überschrift: in den Spalten A und C",
    ],
    [
      "a heading twice, in other letters",
      () => "Ort;name;Name\nCelle;Adler;x",
      "hat in Zeile 1 zweimal dieselbe Überschrift: in den Spalten B und C",
    ],
    [
      "a million empty rows",
      () => rawWorkbook({ sheet: repeated(SHEET, "<row/>", 1_000_000, "</sheetData></worksheet>") }),
      "braucht eine Zeile mit Überschriften und darunter Zeilen",
    ],
    [
      "a bomb of text",
      () =>
        rawWorkbook({
          sheet: repeated(
            `${SHEET}<row><c t="str"><v>`,
            "a".repeat(1000),
            300_000,
            "</v></c></row></sheetData></worksheet>",
          ),
        }),
      "ist ausgepackt zu groß für eine Tabelle",
    ],
    [
      "a bomb of texts",
      () =>
        rawWorkbook({
          sheet: "<row/>",
          texts: repeated("<sst>", `<si><t>${"a".repeat(900)}</t></si>`, 200_000, "</sst>"),
        }),
      "ist ausgepackt zu groß für eine Tabelle",
    ],
    [
      "a column too far",
      () => rawWorkbook({ sheet: '<row><c r="XFD1" t="str"><v>x</v></c></row>' }),
      "hat mehr als 300 Spalten: bitte löschen, was nicht gebraucht wird, oder Zeilen und Spalten vertauschen",
    ],
    [
      "entities that grow",
      () =>
        rawWorkbook({
          sheet: [Buffer.from(`<!DOCTYPE a [<!ENTITY b "bbbb">]>${SHEET}</sheetData></worksheet>`)],
        }),
      "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden",
    ],
  ])(
    "%s",
    async (_, content, msg) => {
      const before = await kunden()
      const bytes = content()
      const held = process.memoryUsage.rss()
      expect(await refusal(bytes)).toEqual([400, "datei", msg])
      // Garbage included; unpacked as a whole, the least of the bombs takes more.
      expect(process.memoryUsage.rss() - held).toBeLessThan(768 * 1024 * 1024)
      expect(await kunden()).toBe(before)
    },
    120_000,
  )

  test("50 MB are refused before they are read", async () => {
    const { status } = await send("kunden", new Uint8Array(50 * 1024 * 1024))
    expect(status).toBe(413)
  })
})

test("CSV may be Unicode text as Excel saves it", async () => {
  const utf16 = Buffer.from("\ufeffName\tOrt\r\nMüller\tKöln\r\n", "utf16le")
  expect((await send("kunden", utf16)).body.vorschau).toMatchObject([{ zeile: 2, name: "Müller" }])
})
