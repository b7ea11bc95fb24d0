import { formatEuro, listSome } from "../../../lib/format.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import type { Column, ImportRow, Seen } from "../../import/table/importer.ts"
import { worth } from "./posten.ts"
import { tried } from "./stueck.ts"

/** What is told of a table with articles or customers side by side (pivot.ts). */

/** Pieces of a row, and their deposit. */
type Counted = { menge: number; pfand_cent?: number; betrag_cent?: number; namen?: string[] }

/** @returns what came of a pivot: its articles or customers, and the columns with figures that are nobody's, in German */
export function pivotHints(rows: ImportRow<Counted>[], { table, columns }: Seen): string[] {
  const across = columns.filter(({ record }) => record)
  const has = (...felder: string[]): boolean =>
    columns.some(({ spalte }) => spalte && felder.includes(spalte.feld))
  if (across.length === 0 && has("menge")) return []
  const left = columns.flatMap(({ heading, spalte, isOurs }, i) => {
    if (spalte || isOurs) return []
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

/** Articles or customers side by side that are named. */
const ACROSS = 20

/** @returns whether the customers stand side by side */
const areKunden = (columns: readonly Column[]): boolean =>
  columns.some(({ record }) => record && "kunde" in record)

/** A table that lies like a pivot, of which no heading is known. */
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
    const pieces = tried(cells[column])
    if (!pieces) continue
    count++
    sum += pieces
  }
  return { count, sum }
}

/** Figure of a whole row, as a column of the table says it and as it comes out. */
type Said = { feld: "wert" | "gesamt"; of: (row: Counted) => number; inWords: (sum: number) => string }

const VALUE: Said = { feld: "wert", of: worth, inWords: formatEuro }
const TOTAL: Said = { feld: "gesamt", of: ({ menge }) => menge, inWords: (n) => `${n} Stück` }

/** @returns the rows whose own value or number of pieces is another than what comes of them, in German */
export const differences = (rows: ImportRow<Counted>[], { columns }: Seen): string[] =>
  [VALUE, TOTAL].flatMap((said) => {
    const column = columns.find(({ spalte }) => spalte?.feld === said.feld)
    return column ? otherThan(rows, said, column.heading, areKunden(columns) ? 1 : 0) : []
  })

/** @param name which of a row's two names says what it is */
function otherThan(
  rows: ImportRow<Counted>[],
  { feld, of, inWords }: Said,
  heading: string,
  name: 0 | 1,
): string[] {
  let difference = 0
  // Rows with a fault come to nothing yet.
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
