import { formatEuro, listSome } from "../../../lib/format.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import type { Column, ImportRow, HintContext } from "../../import/table/importer.ts"
import { worth } from "./posten.ts"
import { piecesIn } from "./pieces.ts"

/** Hints on tables with articles or customers side by side (pivot.ts). */

/** Pieces of a row, and their deposit; `namen` are those of customer and article. */
type Counted = { menge: number; pfand_cent?: number; betrag_cent?: number; namen?: string[] }

/** @returns hints, in German, of the articles or customers in the headings, and of columns of figures that name neither */
export function pivotHints(rows: ImportRow<Counted>[], { table, columns }: HintContext): string[] {
  const across = columns.filter(({ record }) => record)
  const has = (...felder: string[]): boolean =>
    columns.some(({ spalte }) => spalte && felder.includes(spalte.feld))
  if (across.length === 0 && has("menge")) return []
  const left = columns.flatMap(({ heading, spalte, isExportOnly }, i) => {
    if (spalte || isExportOnly) return []
    const { count, sum } = figuresOf(table, i)
    return count === 0 ? [] : [`${heading || letterOf(i)} (${sum} in ${inRows(count)})`]
  })
  const [hasArtikel, hasKunde] = [has("artikel", "artikelname"), has("kunde", "kundenname", "debitor")]
  if (across.length === 0)
    return left.length === 0 || hasArtikel === hasKunde ? [] : [unknownOf(hasArtikel, left)]
  const empty = table.rows.length - new Set(rows.map(({ zeile }) => zeile)).size
  const { one, many } = WORDS[areKunden(columns) ? "kunde" : "artikel"]
  return [
    `${many} stehen nebeneinander: ${listSome(
      across.map(({ heading, about }) => `${heading} = ${about}`),
      ACROSS,
    )}`,
    ...(empty > 0 ? [`${inRows(empty)} ohne Stückzahl: kein Bestand`] : []),
    ...(left.length > 0
      ? [`Spalten mit Zahlen, die kein ${one} der Firma sind und nicht übernommen werden: ${listSome(left)}`]
      : []),
  ]
}

const WORDS = {
  artikel: { one: "Artikel", many: "Die Artikel" },
  kunde: { one: "Kunde", many: "Die Kunden" },
} as const

/** Most articles or customers that a hint names. */
const ACROSS = 20

/** @returns whether the customers stand side by side */
const areKunden = (columns: readonly Column[]): boolean =>
  columns.some(({ record }) => record && "kunde" in record)

/** A table that looks like a pivot, but whose headings name nobody and nothing known. */
const unknownOf = (hasArtikel: boolean, left: readonly string[]): string =>
  hasArtikel
    ? `Keine Spalte ist ein Kunde der Firma: ${listSome(left)}. Stehen die Kunden nebeneinander, bitte sie zuerst übernehmen, oder ihre Nummern in die Überschriften schreiben`
    : `Keine Spalte ist ein Artikel der Firma: ${listSome(left)}. Stehen die Artikel nebeneinander, bitte sie zuerst übernehmen, oder die Spalten zuordnen`

const inRows = (n: number): string => (n === 1 ? "1 Zeile" : `${n} Zeilen`)

/** @returns how many cells of a column hold a number of pieces, and their sum */
function figuresOf({ rows }: Table, column: number): { count: number; sum: number } {
  let count = 0
  let sum = 0
  for (const { cells } of rows) {
    const pieces = piecesIn(cells[column])
    if (!pieces) continue
    count++
    sum += pieces
  }
  return { count, sum }
}

/** A figure of a whole row: the column of the table that has it, and how it is computed. */
type RowFigure = { feld: "wert" | "gesamt"; of: (row: Counted) => number; inWords: (sum: number) => string }

const VALUE: RowFigure = { feld: "wert", of: worth, inWords: formatEuro }
const TOTAL: RowFigure = { feld: "gesamt", of: ({ menge }) => menge, inWords: (n) => `${n} Stück` }

/** @returns hints, in German, of rows whose own value or total differs from the computed one */
export const differences = (rows: ImportRow<Counted>[], { columns }: HintContext): string[] =>
  [VALUE, TOTAL].flatMap((figure) => {
    const column = columns.find(({ spalte }) => spalte?.feld === figure.feld)
    return column ? otherThan(rows, figure, column.heading, areKunden(columns) ? 1 : 0) : []
  })

/** @param name index in `namen` of the name that identifies a row */
function otherThan(
  rows: ImportRow<Counted>[],
  { feld, of, inWords }: RowFigure,
  heading: string,
  name: 0 | 1,
): string[] {
  let difference = 0
  // Rows with a fault have no deposit yet.
  const known = rows.filter(({ input }) => input.pfand_cent !== undefined)
  const others = [...Map.groupBy(known, ({ zeile }) => zeile)].flatMap(([zeile, some]) => {
    const said = some[0]?.given[feld]
    const sum = some.reduce((all, { input }) => all + of(input), 0)
    if (typeof said !== "number" || said === sum) return []
    difference += sum - said
    return [`Zeile ${zeile} (${some[0]?.input.namen?.[name] ?? ""}): ${inWords(sum)} statt ${inWords(said)}`]
  })
  if (others.length === 0) return []
  return [
    `In ${inRows(others.length)} ergibt sich etwas anderes, als unter „${heading}“ steht, zusammen ${inWords(difference)}: ${listSome(others)}. Gebucht werden die Stücke`,
  ]
}
