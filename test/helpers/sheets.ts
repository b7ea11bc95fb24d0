import {
  engine,
  eachPage,
  lineOf,
  marginOf,
  rowsOf,
  textOf,
  type Word,
  withDocument,
  withMemory,
  wordsOf,
} from "./pdf.ts"

/** A printed page, told so that people can read it and a test can compare it. */
export type Sheet = {
  /** Lines as they stand, each behind its size in points: `b` is bold, `g` is grey. */
  lines: string[]
  /** What is drawn beside letters, in millimetres, and what is told to who cannot see it. */
  drawn: string[]
  /** Texts that stand on each other, or leave the paper. */
  spoilt: string[]
}

const { getValue } = engine.pdfium
const mm = (points: number): string => ((points / 72) * 25.4).toFixed(1)

/** @returns each page of a document */
export const sheetsOf = (bytes: Uint8Array): Sheet[] =>
  withDocument(bytes, (document) => eachPage(document, sheetOf))

function sheetOf(page: number): Sheet {
  const words = wordsOf(page)
  const margin = marginOf(words)
  const text = engine.FPDFText_LoadPage(page)
  const lines = rowsOf(words).map((row) => {
    const styles = row.toSorted((a, b) => a.left - b.left).map((word) => styleOf(text, word))
    return `${[...new Set(styles)].join(" ").padEnd(4)} ${lineOf(row, margin)}`
  })
  engine.FPDFText_ClosePage(text)
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
  return {
    lines,
    drawn: [`${mm(size.width)} × ${mm(size.height)}`, ...shapesOf(page, size.height), ...toldOf(page)],
    spoilt: spoiltOf(words, size),
  }
}

function styleOf(text: number, { index }: Word): string {
  const isBold = withMemory(64, (at) => {
    const length = engine.FPDFText_GetFontInfo(text, index, at, 60, at + 60)
    return Buffer.from(engine.pdfium.HEAPU8.slice(at, at + length)).includes("SemiBold")
  })
  const isGrey = withMemory(16, (at) => {
    engine.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12)
    return getValue(at, "i32") > 0
  })
  const size = Number(engine.FPDFText_GetFontSize(text, index).toFixed(1))
  return `${size}${isBold ? "b" : ""}${isGrey ? "g" : ""}`
}

const KINDS: Record<number, string> = { 2: "shape", 3: "picture" }

/** @returns lines, areas and pictures; those of one kind that only stand at another height in one string */
function shapesOf(page: number, height: number): string[] {
  const shapes = Array.from({ length: engine.FPDFPage_CountObjects(page) }, (_, index) =>
    engine.FPDFPage_GetObject(page, index),
  ).flatMap((object) => {
    const kind = KINDS[engine.FPDFPageObj_GetType(object)]
    return kind ? [shapeOf(object, kind, height)] : []
  })
  return [...Map.groupBy(shapes, ({ what }) => what)].map(
    ([what, all]) => `${what}: ${all.map(({ top }) => top).join(" ")}`,
  )
}

function shapeOf(object: number, kind: string, height: number): { what: string; top: string } {
  const floats = (count: number, read: (at: number[]) => void): number[] =>
    withMemory(4 * count, (at) => {
      const places = Array.from({ length: count }, (_, index) => at + 4 * index)
      read(places)
      return places.map((place) => getValue(place, "float"))
    })
  const [left = 0, bottom = 0, right = 0, top = 0] = floats(4, ([a = 0, b = 0, c = 0, d = 0]) =>
    engine.FPDFPageObj_GetBounds(object, a, b, c, d),
  )
  const size = `${mm(left)}–${mm(right)}, ${mm(top - bottom)} high`
  return { what: `${kind} ${size}${kind === "shape" ? shadeOf(object) : ""}`, top: mm(height - top) }
}

/** @returns how dark an area is, or how dark and thick a line, from 0 (black) to 255 */
function shadeOf(object: number): string {
  return withMemory(16, (at) => {
    engine.FPDFPath_GetDrawMode(object, at, at + 4)
    const isArea = getValue(at, "i32") !== 0
    const read = isArea ? engine.FPDFPageObj_GetFillColor : engine.FPDFPageObj_GetStrokeColor
    read(object, at, at + 4, at + 8, at + 12)
    const shade = getValue(at, "i32")
    return isArea ? `, filled ${shade}` : `, line ${shade}`
  })
}

/** @returns the page's structure as a program that reads aloud goes through it, and what it says of pictures */
function toldOf(page: number): string[] {
  const tree = engine.FPDF_StructTree_GetForPage(page)
  if (tree === 0) return []
  const told: string[] = []
  const walk = (element: number): string => {
    const type = textOf((into, size) => engine.FPDF_StructElement_GetType(element, into, size))
    const alt = textOf((into, size) => engine.FPDF_StructElement_GetAltText(element, into, size))
    if (alt) told.push(`${type}: ${alt}`)
    const length = Math.max(0, engine.FPDF_StructElement_CountChildren(element))
    const parts = Array.from({ length }, (_, index) =>
      engine.FPDF_StructElement_GetChildAtIndex(element, index),
    ).flatMap((child) => (child === 0 ? [] : [walk(child)]))
    return parts.length > 0 ? `${type}(${counted(parts)})` : type
  }
  const length = engine.FPDF_StructTree_CountChildren(tree)
  const roots = Array.from({ length }, (_, index) =>
    walk(engine.FPDF_StructTree_GetChildAtIndex(tree, index)),
  )
  engine.FPDF_StructTree_Close(tree)
  return [...(length > 0 ? [`aloud: ${counted(roots)}`] : []), ...told]
}

/** @returns `TH×4 TD` */
function counted(parts: readonly string[]): string {
  const runs: [string, number][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.[0] === part) last[1]++
    else runs.push([part, 1])
  }
  return runs.map(([part, times]) => (times > 1 ? `${part}×${times}` : part)).join(" ")
}

/** Of a letter's size: how much of it is above and below its line, at least. */
const [ABOVE, BELOW] = [0.55, 0.1]

function spoiltOf(words: readonly Word[], { width, height }: { width: number; height: number }): string[] {
  const boxes = words.map((one) => {
    const size = (one.bottom - one.top) / 1.257
    return { ...one, top: one.base - size * ABOVE, bottom: one.base + size * BELOW }
  })
  const outside = boxes.filter(
    ({ left, right, top, bottom }) => left < 3 || top < 3 || right > width - 3 || bottom > height - 3,
  )
  const crossed = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.left + 0.5 < other.right &&
          other.left + 0.5 < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `${one.word} on ${other.word}`),
  )
  return [...outside.map(({ word }) => `${word} beside the paper`), ...crossed]
}
