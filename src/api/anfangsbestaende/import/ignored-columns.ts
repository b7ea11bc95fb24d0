import { dayReader } from "../../../lib/day-read.ts"
import { formatDatum, formatEuro, listSome } from "../../../lib/format.ts"
import { keyOf, unitOf } from "../../../lib/headings.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import { LOOKED_AT } from "../../import/table/assign.ts"
import { centOf } from "../../import/table/deposits.ts"
import { hintsOf } from "../../import/table/hints.ts"
import type { Column, ImportRow, HintContext } from "../../import/table/importer.ts"
import { worth } from "./posten.ts"
import { IS_BACK } from "./soll-haben.ts"
import { bestandColumns } from "./spalten.ts"
import { piecesIn } from "./pieces.ts"

/** Hints on unread columns that may change what the read ones mean. */

const PIECES = new Set(
  bestandColumns
    .filter(({ feld }) => feld === "menge")
    .flatMap(({ name, auch = [] }) => [name, ...auch].map(keyOf)),
)
const DAYS = new Set(
  `Datum;Stand;Stand vom;Stand am;Stand per;Stichtag;per;vom;Bestand per;Bestand am;Bestandsdatum;Saldo per;Saldodatum;Zähldatum;Inventurdatum;Buchungsdatum;Belegdatum`
    .split(";")
    .map(keyOf),
)

/** Headings of a number of pieces per package. */
const FACTORS = new Set(
  "VPE;VE;Verpackungseinheit;Gebindegröße;Faktor;Umrechnungsfaktor;Umrechnung;Stück je VE;Stück pro VE;Stück je Kasten;Inhalt"
    .split(";")
    .map(keyOf),
)

const UNITS = new Set(
  `Einheit;Mengeneinheit;ME;EH;VPE;Verpackung;Verpackungseinheit;Gebinde;Unit`.split(";").map(keyOf),
)

/** @returns hints, in German, of unread columns with other quantities, units or days */
export const ignoredColumnHints = ({ table, columns }: HintContext): string[] =>
  columns.flatMap((column, i) => {
    const key = keyOf(column.heading)
    if (column.spalte || column.isExportOnly) return []
    const cells = table.rows.map((row) => row.cells[i]?.trim() ?? "")
    if (IS_BACK.test(column.heading)) return takenBack(column.heading, cells, { table, columns })
    if (PIECES.has(key)) return otherPieces(column, cells, { table, columns })
    const factor = FACTORS.has(key) ? cells.find((cell) => /^\d+$/.test(cell) && Number(cell) > 1) : undefined
    if (factor !== undefined) return otherFactor(column.heading, factor)
    if (UNITS.has(key)) return otherUnits(column.heading, cells)
    return DAYS.has(key) ? otherDays(column.heading || letterOf(i), cells) : []
  })

function otherPieces(
  { heading }: Column,
  cells: readonly string[],
  { table, columns }: Omit<HintContext, "isDone">,
): string[] {
  const at = columns.findIndex(({ spalte, record }) => spalte?.feld === "menge" && !record)
  if (at < 0) return []
  const others = table.rows.filter((row, i) => {
    const [one, other] = [piecesIn(row.cells[at]), piecesIn(cells[i])]
    return one !== null && other !== null && one !== other
  })
  const [first] = others
  if (!first) return []
  const rows = others.length === 1 ? "in einer Zeile" : `in ${others.length} Zeilen`
  return [
    `Unter „${heading}“ steht ${rows} eine andere Zahl als unter „${columns[at]?.heading}“ (Zeile ${first.zeile}). Gelesen ist „${columns[at]?.heading}“: Ist das der Bestand? Sonst bitte die Spalten zuordnen`,
  ]
}

/** Headings that may count what was delivered, or what the customer has. */
const COUNTED = new Set(["Stück", "Menge", "Anzahl", "Quantity"].map(keyOf))

/** Beside such a heading, returns may not have been subtracted yet. */
function takenBack(
  heading: string,
  cells: readonly string[],
  { table, columns }: Omit<HintContext, "isDone">,
): string[] {
  const read = columns.find(({ spalte, record }) => spalte?.feld === "menge" && !record)?.heading
  const at = cells.findIndex((cell) => (piecesIn(cell) ?? 0) !== 0)
  if (read === undefined || at < 0 || !COUNTED.has(keyOf(read))) return []
  return [
    `Unter „${heading}“ stehen Zahlen, die nicht gelesen werden: etwa ${cells[at]} (Zeile ${table.rows[at]?.zeile}). Sind sie von „${read}“ schon abgezogen?`,
  ]
}

/** Five crates are not five bottles. */
function otherUnits(heading: string, cells: readonly string[]): string[] {
  const others = new Set(cells.filter((cell) => !/^(?:(?:Stück|Stk|St|Stck|Pc|Pcs|EA)\.?|\d*)$/i.test(cell)))
  return others.size === 0
    ? []
    : [
        `Unter „${heading}“ steht nicht nur Stück: ${listSome([...others])}. Gelesen ist jede Zahl als Stück ihres Artikels: Ist das gemeint?`,
      ]
}

const otherFactor = (heading: string, factor: string): string[] => [
  `Unter „${heading}“ steht etwa ${factor}: Gelesen ist jede Zahl als Stück ihres Artikels, und nicht mal genommen. Ist das gemeint?`,
]

const PRICE = /pfand|kaution|deposit|^(?:einzel|stück)?preis/i

type Priced = { menge: number; pfand_cent?: number; betrag_cent?: number }

/**
 * @returns hints, in German, of unread columns whose amounts are neither the deposit that will be booked for one piece nor
 *   that for all
 */
export function otherDepositHints(
  rows: readonly ImportRow<Priced>[],
  { table, columns }: HintContext,
): string[] {
  const known = new Map(rows.map(({ zeile, input }) => [zeile, input]))
  if (columns.some(({ record }) => record)) return []
  return columns.flatMap(({ heading, spalte, isExportOnly }, i) => {
    if (spalte || isExportOnly || !PRICE.test(heading) || unitOf(heading) === "other") return []
    const others = table.rows.slice(0, LOOKED_AT).flatMap(({ zeile, cells }) => {
      const input = known.get(zeile)
      const cent = amountIn(cells[i], heading)
      if (!cent || input?.pfand_cent === undefined) return []
      const one = input.betrag_cent ?? input.pfand_cent
      return cent === one || cent === Math.abs(worth(input))
        ? []
        : [`${formatEuro(cent)} statt ${formatEuro(one)} (Zeile ${zeile})`]
    })
    return hintsOf(
      `Unter „${heading}“ steht in [einer Zeile|# Zeilen] etwas anderes als das Pfand, mit dem gebucht wird. Ist das gemeint?`,
      others,
    )
  })
}

function amountIn(cell = "", heading: string): number | null {
  const text = cell.trim()
  if (unitOf(heading) === "cent") return /^\d{1,9}$/.test(text) ? Number(text) : null
  return isAmountText(text) ? centOf(text) : null
}

function otherDays(heading: string, cells: readonly string[]): string[] {
  const read = dayReader(cells, "last")
  const days = cells
    .flatMap((cell) => {
      const day = cell === "" ? undefined : read(cell)
      return day && "value" in day ? [day.value] : []
    })
    .toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  return [
    `Unter „${heading}“ stehen Tage vom ${formatDatum(first)} bis zum ${formatDatum(last)}: Gebucht wird alles zum Stichtag`,
  ]
}
