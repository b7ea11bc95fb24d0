import { expect, test } from "bun:test"
import { joinPdfs } from "../../src/print/pdf/join.ts"
import { printPdf } from "../../src/print/pdf/print.ts"
import { an, erstellt_am, firma } from "../helpers/dokumente.ts"
import { pdfInfo, pdfPages } from "../helpers/pdf.ts"
import { everyDocument } from "../helpers/jedes-dokument.ts"
import { checkArchive, verapdf } from "../helpers/verapdf/verapdf.ts"

/** Documents that are kept for ten years are archival files, whatever people and things are called. */

/** Signs that XML uses itself, other scripts, letters that no font of ours has, and control characters. */
const NAME = 'A&B <C> "ı" Київ Αθήνα 漢字 😀 \u202eشركة\u{e000}\u0301 fi'

const print = async (): Promise<Uint8Array[]> => {
  const named = { ...an, name: NAME, kundennummer: NAME }
  const pdfs: Uint8Array[] = []
  for (const druck of await everyDocument({ ...firma, name: NAME }, named)) pdfs.push(await printPdf(druck))
  return pdfs
}

test.skipIf(!verapdf)(
  "every kind of document is PDF/A-3a",
  async () => {
    const pdfs = await print()
    expect(pdfs.length).toBe(10)
    expect(await checkArchive(pdfs)).toEqual(pdfs.map(() => ["compliant"]))
  },
  120_000,
)

test("the title in the metadata is the document's, as XML writes it", async () => {
  const pdf = Buffer.from((await print())[0]!)
  const xml = pdf.toString("utf8").match(/<\?xpacket begin[^]*?<\?xpacket end="w"\?>/)?.[0] ?? ""
  const title = /<rdf:li xml:lang="x-default">(.*?)<\/rdf:li>/.exec(xml)?.[1]
  expect(title).toStartWith("Rechnung über Pfand ABR-2026-00017 A&amp;B &lt;C&gt;")
  expect(xml).toContain("<pdfaid:part>3</pdfaid:part>")
  expect(pdfInfo(pdf).title).toStartWith("Rechnung über Pfand ABR-2026-00017 A&B <C>")
})

test("files for a printer are still made of them", async () => {
  const pdfs = await print()
  const joined = Buffer.concat([...joinPdfs("alle", erstellt_am, pdfs)])
  const pages = pdfs.flatMap((pdf) => pdfPages(pdf))
  expect(pdfPages(joined)).toEqual(pages)
})
