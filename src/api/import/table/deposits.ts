import { readCent } from "../../../lib/figures.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import type { Column } from "./importer.ts"

export const DEPOSIT = /pfand|kaution|deposit|leergut|sicherheit/i

/** @returns the heading under which a deposit was read, where it may stand for another amount, in German */
export const otherThanDeposit = (
  columns: readonly { heading: string; spalte: { feld: string } | undefined }[],
): string[] =>
  columns
    .filter(({ heading, spalte }) => spalte?.feld === "pfand_cent" && !DEPOSIT.test(heading))
    .map(
      ({ heading }) =>
        `Was unter „${heading}“ steht, ist als Pfand gelesen. Ist es das Pfand, und nicht der Preis der Ware?`,
    )

/** Rows by which a column is judged: all of a long table would hold up everybody. */
export const LOOKED_AT = 500

/** @returns the amount that a cell says; null for none */
export const centOf = (cell = ""): number | null => {
  const reading = readCent(cell)
  return "value" in reading ? reading.value : null
}

/** @returns columns of another deposit beside the one that is read, in German */
export function otherDeposits(table: Table, columns: readonly Column[]): string[] {
  const at = columns.findIndex(({ spalte }) => spalte?.feld === "pfand_cent")
  if (at < 0) return []
  const read = columns[at]?.heading
  return columns.flatMap(({ heading, spalte, isOurs }, i) => {
    if (spalte || isOurs || !DEPOSIT.test(heading)) return []
    const other = table.rows.slice(0, LOOKED_AT).find(({ cells }) => {
      const [one, second] = [centOf(cells[at]), centOf(cells[i])]
      return isAmountText(cells[i] ?? "") && one !== null && second !== null && one !== second
    })
    return other
      ? [
          `Unter „${heading}“ steht ein anderes Pfand als unter „${read}“: ${other.cells[i]} statt ${other.cells[at]} (Zeile ${other.zeile}). Gelesen ist „${read}“: Ist es das?`,
        ]
      : []
  })
}
