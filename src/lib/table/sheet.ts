import { type NumberFormat, shownNumber } from "./number-format.ts"
import { BROKEN, type Handler, TOO_LARGE } from "./parts.ts"
import { LONGEST_CELL, letterOf, MOST_COLUMNS, type TableMaker } from "./table-maker.ts"
import { textCollector } from "./texts.ts"

/** Parts of the workbook that a sheet refers to. */
export type Book = { texts: string[]; formats: NumberFormat[]; is1904: boolean }

/** Kept of all cells, in UTF-16 units. */
const MOST_KEPT = 32 * 1024 * 1024

type Cell = { column: number; type: string; style: number; value: string; isFormula: boolean }

/** @returns takes a sheet's rows over as they come; empty rows and cells cost nothing */
export function sheetHandler(book: Book, maker: TableMaker): Handler {
  const inline = textCollector()
  let zeile = 0
  let cells: string[] = []
  let cell: Cell | undefined
  let isValue = false
  let kept = 0
  const keep = (text: string, column: number): void => {
    if (column >= MOST_COLUMNS) throw maker.refused(`hat mehr als ${MOST_COLUMNS} Spalten`)
    if (text.length > LONGEST_CELL)
      throw maker.refused(`hat in ${letterOf(column)}${zeile} eine Zelle von ungeheurer Länge`)
    kept += text.length
    if (kept > MOST_KEPT) throw new Error(TOO_LARGE)
    cells[column] = text
  }
  return {
    open: (name, { r, t = "n", s = "0" }) => {
      inline.open(name, {})
      if (name === "row") {
        zeile = Number(r) || zeile + 1
        cells = []
      } else if (name === "c") {
        const column = columnOf(r) ?? (cell?.column ?? -1) + 1
        cell = { column, type: t, style: Number(s), value: "", isFormula: false }
      } else if (name === "f" && cell) cell.isFormula = true
      isValue = name === "v"
    },
    text: (text) => {
      inline.text(text)
      if (isValue && cell) cell.value += text
    },
    close: (name) => {
      inline.close(name)
      isValue = false
      if (name === "c" && cell) {
        const text = cell.type === "inlineStr" ? inline.take() : shown(cell, book)
        const msg = faultOf(cell)
        if (msg) maker.fault({ zeile, column: cell.column, msg })
        if (msg || text !== "") keep(text, cell.column)
      } else if (name === "row") {
        maker.add(zeile, cells)
        cells = []
        cell = undefined
      }
    },
  }
}

/** `AB12` → 27 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function shown({ type, value, style }: Cell, { texts, formats, is1904 }: Book): string {
  if (type === "s") {
    const text = value === "" ? "" : texts[Number(value)]
    // The texts stand behind the sheet, and were cut off.
    if (text === undefined) throw new Error(BROKEN)
    return text
  }
  if (type === "b") return value === "1" ? "ja" : "nein"
  return type === "n" ? shownNumber(value, formats[style] ?? "plain", is1904) : value
}

function faultOf({ type, value, isFormula }: Cell): string | undefined {
  if (type === "e") return "enthält einen Fehler von Excel, z. B. #NV oder #BEZUG!"
  return isFormula && value === "" && type !== "str"
    ? "enthält eine Formel ohne Ergebnis: bitte in Excel öffnen und noch einmal speichern"
    : undefined
}
