import { MOST_PIECES } from "../../../lib/figures.ts"
import { formatQuantity } from "../../../lib/format.ts"
import { hintsOf } from "../../import/table/hints.ts"
import { CellFault, count, type Reader } from "../../import/table/columns.ts"

/** Reads numbers of pieces as programs write them. */

/** A minus in front or behind, or brackets around the number. */
const BELOW_ZERO = /^[-−–]\s*(?=\d)|(?<=\d)\s*[-−–](?=\s*(?:€|EUR)?$)|^\((?=.*\d.*\)$)/

/** @returns the same reader, which also reads negative numbers */
export const signed =
  (read: (cell: string) => number | null) =>
  (cell: string): number | null => {
    const isBelow = BELOW_ZERO.test(cell)
    const value = read(isBelow ? cell.replace(BELOW_ZERO, "").replace(/\)$/, "").trim() : cell)
    return isBelow && value ? -value : value
  }

/** @returns the number without its unit, a plus, and the `.0` that Python writes */
const bare = (cell: string): string =>
  cell.replace(/^\+\s*(?=\d)/, "").replace(/(?<=\d)\.0$|\s*(?:Stück|Stk\.?|St\.?)$/i, "")

const readBare = signed(count.read)
/** @returns the pieces in a cell @throws CellFault for what is no whole number */
export const readPieces = (cell: string): number | null => readBare(bare(cell))

/** @returns the pieces in a cell; null for an empty one, and for what is no number */
export function piecesIn(cell = ""): number | null {
  try {
    return cell.trim() === "" ? null : readPieces(cell.trim())
  } catch {
    return null
  }
}

/** `12.000`: twelve with three decimals, or twelve thousand. */
const DOTTED = /^[-−–+(]?\s*(\d{1,3})\.000\s*[-−–)]?$/

/**
 * In English, `12.000` is twelve; in German, twelve thousand. If all cells of a column look like this, or one is `0.000`,
 * nobody knows which.
 *
 * @returns a reader that throws a CellFault for such cells in such a column
 */
export const unambiguousPieces =
  (read: (cell: string) => number | null) =>
  (cells: readonly string[]): Reader => {
    const some = cells.filter((cell) => cell !== "" && !/^[-−–0]$/.test(cell))
    const areAllDotted = some.length > 1 && some.every((cell) => DOTTED.test(cell))
    const isUnclear = areAllDotted || some.some((cell) => /^0\.0+$/.test(cell))
    return {
      read: (cell) => {
        const [, whole] = (isUnclear && DOTTED.exec(cell)) || []
        if (whole !== undefined && Number(whole) > 0)
          throw new CellFault(`ist nicht eindeutig: bitte ${whole} oder ${whole}000 schreiben`)
        return whole === undefined ? read(cell) : read("0")
      },
    }
  }

/** @returns a hint, in German, of rows with implausibly many pieces: a number of another column may stand there */
export const tooMany = (rows: readonly { zeile: number; input: { menge: number } }[]): string[] =>
  hintsOf(
    `In [einer Zeile|# Zeilen] stehen mehr als ${formatQuantity(MOST_PIECES)} Stück. Ist das gemeint?`,
    rows
      .filter(({ input }) => Math.abs(input.menge) > MOST_PIECES)
      .map(({ zeile, input }) => `${formatQuantity(input.menge)} (Zeile ${zeile})`),
  )
