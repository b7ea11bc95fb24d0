import { type Caller, loop } from "../../lib/turns.ts"
import { encode } from "uqr"
import { layOutCode } from "./code.ts"
import { openFonts, printable } from "./fonts.ts"
import { MM } from "./paper.ts"

/** Labels on sheets and rolls, to the tenth of a millimetre. All lengths are in millimetres. */

export type Etikett = { code: string; nummer: string; bezeichnung: string }

/** Where labels lie on a page: a roll's page is one label. */
export type LabelSheet = {
  breite: number
  hoehe: number
  spalten: number
  zeilen: number
  links: number
  oben: number
  /** From the beginning of a label to that of the next. */
  step_x: number
  step_y: number
  etikett_breite: number
  etikett_hoehe: number
}

const A4 = { breite: 210, hoehe: 297 }

/** @returns a sheet of A4 whose labels stand in its middle, with that much between them */
export function sheet(
  spalten: number,
  zeilen: number,
  [etikett_breite, etikett_hoehe]: readonly [number, number],
  [zwischen_x, zwischen_y]: readonly [number, number] = [0, 0],
): LabelSheet {
  const [step_x, step_y] = [etikett_breite + zwischen_x, etikett_hoehe + zwischen_y]
  const links = (A4.breite - spalten * step_x + zwischen_x) / 2
  const oben = (A4.hoehe - zeilen * step_y + zwischen_y) / 2
  return { ...A4, spalten, zeilen, links, oben, step_x, step_y, etikett_breite, etikett_hoehe }
}

const roll = (breite: number, hoehe: number): LabelSheet => ({
  ...sheet(1, 1, [breite, hoehe]),
  breite,
  hoehe,
  links: 0,
  oben: 0,
})

/**
 * Labels as they are sold: sheets of 48 (45.7 × 21.2) and of 24 (63.5 × 33.9), and endless rolls of 24 and 62, cut
 * after each label.
 */
export const SHEETS = {
  "4x12": sheet(4, 12, [45.7, 21.2], [2.6, 0]),
  "3x8": sheet(3, 8, [63.5, 33.9], [2.5, 0]),
  rolle24: roll(50, 24),
  rolle62: roll(62, 29),
} as const satisfies Record<string, LabelSheet>

type Placement = {
  /** The first place that is still free on the first sheet, from 1. */
  start: number
  /** Correction of the printer's offset: to the right, and down. */
  versatz_x: number
  versatz_y: number
}

/**
 * @param owner the company for which it is done, in fair order (lib/turns.ts)
 * @param caller drawing ends when the caller hangs up
 * @returns a PDF to be printed without scaling
 */
export async function printEtiketten(
  etiketten: readonly Etikett[],
  form: LabelSheet,
  { start, versatz_x, versatz_y }: Placement,
  owner: string,
  caller: Caller,
): Promise<Uint8Array<ArrayBuffer>> {
  // As for documents (print.ts), loaded with the first.
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), openFonts()])
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: "",
    fontLayoutCache: false,
    lang: "de-DE",
  })
  doc.registerFont("regular", fonts.regular)
  doc.registerFont("bold", fonts.bold)
  const parts: Uint8Array[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  doc.on("data", (part: Uint8Array) => void parts.push(part))
  doc.on("end", resolve)
  const pause = loop.breaks(owner, caller)
  const onPage = form.spalten * form.zeilen
  for (const [i, etikett] of etiketten.entries()) {
    const place = (start - 1 + i) % onPage
    if (i === 0 || place === 0) {
      doc.addPage({ size: [form.breite * MM, form.hoehe * MM], margin: 0 })
      // Others have their turn between two pages.
      await pause()
    }
    const x = form.links + (place % form.spalten) * form.step_x + versatz_x
    const y = form.oben + Math.floor(place / form.spalten) * form.step_y + versatz_y
    drawEtikett(doc, etikett, {
      x: x * MM,
      y: y * MM,
      width: form.etikett_breite * MM,
      height: form.etikett_hoehe * MM,
    })
  }
  doc.end()
  await promise
  return new Uint8Array(Buffer.concat(parts))
}

type Box = { x: number; y: number; width: number; height: number }

/** Margins for a cutter's tolerance, and around a code. */
const EDGE = 1.2 * MM

function drawEtikett(doc: PDFKit.PDFDocument, { code, nummer, bezeichnung }: Etikett, box: Box): void {
  const side = Math.min(box.height, box.width / 2) - 2 * EDGE
  drawCode(doc, code, box.x + EDGE, box.y + (box.height - side) / 2, side)
  const x = box.x + side + 2 * EDGE
  const width = box.x + box.width - EDGE - x
  const size = fitting(doc, nummer, width, Math.min(box.height * 0.3, 20))
  const small = Math.max(5, Math.min(8, size * 0.6))
  const top = box.y + (box.height - size * 1.3 - small * 2.6) / 2
  doc
    .font("bold")
    .fontSize(size)
    .text(printable(nummer), x, top, { width, height: size * 1.3, lineBreak: false, ellipsis: true })
  const rest = { width, height: small * 3.7, ellipsis: true, lineGap: 0 }
  doc
    .font("regular")
    .fontSize(small)
    .text(printable(bezeichnung), x, top + size * 1.3, rest)
}

/** @returns the largest size in which a text stands on one line, in points */
function fitting(doc: PDFKit.PDFDocument, text: string, width: number, largest: number): number {
  const needed = doc.font("bold").fontSize(largest).widthOfString(printable(text))
  return Math.max(4, Math.min(largest, (largest * width) / needed))
}

function drawCode(doc: PDFKit.PDFDocument, code: string, x: number, y: number, side: number): void {
  const { data, size } = encode(code, { ecc: "M", border: 2 })
  layOutCode(doc, data, { x, y, dot: side / size })
  doc.fill("black")
}
