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
