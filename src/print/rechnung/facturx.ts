import type { Attachment } from "../modell.ts"
import { element } from "../xml.ts"

/** Requirements of ZUGFeRD, called Factur-X elsewhere, for the PDF around an invoice. */

const NAME = "factur-x.xml"
const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"

/** Metadata of the file inside, each with its meaning. */
const METADATA = [
  ["DocumentFileName", NAME, "The name of the embedded XML document"],
  ["DocumentType", "INVOICE", "The type of the hybrid document in capital letters"],
  ["Version", "1.0", "The actual version of the standard applying to the embedded XML document"],
  ["ConformanceLevel", "EN 16931", "The conformance level of the embedded XML document"],
] as const

/**
 * @param xml an invoice after EN 16931
 * @returns it as a document holds it: beside the pages, as another form of them
 */
export const asFacturX = (xml: Uint8Array): Attachment => ({
  name: NAME,
  typ: "text/xml",
  relation: "Alternative",
  description: "Rechnung nach EN 16931",
  bytes: xml,
  metadaten: schemaXml() + valuesXml(),
})

/** Archival files say what each of their metadata is, unless everybody knows it. */
const schemaXml = (): string =>
  element(
    "rdf:Description",
    [
      element("pdfaExtension:schemas", [
        element("rdf:Bag", [
          resource([
            element("pdfaSchema:schema", "Factur-X PDFA Extension Schema"),
            element("pdfaSchema:namespaceURI", NAMESPACE),
            element("pdfaSchema:prefix", "fx"),
            element("pdfaSchema:property", [
              element(
                "rdf:Seq",
                METADATA.map(([name, , meaning]) => propertyXml(name, meaning)),
              ),
            ]),
          ]),
        ]),
      ]),
    ],
    {
      "rdf:about": "",
      "xmlns:pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
      "xmlns:pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
      "xmlns:pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
    },
  )

const resource = (content: readonly string[]): string =>
  element("rdf:li", content, { "rdf:parseType": "Resource" })

const propertyXml = (name: string, meaning: string): string =>
  resource([
    element("pdfaProperty:name", name),
    element("pdfaProperty:valueType", "Text"),
    element("pdfaProperty:category", "external"),
    element("pdfaProperty:description", meaning),
  ])

const valuesXml = (): string =>
  element(
    "rdf:Description",
    METADATA.map(([name, value]) => element(`fx:${name}`, value)),
    { "rdf:about": "", "xmlns:fx": NAMESPACE },
  )
