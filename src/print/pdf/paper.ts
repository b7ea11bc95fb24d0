import type PDFDocument from "pdfkit"
import type { Picture } from "../modell.ts"
import { MISSING, printable } from "./fonts.ts"
import type { Pictures } from "./embed-pictures.ts"
import { sealPage } from "./sealed.ts"
import { LEADING, shade, type Style } from "./style.ts"
import { breakWord, wrapLine } from "./wrap.ts"

type Doc = typeof PDFDocument.prototype
type Element = PDFKit.PDFStructureElement

/** Points in a millimetre: PDF counts in points, people and DIN 5008 in millimetres. */
export const MM = 72 / 25.4

/** Left, right or middle of a line, as it is aligned, and its baseline. */
type Place = [x: number, y: number, style?: Style]

const LEFT = 25 * MM
const RIGHT = 20 * MM
/** Height of each page's foot. */
const FOOT = 34 * MM
const TOP_OF_NEXT = 24 * MM
/** Time for which a document may keep everybody else waiting at once, in ms. */
const SLICE = 2

/** Lets others have their turn in the middle of a document. */
export type Pause = () => Promise<void>

/**
 * The sheets of one document: where the next line goes, when a new page begins, and what a reader aloud is told
 * about each piece. All lengths are points from the upper left corner; `y` is where the next thing begins.
 */
export class Paper {
  y = TOP_OF_NEXT
  /** Whether a letter was written that the fonts lack. */
  hasMissing = false
  readonly left = LEFT
  readonly width: number
  readonly #doc: Doc
  readonly #root: Element
  readonly #landscape: boolean
  readonly #pictures: Pictures
  readonly #pause: Pause
  #inArtifact = false
  #since = performance.now()

  constructor(doc: Doc, options: { landscape: boolean; pictures: Pictures; pause: Pause }) {
    this.#doc = doc
    this.#pictures = options.pictures
    this.#pause = options.pause
    this.#landscape = options.landscape
    this.#root = doc.struct("Document")
    doc.addStructure(this.#root)
    this.newPage()
    this.width = doc.page.width - LEFT - RIGHT
  }

  get right(): number {
    return this.left + this.width
  }

  /** Lower end of the contents; below it only the foot is drawn. */
  get bottom(): number {
    return this.#doc.page.height - FOOT
  }

  newPage(): void {
    sealPage(this.#doc)
    this.#doc.addPage({ size: "A4", margin: 0, layout: this.#landscape ? "landscape" : "portrait" })
    this.y = TOP_OF_NEXT
  }

  /** Whether something of this height still goes on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom
  }

  /** Begins a new page unless `height` points are left on this one. */
  need(height: number): void {
    if (!this.fits(height)) this.newPage()
  }

  /** Lets others have their turn, where they have waited for long: to be called between paragraphs and rows. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return
    await this.#pause()
    this.#since = performance.now()
  }

  space(points: number): void {
    this.y += points
  }

  /** One line of text, its baseline at `y`; `x` is its left, right or middle, as it is aligned. */
  write(text: string, x: number, y: number, style: Style = {}): void {
    const line = printable(text)
    if (line === "") return
    this.hasMissing ||= line.includes(MISSING)
    const { align = "left" } = style
    const from = align === "left" ? x : x - this.widthOf(line, style) / (align === "right" ? 1 : 2)
    this.#use(style).fillColor(shade(style.grey ?? 0))
    this.#doc.text(line, from, y, { lineBreak: false, baseline: "alphabetic" })
  }

  /** Length that a line would have, in points. */
  widthOf(text: string, style: Style = {}): number {
    return this.#use(style).widthOfString(printable(text))
  }

  /** Breaks a text into lines no longer than `width`; a word that is longer itself is broken, too. */
  wrap(text: string, width: number, style: Style = {}): string[] {
    const measure = (line: string) => this.widthOf(line, style)
    return text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapLine(printable(paragraph), width, measure))
  }

  /** @returns the beginning of a text that goes into one line, with a mark where it was cut */
  clip(text: string, width: number, style: Style = {}): string {
    const line = printable(text)
    if (this.widthOf(line, style) <= width) return line
    const left = width - this.widthOf("…", style)
    const [first = ""] = breakWord(line, left, (part) => this.widthOf(part, style))
    return `${first.trimEnd()}…`
  }

  /** A heading; it is never the last line of a page. */
  heading(text: string, level: 1 | 2 = 2): void {
    const size = level === 1 ? 15 : 11
    this.need(size * LEADING + 40)
    this.#block(`H${level}`, this.wrap(text, this.width, { size, bold: true }), { size, bold: true })
    this.space(level === 1 ? 8 : 4)
  }

  /** Running text over the whole width, continued on the next page where needed. */
  paragraph(text: string, style: Style = {}): void {
    this.#block("P", this.wrap(text, this.width, style), style)
    this.space(6)
  }

  #block(tag: string, lines: string[], style: Style): void {
    const { size = 10 } = style
    const place = (): Place => {
      this.need(size * LEADING)
      this.y += size * LEADING
      return [this.left, this.y - size * 0.34, { size, ...style }]
    }
    this.lines(lines, place, tag)
  }

  /** A paragraph of lines, each drawn where it is told when its turn comes. */
  lines(lines: readonly string[], place: (index: number) => Place, tag = "P"): void {
    this.tag(tag, undefined, (element) => {
      for (const [index, line] of lines.entries()) {
        const at = place(index)
        this.tag("Span", element, () => this.write(line, ...at))
      }
    })
  }

  /**
   * Draws something that belongs to the document's text. What is drawn without a tag (lines, heads and feet of
   * pages) is passed over by a program that reads aloud.
   *
   * @param draw gets the element to put parts into; what draws itself must have no parts
   */
  tag(type: string, parent: Element | undefined, draw: (element: Element | undefined) => void): void {
    const leaf = type === "Span" || type === "TD" || type === "TH"
    if (leaf) {
      ;(parent ?? this.#root).add(this.#doc.struct(type, {}, () => draw(undefined)))
      return
    }
    const element = this.open(type, parent)
    draw(element)
    element.end()
  }

  /** @returns an element to put parts into, which has to be ended */
  open(type: string, parent?: Element): Element {
    const element = this.#doc.struct(type)
    ;(parent ?? this.#root).add(element)
    return element
  }

  /** A thin line, which carries no meaning for a reader aloud. */
  rule(x1: number, x2: number, y: number, grey: number, thickness = 0.5): void {
    this.artifact(() =>
      this.#doc.moveTo(x1, y).lineTo(x2, y).lineWidth(thickness).strokeColor(shade(grey)).stroke(),
    )
  }

  /** An area in grey, or only its border. */
  box(x: number, y: number, width: number, height: number, look: { fill?: number; border?: number }): void {
    this.artifact(() => {
      const rect = this.#doc.rect(x, y, width, height)
      if (look.fill !== undefined) rect.fill(shade(look.fill))
      else
        rect
          .lineWidth(0.7)
          .strokeColor(shade(look.border ?? 0))
          .stroke()
    })
  }

  /** A picture of the document as large as it goes into the given box; tells what it shows. */
  picture(
    bild: Picture,
    alt: string,
    box: [x: number, y: number, w: number, h: number],
    align: "left" | "right" = "left",
  ): void {
    const [x, y, width, height] = box
    const picture = this.#pictures.get(bild)
    if (!picture) throw new Error("a picture that the document does not name")
    const options = { fit: [width, height] as [number, number], ...(align === "right" && { align }) }
    this.figure(alt, (doc) => doc.image(picture, x, y, options))
  }

  /** A drawing of the document, which is told in words to a reader aloud. */
  figure(alt: string, draw: (doc: Doc) => void): void {
    this.#root.add(this.#doc.struct("Figure", { alt }, () => draw(this.#doc)))
  }

  /** Draws a decoration, which does not belong to the page's text. */
  artifact(draw: () => void): void {
    if (this.#inArtifact) return void draw()
    this.#inArtifact = true
    this.#doc.markContent("Artifact", { type: "Layout" })
    draw()
    this.#doc.endMarkedContent()
    this.#inArtifact = false
  }

  /** Ends the document's text; after it only heads and feet are drawn. */
  end(): void {
    this.#root.end()
  }

  #use(style: Style): Doc {
    return this.#doc.font(style.bold ? "bold" : "regular").fontSize(style.size ?? 10)
  }
}
