import { expect, test } from "bun:test"
import { loop } from "../../../src/lib/turns.ts"
import { writeRechnung } from "../../../src/print/rechnung/cii.ts"
import { en16931, xrechnung } from "../../../src/print/rechnung/profile.ts"
import { type Feld, readGruppen, readZeilen } from "../../../src/print/rechnung/felder.ts"
import { type XmlNode, readXml } from "../../../src/print/rechnung/read-xml.ts"
import { readXml as readByLibxml } from "../../helpers/rechnung/baum.ts"
import { beispiele } from "../../helpers/rechnung/beispiele.ts"

/** A clerk who is asked what is in an invoice reads it whole, and in German. */

/** Five thousand lines are more of the same. */
const namen = Object.keys(beispiele).filter((name) => name !== "5000-zeilen")

const countLeaves = ({ children }: XmlNode): number =>
  children.length === 0 ? 1 : children.reduce((sum, one) => sum + countLeaves(one), 0)

const inWords = (felder: readonly Feld[]) => Object.fromEntries(felder.map(({ name, wert }) => [name, wert]))

const read = (xml: Uint8Array): Promise<XmlNode> => loop.through("", readXml([xml]))
const texts = ({ name, text, children }: XmlNode): unknown => [name, text.trim(), children.map(texts)]

test("every example is read as others do", async () => {
  for (const name of namen) {
    const xml = writeRechnung(beispiele[name]!, xrechnung)
    expect([name, texts(await read(xml))]).toEqual([name, texts(readByLibxml(xml))])
  }
})

test("every field of every example is there, with its name and number", async () => {
  for (const name of namen) {
    for (const profil of [en16931, xrechnung]) {
      const root = await read(writeRechnung(beispiele[name]!, profil))
      const felder = [...readGruppen(root).flatMap((one) => one.felder), ...readZeilen(root).flat()]
      const nameless = felder.filter(({ nr, wert }) => !nr.startsWith("BT-") || wert === "")
      expect([name, nameless, felder.length]).toEqual([name, [], countLeaves(root)])
    }
  }
})

test("codes, days and amounts are said as people read them", async () => {
  const root = await read(writeRechnung(beispiele["netto"]!, xrechnung))
  const groups = Object.fromEntries(readGruppen(root).map(({ titel, felder }) => [titel, inWords(felder)]))
  expect(groups["Rechnung"]).toMatchObject({
    Rechnungsnummer: "ABR-2027-00017",
    Art: "Rechnung (380)",
    Rechnungsdatum: "01.02.2027",
  })
  expect(groups["Bestellung"]).toEqual({ "Käuferreferenz oder Leitweg-ID": "04011000-1234512345-06" })
  expect(groups["Käufer"]).toMatchObject({ Name: "Gasthaus Müller & Söhne", Postleitzahl: "21335" })
  expect(Object.keys(groups["Käufer"]!)).toContain("Kundennummer")
  const tax = readGruppen(root).find(({ titel }) => titel === "Umsatzsteuer")?.felder ?? []
  expect(Object.fromEntries(tax.map(({ name, nr }) => [name, nr]))).toEqual({
    Netto: "BT-116",
    Umsatzsteuer: "BT-117",
    Steuer: "BT-118",
    Steuerkategorie: "BT-118",
    Steuersatz: "BT-119",
  })
  expect(groups["Summen"]!["Zu zahlen"]).toMatch(/^-?\d+,\d\d €$/)
  expect(inWords(readZeilen(root)[0]!)).toMatchObject({
    Artikelnummer: "KI-20",
    Menge: expect.stringMatching(/^-?\d+ Kasten \(XCR\)$/),
    Steuersatz: "19 %",
  })
})

test("what has no name here is called as in the file, and not left out", async () => {
  const root = await read(
    Buffer.from("<a><ExchangedDocument><Neu>x</Neu></ExchangedDocument><b><c>1</c></b></a>"),
  )
  expect(readGruppen(root)).toEqual([
    { titel: "Rechnung", felder: [{ name: "Neu", nr: "", wert: "x" }] },
    { titel: "Weitere", felder: [{ name: "b/c", nr: "", wert: "1" }] },
  ])
})
