import { dayReader } from "../../../lib/day-read.ts"
import { formatDatum, listSome } from "../../../lib/format.ts"
import { keyOf } from "../../../lib/headings.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import type { Column, Seen } from "../../import/table/importer.ts"
import { bestandColumns } from "./spalten.ts"
import { tried } from "./stueck.ts"

/** Columns that are not read, and whose cells may change what the others mean. */

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

const UNITS = new Set(
  `Einheit;Mengeneinheit;ME;EH;VPE;Verpackung;Verpackungseinheit;Gebinde;Unit`.split(";").map(keyOf),
)

/** @returns what else stands in a table of balances: other numbers of pieces, units, and days of rows, in German */
export const besideHints = ({ table, columns }: Seen): string[] =>
  columns.flatMap((column, i) => {
    const key = keyOf(column.heading)
    if (column.spalte || column.isOurs) return []
    const cells = table.rows.map((row) => row.cells[i]?.trim() ?? "")
    if (PIECES.has(key)) return otherPieces(column, cells, { table, columns })
    if (UNITS.has(key)) return otherUnits(column.heading, cells)
    return DAYS.has(key) ? otherDays(column.heading || letterOf(i), cells) : []
  })

function otherPieces(
  { heading }: Column,
  cells: readonly string[],
  { table, columns }: Omit<Seen, "isDone">,
): string[] {
  const at = columns.findIndex(({ spalte, record }) => spalte?.feld === "menge" && !record)
  if (at < 0) return []
  const others = table.rows.filter((row, i) => {
    const [one, other] = [tried(row.cells[at]), tried(cells[i])]
    return one !== null && other !== null && one !== other
  })
  const [first] = others
  if (!first) return []
  const rows = others.length === 1 ? "in einer Zeile" : `in ${others.length} Zeilen`
  return [
    `Unter „${heading}“ steht ${rows} eine andere Zahl als unter „${columns[at]?.heading}“ (Zeile ${first.zeile}). Gelesen ist „${columns[at]?.heading}“: Ist das der Bestand? Sonst bitte die Spalten zuordnen`,
  ]
}

/** Five crates of a bottle are not five bottles. */
function otherUnits(heading: string, cells: readonly string[]): string[] {
  const others = new Set(cells.filter((cell) => !/^(?:(?:Stück|Stk|St|Stck|Pc|Pcs|EA)\.?|\d*)$/i.test(cell)))
  return others.size === 0
    ? []
    : [
        `Unter „${heading}“ steht nicht nur Stück: ${listSome([...others])}. Gelesen ist jede Zahl als Stück ihres Artikels: Ist das gemeint?`,
      ]
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
