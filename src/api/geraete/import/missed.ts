import { dayReader } from "../../../lib/day-read.ts"
import { centOf, DEPOSIT, LOOKED_AT } from "../../import/table/deposits.ts"
import type { Seen } from "../../import/table/importer.ts"
import { hintsOf } from "../../import/table/hints.ts"

const KUNDE = /kunde|debitor|entleiher|mieter/i
const PRUEFUNG = /prüf|wartung|check|uvv|dguv|vde|tüv|eichung|reinigung|kalibrier/i

const isAmount = (cell: string): boolean => (centOf(cell) ?? 0) > 0

function areDays(cells: readonly string[]): boolean {
  const read = dayReader(cells, "last")
  return cells.some((cell) => "value" in read(cell))
}

/**
 * @returns filled columns that nobody knows, of what a device would lack without a word: its deposit, its customer, its
 *   tests; in German
 */
export function missedHints({ table, columns }: Seen): string[] {
  const isRead = (...fields: string[]): boolean =>
    columns.some(({ spalte }) => spalte !== undefined && fields.includes(spalte.feld))
  const hasDeposit = isRead("pfand_cent")
  const hasKunde = isRead("kunde", "kundenname", "debitor")
  const missed = columns.flatMap(({ heading, spalte, isOurs }, i) => {
    if (spalte || isOurs) return []
    const cells = table.rows.slice(0, LOOKED_AT).flatMap((row) => row.cells[i]?.trim() || [])
    const isMissed =
      (!hasDeposit && DEPOSIT.test(heading) && cells.some(isAmount)) ||
      (!hasKunde && KUNDE.test(heading) && cells.length > 0) ||
      (PRUEFUNG.test(heading) && areDays(cells))
    return isMissed ? [`„${heading}“`] : []
  })
  return hintsOf(
    "[Eine Spalte ist ausgefüllt und wird|# Spalten sind ausgefüllt und werden] nicht übernommen. Gehören Pfand, Kunde oder Prüfung der Geräte dazu, bitte zuordnen",
    missed,
  )
}
