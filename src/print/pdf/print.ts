import type { Attachment, Picture, PrintedDocument } from "../modell.ts"
import { asArchive, attach } from "./archive.ts"
import { collect } from "./collect.ts"
import { openFonts } from "./fonts.ts"
import { printFoot } from "./letterhead.ts"
import { type Caller, loop } from "../../lib/turns.ts"
import { Paper, type Pause } from "./paper.ts"
import { forgetWritten } from "./sealed.ts"
import { embedPictures } from "./embed-pictures.ts"

/** One document ready to be drawn: its title, whose it is, and the function that fills its pages. */
export type Druck = PrintedDocument & {
  /** Names the document at the foot of its pages and in a reader's window. */
  titel: string
  querformat?: boolean
  /** Lines of its table, where there may be very many. */
  zeilen?: number
  /** Pictures beside the logo. */
  bilder?: readonly Picture[]
  /** File inside for programs. */
  attachment?: Attachment
  draw: (paper: Paper) => void | Promise<void>
}

/**
 * Prints one document. The same data gives the same bytes, as nothing in them comes from the clock.
 *
 * @param owner the company for which it is done, in fair order (lib/turns.ts); "" for none
 * @param caller drawing ends when the caller hangs up
 * @returns a PDF/A-3a: with embedded fonts and colours, tags for programs that read aloud, a title and a language
 */
export async function printPdf(druck: Druck, owner = "", caller?: Caller): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await openPdf(druck)
  const file = collect(doc)
  const pause = loop.breaks(owner, caller)
  await drawOnto(doc, druck, pause)
  if (druck.attachment) attach(doc, druck.attachment, new Date(druck.erstellt_am))
  // Others have their turn first: the fonts, which are written now, take as long as a page.
  await pause()
  doc.end()
  return file.finish(pause)
}

/** The library and the fonts are loaded for the first document, and not when the service starts. */
async function openPdf({ erstellt_am, titel }: Druck): Promise<PDFKit.PDFDocument> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), openFonts()])
  const doc = new PDFDocument({
    pdfVersion: "1.7",
    subset: "PDF/A-3a",
    lang: "de-DE",
    displayTitle: true,
    tagged: true,
    bufferPages: true,
    autoFirstPage: false,
    // Without a font of its own, pdfkit would look for Helvetica among its files, which are not in the executable.
    font: "",
    // Our fonts have a cache of their own (fonts.ts): one for all documents, and of limited size.
    fontLayoutCache: false,
    info: {
      Title: titel,
      Producer: "Pfandwerk",
      Creator: "Pfandwerk",
      CreationDate: new Date(erstellt_am),
    },
  })
  asArchive(doc)
  forgetWritten(doc)
  doc.registerFont("regular", fonts.regular)
  doc.registerFont("bold", fonts.bold)
  return doc
}

/** Draws a document, then the foot of each of its pages, as only then it is known how many there are. */
async function drawOnto(doc: PDFKit.PDFDocument, druck: Druck, pause: Pause): Promise<void> {
  const { logo } = druck.firma
  const pictures = await embedPictures(doc, [...(logo ? [logo] : []), ...(druck.bilder ?? [])])
  const paper = new Paper(doc, { landscape: druck.querformat ?? false, pictures, pause })
  await druck.draw(paper)
  paper.end()
  await paper.rest()
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    // There may be hundreds of pages: others have their turn in between.
    if (page % 10 === 9) {
      flushFirst(doc, page)
      await pause()
    }
    doc.switchToPage(start + page)
    paper.artifact(() => printFoot(paper, druck.firma, druck, { nr: page + 1, of: count }, doc.page.height))
  }
}

/** Private properties of pdfkit with the pages that are not written yet, which it can only write all at once. */
const PAGES = "_pageBuffer"
const FIRST = "_pageBufferStart"

/** Writes the pages before this one, counted from the first of the document. */
function flushFirst(doc: PDFKit.PDFDocument, before: number): void {
  const buffered = doc as unknown as { [PAGES]: unknown[]; [FIRST]: number }
  const rest = buffered[PAGES].splice(before - buffered[FIRST])
  doc.flushPages()
  buffered[PAGES] = rest
}
