import { formatDecimal } from "../../lib/format.ts"
import { zip } from "../../lib/zip.ts"
import { escapeXml } from "../xml.ts"

/** An amount, in cents: a number with two decimals in a workbook, text with a comma elsewhere. */
export class Euro {
  constructor(readonly cent: number) {}

  toString(): string {
    return formatDecimal(this.cent)
  }
}

export type Cell = string | number | Euro | null | undefined

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const kind = (what: string): string =>
  `application/vnd.openxmlformats-officedocument.spreadsheetml.${what}+xml`

const fixed: Record<string, string> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind("sheet.main")}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind("worksheet")}"/><Override PartName="/xl/styles.xml" ContentType="${kind("styles")}"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Tabelle" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Three styles: plain, an amount, a heading.
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}

const BEGIN = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const END = "</sheetData></worksheet>"

/** Escapes signs that XML cannot hold, by their number, and what already reads like such an escape. */
const escaped = (text: string): string =>
  escapeXml(
    text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_").replaceAll(
      // oxlint-disable-next-line no-control-regex
      /[\0-\x08\v\f\r\x0e-\x1f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    ),
  )

/** Text stays text, even if it begins like a formula. */
function cellXml(cell: Cell, isHeading: boolean): string {
  if (cell === null || cell === undefined || cell === "") return "<c/>"
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`
  if (cell instanceof Euro) return `<c s="1"><v>${cell.cent / 100}</v></c>`
  const style = isHeading ? ' s="2"' : ""
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const rowXml = (cells: readonly Cell[], isHeading: boolean): string =>
  `<row>${cells.map((cell) => cellXml(cell, isHeading)).join("")}</row>`

/**
 * A table as a workbook with one sheet.
 *
 * @param moment ISO 8601 UTC
 * @param pieces rows that are read together; the first one of all has the headings
 * @returns the file in pieces, made while it is sent
 */
export function workbook(
  moment: string,
  pieces: Iterable<readonly (readonly Cell[])[]>,
): Generator<Uint8Array> {
  const sheet = function* (): Generator<Uint8Array> {
    yield Buffer.from(BEGIN)
    let isFirst = true
    for (const rows of pieces) {
      const xml = rows.map((row, i) => rowXml(row, isFirst && i === 0)).join("")
      isFirst = false
      yield Buffer.from(xml)
    }
    yield Buffer.from(END)
  }
  const files = Object.entries(fixed).map(([name, xml]) => ({
    name,
    moment,
    pieces: [Buffer.from(HEAD + xml)],
  }))
  return zip([...files, { name: "xl/worksheets/sheet1.xml", moment, pieces: sheet() }], { compress: true })
}
