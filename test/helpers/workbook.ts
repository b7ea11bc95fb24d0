import { type ZipFile, zip } from "../../src/lib/zip.ts"
import { type Cell, workbook } from "../../src/print/export/xlsx.ts"

const AT = "2026-01-01T00:00:00.000Z"
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const text = (content: string): Iterable<Uint8Array> => [Buffer.from(content)]

/** A workbook in Excel's own format, from a row of headings and the rows below it. */
export const xlsx = (...rows: Cell[][]): Buffer => Buffer.concat([...workbook(AT, [rows])])

type Parts = {
  sheet: string | Iterable<Uint8Array>
  /** Items of the table of texts. */
  texts?: string | Iterable<Uint8Array>
  /** Formats of numbers, by the style of cells that has the same place. */
  formats?: string[]
}

/** A workbook as other programs write it, from what stands in its parts. */
export function rawWorkbook({ sheet, texts = "", formats = [] }: Parts): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const files: [string, Iterable<Uint8Array>][] = [
    [
      "xl/workbook.xml",
      text(
        `<x:workbook xmlns:x="m" xmlns:r="${OFFICE}"><x:sheets><x:sheet name="versteckt" state="hidden" r:id="rId9"/><x:sheet name="a" r:id="rId1"/></x:sheets></x:workbook>`,
      ),
    ],
    [
      "xl/_rels/workbook.xml.rels",
      text(
        `<Relationships>${relation("rId1", "worksheet", "worksheets/sheet1.xml")}${relation("rId2", "sharedStrings", "/xl/sharedStrings.xml")}${relation("rId3", "styles", "styles.xml")}</Relationships>`,
      ),
    ],
    // Before the texts that it points to.
    [
      "xl/worksheets/sheet1.xml",
      typeof sheet === "string"
        ? text(`<worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>`)
        : sheet,
    ],
    ["xl/sharedStrings.xml", typeof texts === "string" ? text(`<sst>${texts}</sst>`) : texts],
    [
      "xl/styles.xml",
      text(
        `<styleSheet><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join("")}</cellXfs></styleSheet>`,
      ),
    ],
  ]
  const zipped = zip(
    files.map(([name, pieces]): ZipFile => ({ name, moment: AT, pieces })),
    { compress: true },
  )
  return Buffer.concat([...zipped])
}

/** One text many times, in thousands, between a beginning and an end. */
export function* repeated(begin: string, piece: string, times: number, end: string): Generator<Uint8Array> {
  const thousand = Buffer.from(piece.repeat(1000))
  yield Buffer.from(begin)
  for (let i = 0; i < times / 1000; i++) yield thousand
  yield Buffer.from(end)
}

export const SHEET = `<worksheet ${MAIN}><sheetData>`

/** A row of a sheet: texts in the cells themselves, numbers with the format of the style 0. */
export const rowXml = (cells: (string | number)[], attributes = ""): string =>
  `<row ${attributes}>${cells
    .map((cell) =>
      typeof cell === "number"
        ? `<c s="0"><v>${cell}</v></c>`
        : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
    )
    .join("")}</row>`

type Book = {
  /** Contents of the sheets' `sheetData` by their names, or with what stands before it. */
  sheets: Record<string, string | { before?: string; data: string; state?: string }>
  formats?: string[]
  /** Styles whose text is struck through. */
  struck?: number[]
  /** Name of a part as this program writes it. */
  named?: (part: string) => string
  /** As ISO 29500 Strict. */
  isStrict?: boolean
  is1904?: boolean
}

/** A workbook of several sheets, whose parts are found by their relations alone. */
export function rawBook({
  sheets,
  formats = [],
  struck = [],
  named = (part) => part,
  isStrict,
  is1904,
}: Book): Buffer<ArrayBuffer> {
  const office = isStrict ? "http://purl.oclc.org/ooxml/officeDocument/relationships" : OFFICE
  const main = isStrict ? 'xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"' : MAIN
  const relations = (all: [string, string, string][]) =>
    `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`
  const all = Object.entries(sheets).map(([name, sheet]) => ({
    name,
    ...(typeof sheet === "string" ? { data: sheet } : sheet),
  }))
  const sheetOf = (i: number) => named(`xl/worksheets/sheet${i + 1}.xml`).slice("xl/".length)
  const workbookPart = named("xl/workbook.xml")
  const parts: [string, string][] = [
    ["_rels/.rels", relations([["rId1", "officeDocument", workbookPart]])],
    [
      workbookPart,
      `<workbook ${main} xmlns:r="${office}">${is1904 ? '<workbookPr date1904="1"/>' : ""}<sheets>${all.map(({ name, state = "visible" }, i) => `<sheet name="${name}" state="${state}" r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
    ],
    [
      workbookPart.replace(/([^/\\]+)$/, "_rels/$1.rels"),
      relations([
        ...all.map((_, i): [string, string, string] => [`rId${i + 1}`, "worksheet", sheetOf(i)]),
        ["rId99", "styles", "styles.xml"],
      ]),
    ],
    [
      "xl/styles.xml",
      `<styleSheet ${main}><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs>${formats.map((_, i) => `<xf numFmtId="${164 + i}" fontId="${struck.includes(i) ? 1 : 0}"/>`).join("")}</cellXfs></styleSheet>`,
    ],
    ...all.map(({ before = "", data }: { before?: string; data: string }, i): [string, string] => [
      named(`xl/worksheets/sheet${i + 1}.xml`),
      `<worksheet ${main}>${before}<sheetData>${data}</sheetData></worksheet>`,
    ]),
  ]
  return archive(Object.fromEntries(parts))
}

/** An archive of texts by their names. */
export const archive = (files: Record<string, string>): Buffer<ArrayBuffer> =>
  Buffer.concat([
    ...zip(
      Object.entries(files).map(([name, content]): ZipFile => ({ name, moment: AT, pieces: text(content) })),
      { compress: true },
    ),
  ])
