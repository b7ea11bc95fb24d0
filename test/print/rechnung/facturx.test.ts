import { expect, test } from "bun:test"
import { type Druck, printPdf } from "../../../src/print/pdf/print.ts"
import { writeRechnung } from "../../../src/print/rechnung/cii.ts"
import { en16931 } from "../../../src/print/rechnung/profile.ts"
import { asFacturX } from "../../../src/print/rechnung/facturx.ts"
import { erstellt_am, firma } from "../../helpers/dokumente.ts"
import { readAttachments } from "../../helpers/pdf.ts"
import { all, readXml, text } from "../../helpers/rechnung/baum.ts"
import { beispiele } from "../../helpers/rechnung/beispiele.ts"

/** ZUGFeRD: the PDF that people read, with the invoice inside that their programs read. */

const xml = writeRechnung(beispiele["namen"]!, en16931)

const druck: Druck = {
  firma,
  erstellt_am,
  titel: "Rechnung ABR-2027-00017 & <1>",
  draw(paper) {
    paper.heading("Rechnung ABR-2027-00017", 1)
    paper.paragraph("20 Kasten zu 1,50 €")
  },
}
const hybrid = () => printPdf({ ...druck, attachment: asFacturX(xml) })

test("the file inside is the invoice, byte for byte, and the only one", async () => {
  const files = readAttachments(await hybrid())
  expect(Object.keys(files)).toEqual(["factur-x.xml"])
  expect(Buffer.compare(files["factur-x.xml"]!, xml)).toBe(0)
  expect(readAttachments(await printPdf(druck))).toEqual({})
})

test("the same data gives the same bytes", async () => {
  expect(Buffer.compare(await hybrid(), await hybrid())).toBe(0)
})

test("it is another form of the pages, and the metadata name file, kind and profile", async () => {
  const pdf = Buffer.from(await hybrid()).toString("latin1")
  expect(pdf).toContain("/AFRelationship /Alternative")
  expect(pdf).toContain("/Subtype /text#2Fxml")
  expect(pdf).toMatch(/\/AF \[\d+ 0 R\]/)
  const packet = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(pdf)?.[0] ?? ""
  const described = all(readXml(Buffer.from(packet, "latin1")), "RDF/Description")
  const said = described.filter((one) => text(one, "DocumentFileName") !== "")
  expect(said.map(({ children }) => Object.fromEntries(children.map((one) => [one.name, one.text])))).toEqual(
    [
      {
        DocumentFileName: "factur-x.xml",
        DocumentType: "INVOICE",
        Version: "1.0",
        ConformanceLevel: "EN 16931",
      },
    ],
  )
  expect(packet).toContain('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"')
  const schema = described
    .flatMap((one) => all(one, "schemas/Bag/li/property/Seq/li/name"))
    .map((one) => one.text)
  expect(schema.toSorted()).toEqual(["ConformanceLevel", "DocumentFileName", "DocumentType", "Version"])
})
