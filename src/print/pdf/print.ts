import PDFDocument from "pdfkit"
import type { Dokument } from "../modell.ts"
import { getFonts } from "./fonts.ts"
import { printFoot } from "./letterhead.ts"
import { Paper } from "./paper.ts"

/** One document ready to be drawn: its title, whose it is, and the function that fills its pages. */
export type Druck = Dokument & {
  /** Names the document at the foot of its pages and in a reader's window. */
  titel: string
  querformat?: boolean
  draw: (paper: Paper) => void
}

/**
 * Prints one document. The same data gives the same bytes, as nothing in them comes from the clock.
 *
 * @returns a PDF with embedded fonts, tags for programs that read aloud, a title and a language
 */
export async function printPdf(druck: Druck): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const doc = openPdf(druck, druck.titel, true)
  doc.on("data", (part: Uint8Array) => parts.push(part))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  doc.on("end", resolve)
  doc.on("error", reject)
  drawOnto(doc, druck, true)
  doc.end()
  await promise
  return Buffer.concat(parts)
}

/**
 * Prints many documents into one file for a printer, each with its own numbers of pages. No more than one of them
 * is held in memory; what a program needs to read them aloud is left out.
 *
 * @param write gets the file piece by piece
 */
export async function printRun(
  titel: string,
  erstellt_am: string,
  drucke: AsyncIterable<Druck> | Iterable<Druck>,
  write: (part: Uint8Array) => void,
): Promise<void> {
  const doc = openPdf({ erstellt_am }, titel, false)
  doc.on("data", write)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  doc.on("end", resolve)
  doc.on("error", reject)
  for await (const druck of drucke) {
    drawOnto(doc, druck, false)
    doc.flushPages()
  }
  doc.end()
  await promise
}

function openPdf(
  { erstellt_am }: { erstellt_am: string },
  titel: string,
  tagged: boolean,
): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    pdfVersion: "1.7",
    lang: "de-DE",
    displayTitle: true,
    tagged,
    bufferPages: true,
    autoFirstPage: false,
    // Without a font of its own, pdfkit would look for Helvetica among its files, which are not in the executable.
    font: "",
    // The fonts themselves remember (fonts.ts), for all documents, and no more than they may.
    fontLayoutCache: false,
    info: {
      Title: titel,
      Producer: "Pfandwerk",
      Creator: "Pfandwerk",
      CreationDate: new Date(erstellt_am),
    },
  })
  const fonts = getFonts()
  doc.registerFont("regular", fonts.regular)
  doc.registerFont("bold", fonts.bold)
  return doc
}

/** Draws a document, then the foot of each of its pages, as only then it is known how many there are. */
function drawOnto(doc: PDFKit.PDFDocument, druck: Druck, tagged: boolean): void {
  const paper = new Paper(doc, { landscape: druck.querformat ?? false, tagged })
  druck.draw(paper)
  paper.end()
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    paper.artifact(() =>
      printFoot(paper, druck.firma, druck.titel, { nr: page + 1, of: count }, doc.page.height),
    )
  }
}
