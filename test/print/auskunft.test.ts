import { expect, test } from "bun:test"
import { auskunftHtml, type Auskunftszeile } from "../../src/print/export/auskunft.ts"

/** The page that a person gets of all that is stored about them. */

const fields = (zeile: Auskunftszeile): string[][] => {
  const page = auskunftHtml({
    firma: "Firma",
    anschrift: "",
    name: "Adler",
    kundennummer: "1",
    zeitzone: "Europe/Berlin",
    erstellt_am: "2026-03-31T10:00:00.000Z",
    sections: [{ titel: "Was hier steht", zeilen: [zeile], tabelle: false }],
    aufbewahrt: [],
  })
  return [...[...page].join("").matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
    ([, name = "", value = ""]) => [name, value],
  )
}

test("says in German words where things are and what was changed, and names nothing that is empty", () => {
  expect(fields({ aktion: "kunden.geaendert" })).toEqual([["Aktion", "Kunden: geändert"]])
  expect(fields({ status: "beim_kunden", art: "nicht_zugestellt", gesperrt: 0, grund: null })).toEqual([
    ["Status", "Beim Kunden"],
    ["Art", "Nicht zugestellt"],
    ["Gesperrt", "nein"],
  ])
  const angaben = { unterschrift: "", notiz: "Hof", positionen: [], empfaenger_name: ["Adler", "Krone"] }
  expect(fields({ angaben: JSON.stringify(angaben) })).toEqual([
    ["Angaben", "Notiz: Hof; Empfänger: Adler → Krone"],
  ])
  expect(
    fields({ aenderungen: JSON.stringify({ unterschrift: ["", ""], status: ["lager", "beim_kunden"] }) }),
  ).toEqual([["Änderungen", "Status: Lager → Beim Kunden"]])
})
