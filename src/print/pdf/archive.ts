import { readFileSync } from "node:fs"
import type { Attachment } from "../modell.ts"
import { escapeXml } from "../xml.ts"
// Inside the executable, where pdfkit would look for it beside itself.
import srgb from "../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc" with { type: "file" }

/** pdfkit's methods that are replaced here, and its property for what belongs to the whole document. */
const COLOURS = "_addColorOutputIntent"
const INFO = "_addInfo"
const ROOT = "_root"

type Archived = {
  [COLOURS]: () => void
  [INFO]: () => void
  [ROOT]: { data: Record<string, unknown> }
  info: Record<string, unknown>
  ref(data: Record<string, unknown>): { write(bytes: Uint8Array): void; end(): void }
}

/** Puts the colours into a document, and escapes its title for the metadata in XML, which pdfkit does not. */
export function asArchive(doc: PDFKit.PDFDocument): void {
  const archived = doc as unknown as Archived
  archived[COLOURS] = () => addColours(archived)
  const addInfo = archived[INFO].bind(archived)
  archived[INFO] = () => {
    const { info } = archived
    archived.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [
        name,
        typeof value === "string" ? escapeXml(value) : value,
      ]),
    )
    addInfo()
    archived.info = info
  }
}

/**
 * Puts a file into a document.
 *
 * @param erstellt_am when the document was made, and the file with it
 */
export function attach(doc: PDFKit.PDFDocument, attachment: Attachment, erstellt_am: Date): void {
  const options = {
    name: attachment.name,
    type: attachment.typ,
    description: attachment.description,
    relationship: attachment.relation,
    creationDate: erstellt_am,
    modifiedDate: erstellt_am,
  }
  doc.file(Buffer.from(attachment.bytes), options)
  doc.appendXML(attachment.metadaten)
}

const SRGB = "sRGB IEC61966-2.1"
let colours: Uint8Array | undefined

function addColours(doc: Archived): void {
  colours ??= readFileSync(srgb)
  const profile = doc.ref({ Length: colours.length, N: 3 })
  profile.write(colours)
  profile.end()
  const intent = doc.ref({
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    // pdfkit takes a text for a name unless it is an object.
    Info: new String(SRGB),
    OutputConditionIdentifier: new String(SRGB),
    DestOutputProfile: profile,
  })
  intent.end()
  doc[ROOT].data["OutputIntents"] = [intent]
}
