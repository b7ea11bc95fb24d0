import { shownIso } from "./moments.ts"
import type { Show } from "./number-format.ts"
import { plainNumber } from "./plain-number.ts"
import { BROKEN, ENOUGH, type Handler, TOO_LARGE } from "./parts.ts"
import { LONGEST_CELL, MOST_COLUMNS, TOO_WIDE, type TableMaker } from "./table-maker.ts"
import { letterOf } from "./headings.ts"
import { textCollector } from "./texts.ts"

/** Parts of the workbook that a sheet refers to. */
export type Book = {
  texts: string[]
  /** By style: how a number is shown, and whether as an amount. */
  shows: Show[]
  amounts: boolean[]
  /** By style: whether its text is struck through. */
  strikes: boolean[]
  is1904: boolean
}

/** Most text that is kept of all cells, in UTF-16 units. */
const MOST_KEPT = 32 * 1024 * 1024

type Cell = { column: number; type: string; style: number; value: string; isFormula: boolean }

/** @returns a builder of rows: it keeps the cells of the current row */
export function rowOf(maker: TableMaker) {
  let cells: string[] = []
  let struck = 0
  let formulas: number[] = []
  let amounts = new Set<number>()
  let kept = 0
  return {
    /**
     * @param is.amount whether the file formats the cell as an amount
     * @param is.struck whether it is struck through
     * @throws Refusal invalid, or Error, for a cell that is too long, or too many cells
     */
    keep: (text: string, zeile: number, column: number, is: { amount: boolean; struck: boolean }): void => {
      if (column >= MOST_COLUMNS) throw maker.refused(TOO_WIDE)
      if (text.length > LONGEST_CELL)
        throw maker.refused(`hat in ${letterOf(column)}${zeile} eine Zelle von ungeheurer Länge`)
      kept += text.length
      if (kept > MOST_KEPT) throw new Error(TOO_LARGE)
      cells[column] = text
      if (is.amount) amounts.add(column)
      if (is.struck) struck++
    },
    keepFormula: (column: number): void => {
      if (column >= MOST_COLUMNS) throw maker.refused(TOO_WIDE)
      formulas.push(column)
    },
    /** Ends the row. @returns its cells, and whether most of them are struck through */
    take: (): { cells: string[]; formulas: number[]; amounts: ReadonlySet<number>; isStruck: boolean } => {
      const filled = struck === 0 ? 0 : cells.filter((cell) => (cell ?? "").trim() !== "").length
      const taken = { cells, formulas, amounts, isStruck: struck * 2 > filled }
      cells = []
      struck = 0
      formulas = []
      amounts = new Set()
      return taken
    },
  }
}

export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true"

/**
 * @param most rows that are read; all by default
 * @returns a handler that adds the rows of a sheet to its maker; empty rows and cells cost nothing
 */
export function sheetHandler(book: Book, maker: TableMaker, most = Infinity): Handler {
  const inline = textCollector()
  const row = rowOf(maker)
  let zeile = 0
  let count = 0
  let isHidden = false
  /** Whether rows without a height of their own are hidden. */
  let isFlat = false
  let cell: Cell | undefined
  let isValue = false
  let ranges = 0
  return {
    open: (name, attributes) => {
      const { r, t = "n", s = "0" } = attributes
      inline.open(name, attributes)
      if (name === "sheetFormatPr") isFlat = isTrue(attributes["zeroHeight"])
      else if (name === "mergeCell") mergeCells(maker, attributes["ref"])
      else if (name === "col" && ++ranges <= MOST_COLUMNS) hideColumns(maker, attributes)
      else if (name === "row") {
        const { hidden, ht } = attributes
        zeile = Number(r) || zeile + 1
        isHidden = isTrue(hidden) || Number(ht ?? (isFlat ? 0 : 1)) === 0
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
        if (isWithoutResult(cell)) row.keepFormula(cell.column)
        else if (text !== "")
          row.keep(text, zeile, cell.column, {
            amount: isAmount(cell, book),
            struck: book.strikes[cell.style] ?? false,
          })
      } else if (name === "row") {
        const { cells, isStruck, ...about } = row.take()
        maker.add(zeile, cells, { ...about, isHidden: isHidden || isStruck })
        cell = undefined
        if (++count >= most) throw ENOUGH
      }
    },
  }
}

/** @param attributes of some columns beside each other, which are counted from 1 */
function hideColumns(
  maker: TableMaker,
  { min = "0", max = "0", hidden, width }: Record<string, string>,
): void {
  if (!isTrue(hidden) && width !== "0") return
  for (let column = Number(min); column <= Math.min(Number(max), MOST_COLUMNS); column++)
    maker.hide(column - 1)
}

/** @param range of a merged cell: `C2:C3` */
function mergeCells(maker: TableMaker, range = ""): void {
  const [, first, last] = /^[A-Z]+(\d+):[A-Z]+(\d+)$/.exec(range) ?? []
  maker.merged.add(Number(first), columnOf(range) ?? 0, Number(last) - Number(first) + 1)
}

/** `AB12` → 27 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function shown({ type, value, style }: Cell, { texts, shows }: Book): string {
  if (type === "s") {
    const text = value === "" ? "" : texts[Number(value)]
    // The shared texts stand behind the sheet: the file was cut off.
    if (text === undefined) throw new Error(BROKEN)
    return text
  }
  if (type === "b") return value === "1" ? "ja" : "nein"
  if (type === "e") return value || "#N/A"
  if (type === "d") return shownIso(value)
  const number = Number(value)
  if (type !== "n" || value.trim() === "" || !Number.isFinite(number)) return value
  return (shows[style] ?? plainNumber)(number)
}

const isAmount = ({ type, style }: Cell, { amounts }: Book): boolean =>
  type === "n" && (amounts[style] ?? false)

/** @returns whether it is a formula without a result: some programs do not calculate */
const isWithoutResult = ({ type, value, isFormula }: Cell): boolean =>
  isFormula && value === "" && type !== "str" && type !== "inlineStr"
