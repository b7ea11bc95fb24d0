import { readFileSync } from "node:fs"
import { init } from "@embedpdf/pdfium"

/** Chromium's engine reads the documents: it has nothing in common with what writes them. */
const engine = await init({
  wasmBinary: readFileSync(new URL(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"))).buffer,
})
engine.PDFiumExt_Init()
const { getValue, UTF16ToString, wasmExports } = engine.pdfium
export { engine }

/** @returns what `use` makes of so many bytes of the engine's memory, which it has for that time only */
export function withMemory<T>(size: number, use: (at: number) => T): T {
  const at = wasmExports.malloc(size)
  if (at === 0) throw new Error(`no ${size} bytes left to read a document`)
  try {
    return use(at)
  } finally {
    wasmExports.free(at)
  }
}

/** @returns a copy of the engine's memory, which is another one once it has grown */
const copyOf = (at: number, size: number): Buffer => Buffer.from(engine.pdfium.HEAPU8.slice(at, at + size))

/** @returns text of any length, as the engine hands it out: its size first */
export function textOf(read: (into: number, size: number) => number): string {
  const size = read(0, 0)
  return withMemory(Math.max(2, size), (at) => (read(at, size) > 2 ? UTF16ToString(at) : ""))
}

/** @throws Error about a damaged document, also about one that other programs would mend without a word */
export function withDocument<T>(bytes: Uint8Array, use: (document: number) => T): T {
  return withMemory(bytes.length, (at) => {
    engine.pdfium.HEAPU8.set(bytes, at)
    const document = engine.FPDF_LoadMemDocument(at, bytes.length, "")
    if (document === 0) throw new Error(`no PDF: fault ${engine.FPDF_GetLastError()}`)
    try {
      if (!engine.FPDF_DocumentHasValidCrossReferenceTable(document))
        throw new Error("a damaged PDF: its table of references is wrong")
      return use(document)
    } finally {
      engine.FPDF_CloseDocument(document)
    }
  })
}

/** @returns what `use` makes of each page, or of the first ones */
export function eachPage<T>(document: number, use: (page: number) => T, most = Infinity): T[] {
  const length = Math.min(most, engine.FPDF_GetPageCount(document))
  return Array.from({ length }, (_, index) => {
    const page = engine.FPDF_LoadPage(document, index)
    if (page === 0) throw new Error(`a damaged PDF: page ${index + 1} cannot be read`)
    try {
      return use(page)
    } finally {
      engine.FPDF_ClosePage(page)
    }
  })
}

/** Of points, from the page's upper left corner. */
export type Word = {
  word: string
  left: number
  right: number
  top: number
  bottom: number
  base: number
  /** Of its first letter. */ index: number
}

/** What the engine says instead of the hyphen at the end of a line. */
const HYPHEN = 2

export function wordsOf(page: number): Word[] {
  const height = engine.FPDF_GetPageHeightF(page)
  const text = engine.FPDFText_LoadPage(page)
  const words: Word[] = []
  let last: Word | undefined
  withMemory(48, (at) => {
    for (let index = 0; index < engine.FPDFText_CountChars(text); index++) {
      const code = engine.FPDFText_GetUnicode(text, index)
      const letter = code === HYPHEN ? "-" : String.fromCodePoint(code)
      if (code === 0 || /\s/.test(letter)) {
        last = undefined
        continue
      }
      engine.FPDFText_GetLooseCharBox(text, index, at)
      const [left, top, right, bottom] = [0, 4, 8, 12].map((byte) => getValue(at + byte, "float"))
      engine.FPDFText_GetCharOrigin(text, index, at, at + 8)
      const base = height - getValue(at + 8, "double")
      if (last && Math.abs(last.base - base) < 1) {
        last.word += letter
        last.right = right!
        continue
      }
      last = {
        word: letter,
        left: left!,
        right: right!,
        top: height - top!,
        bottom: height - bottom!,
        base,
        index,
      }
      words.push(last)
    }
  })
  engine.FPDFText_ClosePage(text)
  return words
}

/** In points: the width of a letter, and what is wider than a space. */
const LETTER = 4.5
const GAP = 8

/**
 * @param margin where the page's text begins
 * @returns the words of one line as they stand, columns below each other
 */
export function lineOf(words: readonly Word[], margin: number): string {
  let line = ""
  let end = margin
  for (const { word, left, right } of words.toSorted((a, b) => a.left - b.left)) {
    if (line) line += " "
    if (left - end > GAP) line = line.padEnd(Math.round((left - margin) / LETTER))
    line += word
    end = right
  }
  return line
}

/** @returns words that stand beside each other, from the top of the page to its foot */
export function rowsOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words.toSorted((a, b) => a.base - b.base)) {
    const line = lines.at(-1)
    if (line && word.base - line[0]!.base < 2) line.push(word)
    else lines.push([word])
  }
  return lines
}

function linesOf(words: readonly Word[]): string[] {
  const margin = marginOf(words)
  return rowsOf(words).map((line) => lineOf(line, margin))
}

export const marginOf = (words: readonly Word[]): number => Math.min(...words.map(({ left }) => left))

/** @returns what each page says, lines as they stand, with ordinary spaces */
export const pdfPages = (bytes: Uint8Array): string[] =>
  withDocument(bytes, (document) => eachPage(document, (page) => linesOf(wordsOf(page)).join("\n")))

/** @returns what the document says, every run of spaces and line breaks as one space */
export const pdfText = (bytes: Uint8Array): string => pdfPages(bytes).join(" ").replace(/\s+/g, " ")

/** @returns the words of the first page, and where they stand, in points from its upper left corner */
export const pdfWords = (bytes: Uint8Array): Word[] =>
  withDocument(bytes, (document) => eachPage(document, wordsOf, 1)[0]!)

type Info = { title: string; isTagged: boolean; scripts: number; /** In points. */ pages: [number, number][] }

/** @returns what a reader's program is told */
export const pdfInfo = (bytes: Uint8Array): Info =>
  withDocument(bytes, (document) => ({
    title: textOf((into, size) => engine.FPDF_GetMetaText(document, "Title", into, size)),
    isTagged: engine.FPDFCatalog_IsTagged(document),
    scripts: engine.FPDFDoc_GetJavaScriptActionCount(document),
    pages: eachPage(document, (page) => [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]),
  }))

/** @returns the files inside a document, by their names */
export const readAttachments = (bytes: Uint8Array): Record<string, Buffer> =>
  withDocument(bytes, (document) => {
    const length = engine.FPDFDoc_GetAttachmentCount(document)
    return Object.fromEntries(
      Array.from({ length }, (_, index) => {
        const file = engine.FPDFDoc_GetAttachment(document, index)
        return [textOf((into, size) => engine.FPDFAttachment_GetName(file, into, size)), contentOf(file)]
      }),
    )
  })

const contentOf = (file: number): Buffer =>
  withMemory(4, (length) => {
    const read = (into: number, size: number) => engine.FPDFAttachment_GetFile(file, into, size, length)
    if (!read(0, 0)) throw new Error("a damaged PDF: a file in it cannot be read")
    const size = getValue(length, "i32")
    return withMemory(size, (at) => (read(at, size), copyOf(at, size)))
  })

/** As a browser has it: red, green, blue and cover of each dot. */
export type Picture = {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
  colorSpace: "srgb"
}

/** @returns each page as a printer draws it, so many dots an inch, on white paper */
export const pdfPictures = (bytes: Uint8Array, dpi: number): Picture[] =>
  withDocument(bytes, (document) =>
    eachPage(document, (page) => {
      const width = Math.round((engine.FPDF_GetPageWidthF(page) / 72) * dpi)
      const height = Math.round((engine.FPDF_GetPageHeightF(page) / 72) * dpi)
      const bitmap = engine.FPDFBitmap_Create(width, height, 0)
      engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
      // As on paper, and its colours in the order of a Picture.
      engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FOR_PRINTING | RGB)
      const dots = copyOf(engine.FPDFBitmap_GetBuffer(bitmap), width * height * 4)
      engine.FPDFBitmap_Destroy(bitmap)
      return { data: new Uint8ClampedArray(dots), width, height, colorSpace: "srgb" }
    }),
  )
const FOR_PRINTING = 0x800
const RGB = 0x10
