import { formatLand } from "../../lib/format.ts"
import type { Empfaenger, Firma } from "../modell.ts"
import { MISSING } from "./fonts.ts"
import { MM, type Paper } from "./paper.ts"

/** Label and value, as in "Kundennummer 10023". */
export type Detail = readonly [label: string, value: string]

const present = (parts: readonly (string | null)[]): string[] =>
  parts.filter((part) => part !== null && part !== "") as string[]

const sender = (firma: Firma): string =>
  present([firma.name, firma.strasse, present([firma.plz, firma.ort]).join(" ")]).join(" · ")

/** The first lines of every document: whose it is. */
function printSender(paper: Paper, firma: Firma): void {
  const room = firma.logo ? paper.width - 50 * MM : paper.width
  const large = { size: 15, bold: true }
  const name = paper.wrap(firma.name, room, large).slice(0, 2)
  paper.lines(name, (index) => [paper.left, 22 * MM + index * 18, large])
  if (firma.logo)
    paper.picture(
      firma.logo,
      `Logo ${firma.name}`,
      [paper.right - 45 * MM, 12 * MM, 45 * MM, 20 * MM],
      "right",
    )
}

/**
 * The head of a letter after DIN 5008, form B: sender, address where the window of an envelope is, and beside it
 * what the letter is about. The body begins below.
 *
 * @param details at most ten
 */
export function printLetterhead(
  paper: Paper,
  firma: Firma,
  an: Empfaenger,
  details: readonly Detail[],
): void {
  printSender(paper, firma)
  const line = paper.clip(sender(firma), 82 * MM, { size: 7 })
  paper.lines([line], () => [paper.left, 60 * MM, { size: 7, grey: 0.25 }])
  paper.rule(paper.left, paper.left + 82 * MM, 61.2 * MM, 0.6)
  paper.y = 63.3 * MM
  printAddress(paper, layOutAddress(paper, an))
  printDetails(paper, details, 125 * MM, 50 * MM)
  foldMarks(paper)
  paper.y = Math.max(paper.y + 4 * MM, 96 * MM)
}

/** Address in the window of an envelope below the sender (DIN 5008, form B), in points and lines. */
const WINDOW = { height: 26.4 * MM, width: 82 * MM, lines: 7 }
/** Sizes of an address: the first with which all of it fits into the window. */
const SIZES = [10.5, 9]

/**
 * The lines of an address, and how large they are. The country stands below in capital letters, as the post wants it.
 */
function layOutAddress(paper: Paper, an: Empfaenger): { lines: string[]; size: number; pitch: number } {
  const parts = present([
    an.name,
    an.ansprechpartner,
    an.strasse,
    present([an.plz, an.ort]).join(" "),
    an.land === "DE" ? null : formatLand(an.land).toLocaleUpperCase("de"),
  ])
  const layouts = SIZES.map((size) => {
    const pitch = Math.min(13.5, size * 1.185)
    const wrapped = parts.map((part) => paper.wrap(part, WINDOW.width, { size }))
    return { wrapped, size, pitch: wrapped.flat().length > 5 ? pitch : 13.5 }
  })
  const fits = ({ wrapped, pitch }: (typeof layouts)[number]) =>
    wrapped.flat().length <= WINDOW.lines && wrapped.flat().length * pitch <= WINDOW.height
  const { wrapped, size, pitch } = layouts.find(fits) ?? layouts.at(-1)!
  while (wrapped.flat().length > WINDOW.lines) shorten(paper, wrapped, size)
  return { lines: wrapped.flat(), size, pitch }
}

/** Takes a line from the longest part, and marks that something is missing: without a street no letter arrives. */
function shorten(paper: Paper, parts: string[][], size: number): void {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
  const rest = longest.splice(-2).join(" ")
  longest.push(paper.clip(rest, WINDOW.width, { size }))
}

function printAddress(paper: Paper, { lines, size, pitch }: ReturnType<typeof layOutAddress>): void {
  paper.lines(lines, () => {
    paper.y += pitch
    return [paper.left, paper.y - pitch * 0.26, { size }]
  })
}

/**
 * The head of a list for the company's own people, which needs no address: name, title, and what it is about in a row.
 */
export function printListhead(paper: Paper, firma: Firma, titel: string, details: readonly Detail[]): void {
  printSender(paper, firma)
  paper.y = 34 * MM
  paper.heading(titel, 1)
  paper.paragraph(details.map(([label, value]) => `${label}: ${value}`).join("   ·   "))
}

function printDetails(paper: Paper, details: readonly Detail[], x: number, from: number): void {
  let y = from
  for (const [label, value] of details) {
    const lines = paper.wrap(value, paper.right - x - 27 * MM, { size: 9 })
    const top = y + 9
    paper.lines([label, ...lines], (index) =>
      index === 0 ? [x, top, { size: 9, grey: 0.35 }] : [x + 27 * MM, top + (index - 1) * 11.5, { size: 9 }],
    )
    y += Math.max(1, lines.length) * 11.5 + 1.5
  }
  paper.y = Math.max(paper.y, y)
}

/** Where to fold for an envelope with a window, and the middle for a punch. */
function foldMarks(paper: Paper): void {
  for (const mm of [105, 148.5, 210]) paper.rule(4 * MM, (mm === 148.5 ? 9 : 7) * MM, mm * MM, 0.6)
}

/** Foot of every page: the company, the page's number and the number of pages. */
export function printFoot(
  paper: Paper,
  firma: Firma,
  { titel, stand_nr }: { titel: string; stand_nr?: number | null | undefined },
  page: { nr: number; of: number },
  height: number,
): void {
  const top = height - 27 * MM
  paper.rule(paper.left, paper.right, top, 0.5)
  const columns = [
    [firma.name, firma.strasse, present([firma.plz, firma.ort]).join(" ")],
    [firma.telefon && `Tel. ${firma.telefon}`, firma.email],
    [
      firma.steuernummer && `Steuernummer ${firma.steuernummer}`,
      firma.ust_id && `USt-IdNr. ${firma.ust_id}`,
      firma.iban && `IBAN ${firma.iban}`,
    ],
  ].map(present)
  const width = paper.width / columns.length
  for (const [column, lines] of columns.entries()) {
    const wrapped = lines.map((line) => paper.clip(line, width - 4 * MM, { size: 7.5 }))
    for (const [row, line] of wrapped.entries()) {
      paper.write(line, paper.left + column * width, top + 10 + row * 9.5, { size: 7.5, grey: 0.3 })
    }
  }
  const bottom = height - 10 * MM
  const small = { size: 8, grey: 0.3 }
  const stand = stand_nr ? `Stand des Pfandbuchs: Nr. ${stand_nr}   ` : ""
  paper.write(`${stand}Seite ${page.nr} von ${page.of}`, paper.right, bottom, { size: 8, align: "right" })
  // Says what a box on this paper means: it is no letter of a name.
  const note = paper.hasMissing ? `${MISSING} = Zeichen, das sich nicht drucken lässt   ` : ""
  const about = paper.clip(note + titel, paper.width - (stand ? 80 : 30) * MM, { size: 8 })
  paper.write(about, paper.left, bottom, small)
  if (page.nr > 1) {
    const name = paper.clip(firma.name, paper.width / 2, small)
    paper.write(name, paper.right, 16 * MM, { ...small, align: "right" })
    paper.write(paper.clip(titel, paper.width / 2 - 4 * MM, small), paper.left, 16 * MM, small)
    paper.rule(paper.left, paper.right, 18 * MM, 0.5)
  }
}
