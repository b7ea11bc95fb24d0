import { readCent } from "../../../lib/figures.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { LOOKED_AT } from "./assign.ts"
import { CellFault, foreignColumn, type ImportColumn } from "./columns.ts"
import type { Column } from "./importer.ts"

/** Headings of deposits. */
export const DEPOSIT = /pfand|kaution|deposit|leergut|sicherheit/i

/** @returns a hint, in German, if deposits were read below a heading that may mean the price of the goods */
export const otherThanDeposit = (
  columns: readonly { heading: string; spalte: { feld: string } | undefined }[],
): string[] =>
  columns
    .filter(({ heading, spalte }) => spalte?.feld === "pfand_cent" && !DEPOSIT.test(heading))
    .map(
      ({ heading }) =>
        `Was unter „${heading}“ steht, ist als Pfand gelesen. Ist es das Pfand, und nicht der Preis der Ware?`,
    )

/** @returns the amount in a cell, in cents; null if there is none */
export const centOf = (cell = ""): number | null => {
  const reading = readCent(cell)
  return "value" in reading ? reading.value : null
}

/** @returns hints, in German, of unread columns with other deposits than the one that is read */
export function otherDeposits(table: Table, columns: readonly Column[]): string[] {
  const at = columns.findIndex(({ spalte }) => spalte?.feld === "pfand_cent")
  if (at < 0) return []
  const read = columns[at]?.heading
  return columns.flatMap(({ heading, spalte, isExportOnly }, i) => {
    if (spalte || isExportOnly || !DEPOSIT.test(heading)) return []
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

/** Headings for the number of pieces that a price is for, besides `Preiseinheit`. */
export const priceUnitHeadings = ["Preis-Einheit", "PEH", "Preis je", "Preis pro", "Price unit"]

/** The currency that some programs name beside an amount. Any other than the euro is refused. */
export const currencyColumn: ImportColumn = {
  ...foreignColumn("waehrung", "Währung", "Nur Euro", ["Whg", "Währungscode", "WKZ", "Currency", "Curr."]),
  read: (cell) => {
    if (!/^(?:€|EUR|Euro)$/i.test(cell)) throw new CellFault("muss Euro sein, bitte den Betrag umrechnen")
    return undefined
  },
}
