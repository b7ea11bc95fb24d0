import { expect, test } from "bun:test"
import { asPlainText, csvLine } from "../../src/print/export/csv.ts"
import { Z3_DTD, type Z3Table, z3Heading, z3Index, z3Row } from "../../src/print/export/z3.ts"
import { validate } from "../helpers/dtd.ts"

const tabelle: Z3Table = {
  datei: "buchungen.csv",
  name: "Pfandbuchungen",
  description: "Alle Buchungen <eines> Zeitraums & mehr",
  spalten: [
    { name: "lfd_nr", description: "Laufende Nummer", art: "ganzzahl", key: true },
    { name: "grund", description: "Grund", art: "text" },
    { name: "summe", description: "Betrag", art: "cent" },
    { name: "tag", description: "Tag", art: "datum" },
  ],
}

test("a table is a CSV file with its headings in the first line", () => {
  expect(z3Heading(tabelle)).toBe("\ufefflfd_nr;grund;summe;tag\r\n")
  expect(z3Row(tabelle, { lfd_nr: 7, grund: 'sagt "ja; nein"', summe_cent: -5, tag: "2026-10-31" })).toBe(
    '7;"sagt ""ja; nein""";-0,05;2026-10-31\r\n',
  )
  expect(z3Row(tabelle, { lfd_nr: 8, grund: null, summe_cent: 123_456, tag: "2026-10-31" })).toBe(
    "8;;1234,56;2026-10-31\r\n",
  )
})

test("a line of the file is a record, whatever line breaks a text has", () => {
  const grund = "eins\r\nzwei\u2028drei\nvier\u0085fünf"
  const row = { lfd_nr: 7, grund, summe_cent: 0, tag: "2026-10-31" }
  expect(z3Row(tabelle, row)).toBe("7;eins zwei drei vier fünf;0,00;2026-10-31\r\n")
  // Where a hash was made of it, it can be read again.
  const chained = {
    ...tabelle,
    spalten: tabelle.spalten.map((one) => ({ ...one, chained: true as const })),
  }
  expect(z3Row(chained, { ...row, grund: "a\\n\nb\r" })).toBe("7;a\\\\n\\nb\\r;0,00;2026-10-31\r\n")
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

test("the DTD declares every element that it names", () => {
  const declared = [...Z3_DTD.matchAll(/<!ELEMENT (\w+)\s+([^>]+)>/g)]
  const named = declared.flatMap(([, , content = ""]) => content.match(/\b[A-Z]\w*/g) ?? [])
  const kinds = ["PCDATA", "EMPTY", ...declared.map(([, name]) => name)]
  expect(new Set(named).difference(new Set(kinds))).toEqual(new Set())
})

test("a name that a spreadsheet would run as a formula is text", () => {
  expect(["=1+1", "+49 4131", "-5", "@x", "Müller"].map(asPlainText)).toEqual([
    "'=1+1",
    "'+49 4131",
    "'-5",
    "'@x",
    "Müller",
  ])
  expect(csvLine(["a", 'b"c', "d;e", "f\ng", ""])).toBe('a;"b""c";"d;e";"f\ng";\r\n')
})
