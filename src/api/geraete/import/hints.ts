import { dayReader } from "../../../lib/day-read.ts"
import { keyOf } from "../../../lib/headings.ts"
import { LOOKED_AT } from "../../import/table/assign.ts"
import { centOf, DEPOSIT } from "../../import/table/deposits.ts"
import { hintsOf } from "../../import/table/hints.ts"
import type { Column, Given, HintContext } from "../../import/table/importer.ts"

/** Part of a cell that is searched for several numbers, in UTF-16 units. */
const LONGEST = 50
const COUNTS = new Set(["Anzahl", "Menge", "Stück", "Stückzahl", "Quantity"].map(keyOf))

/** `K-1 bis K-5`, and `K-6, K-7`. */
const NUMBERS = /\d\s*(?:\bbis\b|\bund\b|[;+&]|,\s|\.{2,}|…)\s*\S*\d/i

/** @returns hints, in German, of rows that name several devices: only one is made of each */
export const severalHints = (seen: HintContext): string[] => [...counted(seen), ...numbered(seen)]

function numbered({ table, columns }: HintContext): string[] {
  const at = columns.findIndex(({ spalte }) => spalte?.feld === "geraetenummer")
  const cells = at < 0 ? [] : table.rows.flatMap((row) => row.cells[at] ?? [])
  return hintsOf(
    "In [einer Zelle stehen|# Zellen stehen] mehrere Nummern, und je Zeile entsteht ein Gerät. Ist das gemeint?",
    cells.filter((cell) => NUMBERS.test(cell.slice(0, LONGEST))),
  )
}

const counted = ({ table, columns }: HintContext): string[] =>
  columns.flatMap(({ heading, spalte }, i) => {
    if (spalte || !COUNTS.has(keyOf(heading))) return []
    const several = table.rows.filter(({ cells }) => Number((cells[i] ?? "").trim().replace(",", ".")) > 1)
    return hintsOf(
      `Unter „${heading}“ [steht in einer Zeile|steht in # Zeilen] mehr als 1, und je Zeile entsteht ein Gerät. Was Sie nach Stück zählen, ist ein Artikel`,
      several.map(({ zeile, cells }) => `Zeile ${zeile} (${cells[i]})`),
    )
  })

const KUNDE = /kunde|debitor|entleiher|mieter/i
const PRUEFUNG = /prüf|wartung|check|uvv|dguv|vde|tüv|eichung|reinigung|kalibrier/i

const isAmount = (cell: string): boolean => (centOf(cell) ?? 0) > 0

function areDays(cells: readonly string[]): boolean {
  const read = dayReader(cells, "last")
  return cells.some((cell) => "value" in read(cell))
}

/** @returns a hint, in German, of unknown columns that look like the deposit, the customer or the tests of the devices */
export function missedHints({ table, columns }: HintContext): string[] {
  const isRead = (...fields: string[]): boolean =>
    columns.some(({ spalte }) => spalte !== undefined && fields.includes(spalte.feld))
  const hasDeposit = isRead("pfand_cent")
  const hasKunde = isRead("kunde", "kundenname", "debitor")
  const missed = columns.flatMap(({ heading, spalte, isExportOnly }, i) => {
    if (spalte || isExportOnly) return []
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

/** @returns a hint, in German, where deposits become securities without VAT because no column says which they are */
export const formHints = (columns: readonly Column[], rows: readonly { given: Given }[]): string[] =>
  columns.some(({ spalte }) => spalte?.feld === "pfandform")
    ? []
    : columns
        .filter(({ heading, spalte }) => spalte?.feld === "pfand_cent" && /pfand/i.test(heading))
        .filter(() => rows.some(({ given }) => Number(given["pfand_cent"] ?? 0) > 0))
        .map(
          ({ heading }) =>
            `Was unter „${heading}“ steht, gilt bei neuen Geräten als Kaution, ohne Umsatzsteuer. Ist es Pfand mit Umsatzsteuer, bitte eine Spalte „Pfandform“ mit „Pfand“ dazu`,
        )
