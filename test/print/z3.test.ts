import { expect, test } from "bun:test"
import { csvLine, harmless } from "../../src/print/export/csv.ts"
import { type Z3Tabelle, z3Heading, z3Index, z3Row } from "../../src/print/export/z3.ts"
import { validate } from "../helpers/dtd.ts"

const tabelle: Z3Tabelle = {
  datei: "buchungen.csv",
  name: "Pfandbuchungen",
  beschreibung: "Alle Buchungen <eines> Zeitraums & mehr",
  spalten: [
    { name: "lfd_nr", beschreibung: "Laufende Nummer", art: "ganzzahl", schluessel: true },
    { name: "grund", beschreibung: "Grund", art: "text" },
    { name: "summe", beschreibung: "Betrag", art: "cent" },
    { name: "tag", beschreibung: "Tag", art: "datum" },
  ],
}

test("a table is a CSV file with its headings in the first line", () => {
  expect(z3Heading(tabelle)).toBe("\ufefflfd_nr;grund;summe;tag\r\n")
  expect(z3Row(tabelle, { lfd_nr: 7, grund: 'sagt "ja; nein"', summe: -5, tag: "2026-10-31" })).toBe(
    '7;"sagt ""ja; nein""";-0,05;2026-10-31\r\n',
  )
  expect(z3Row(tabelle, { lfd_nr: 8, grund: null, summe: 123_456, tag: "2026-10-31" })).toBe(
    "8;;1234,56;2026-10-31\r\n",
  )
})

test("index.xml keeps to the DTD that lies beside it", () => {
  const index = z3Index({ name: "Müller & Söhne", ort: null }, { von: "2026-01-01", bis: "2026-12-31" }, [
    tabelle,
    { ...tabelle, datei: "mehr.csv" },
  ])
  expect(index).toContain('<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">')
  expect(index).toContain("<Name>Müller &amp; Söhne</Name>")
  expect(index).toContain("Alle Buchungen &lt;eines&gt; Zeitraums &amp; mehr")
  validate(index)
  expect(() => validate(index.replace("<UTF8/>", ""))).not.toThrow()
  expect(() => validate(index.replace("<Version>1.0</Version>", ""))).toThrow("DataSet")
})

test("a name that a spreadsheet would run as a formula is text", () => {
  expect(["=1+1", "+49 4131", "-5", "@x", "Müller"].map(harmless)).toEqual([
    "'=1+1",
    "'+49 4131",
    "'-5",
    "'@x",
    "Müller",
  ])
  expect(csvLine(["a", 'b"c', "d;e", "f\ng", ""])).toBe('a;"b""c";"d;e";"f\ng";\r\n')
})
