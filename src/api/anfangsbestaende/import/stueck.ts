import { MOST_PIECES } from "../../../lib/figures.ts"
import { formatQuantity } from "../../../lib/format.ts"
import { hintsOf } from "../../import/table/hints.ts"
import { CellFault, count, type Reader } from "../../import/table/columns.ts"

/** Numbers of pieces, as programs write them. */

/** Some programs write the sign behind, or put what is below zero into brackets. */
const BELOW_ZERO = /^[-−–]\s*(?=\d)|(?<=\d)\s*[-−–](?=\s*(?:€|EUR)?$)|^\((?=.*\d.*\)$)/

/** @returns the same reader, which also takes what is below zero */
export const signed =
  (read: (cell: string) => number | null) =>
  (cell: string): number | null => {
    const isBelow = BELOW_ZERO.test(cell)
    const value = read(isBelow ? cell.replace(BELOW_ZERO, "").replace(/\)$/, "").trim() : cell)
    return isBelow && value ? -value : value
  }

/** With its unit, with a plus, or with the decimal that a program in Python writes. */
const bare = (cell: string): string =>
  cell.replace(/^\+\s*(?=\d)/, "").replace(/(?<=\d)\.0$|\s*(?:Stück|Stk\.?|St\.?)$/i, "")

const readBare = signed(count.read)
export const readPieces = (cell: string): number | null => readBare(bare(cell))

/** @returns the pieces in a cell; null without any, and for what is no number */
export function tried(cell = ""): number | null {
  try {
    return cell.trim() === "" ? null : readPieces(cell.trim())
  } catch {
    return null
  }
}

/** Three decimals, or thousands: a whole column of one or the other. */
const DOTTED = /^[-−–+(]?\s*(\d{1,3})\.000\s*[-−–)]?$/

/**
 * Pieces with the three decimals of a program in English are thousands in German: where all cells of a column look so,
 * or there are zeros with decimals, nobody knows.
 */
export const undotted =
  (read: (cell: string) => number | null) =>
  (cells: readonly string[]): Reader => {
    const some = cells.filter((cell) => cell !== "" && !/^[-−–0]$/.test(cell))
    const areAll = some.length > 1 && some.every((cell) => DOTTED.test(cell))
    const isUnclear = areAll || some.some((cell) => /^0\.0+$/.test(cell))
    return {
      read: (cell) => {
        const [, whole] = (isUnclear && DOTTED.exec(cell)) || []
        if (whole !== undefined && Number(whole) > 0)
          throw new CellFault(`ist nicht eindeutig: bitte ${whole} oder ${whole}000 schreiben`)
        return whole === undefined ? read(cell) : read("0")
      },
    }
  }

/** @returns rows of more pieces than anybody books at once, in German: a number of another column may have got there */
export const tooMany = (rows: readonly { zeile: number; input: { menge: number } }[]): string[] =>
  hintsOf(
    `In [einer Zeile|# Zeilen] stehen mehr als ${formatQuantity(MOST_PIECES)} Stück. Ist das gemeint?`,
    rows
      .filter(({ input }) => Math.abs(input.menge) > MOST_PIECES)
      .map(({ zeile, input }) => `${formatQuantity(input.menge)} (Zeile ${zeile})`),
  )
