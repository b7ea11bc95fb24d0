import type { TenantDb } from "../../../db/tenant-db.ts"
import { simple } from "../../../lib/fold.ts"
import { formatEuro } from "../../../lib/format.ts"
import { invalid } from "../../../lib/refusal.ts"
import { letterOf, type Table } from "../../../lib/table/table-maker.ts"
import { columnsOf } from "../../import/table/assign.ts"
import type { ImportColumn } from "../../import/table/columns.ts"
import { someOf } from "../../import/table/hints.ts"
import type { Assigned, Column, Order, Row, Seen } from "../../import/table/importer.ts"
import { asOf } from "../../import/table/day.ts"
import { type Artikel, artikelFinder } from "./artikel.ts"
import { worth } from "./posten.ts"
import { bestandColumns, piecesColumn, readPieces, totalColumn } from "./spalten.ts"

/** Balances with a customer in each row and an article in each column, as most programs print them. */

/** Fields of whose a table of this kind has no column: the headings say them. */
const SAID_BY_HEADINGS = new Set(["artikel", "artikelname", "menge", "betrag_cent"])

const pivotColumns: readonly ImportColumn[] = [
  ...bestandColumns
    .filter(({ feld }) => !SAID_BY_HEADINGS.has(feld))
    .map((column) =>
      column.feld === "kunde" ? { ...column, auch: [...(column.auch ?? []), "Nummer", "Nr."] } : column,
    ),
  totalColumn,
]

/** An article that a heading was assigned to by hand. */
export const ARTICLE = "artikel:"

/**
 * @returns the columns of a table without a column of articles or of pieces, whose headings name articles of the
 *   company; undefined for any other table
 * @throws Refusal invalid where two headings name the same article
 */
export function pivotOf(
  tenant: TenantDb,
  table: Pick<Table, "headings" | "rows">,
  assigned: Assigned,
  { stichtag }: Order,
): Column[] | undefined {
  const { headings } = table
  const plain = columnsOf(table, { spalten: bestandColumns }, assigned)
  const isNamed = (feld: string): boolean => plain.some(({ spalte }) => spalte?.feld === feld)
  if (isNamed("artikel") && isNamed("menge")) return undefined
  const columns = columnsOf(table, { spalten: pivotColumns }, assigned)
  const find = artikelFinder(tenant, asOf(tenant, stichtag))
  const found = columns.map(({ heading, spalte }) =>
    spalte || heading === "" ? undefined : articleOf(heading, find, assigned),
  )
  if (!found.some((artikel) => artikel)) return undefined
  requireOnce(headings, found)
  return columns.map((column, i) => {
    const artikel = found[i]
    if (!artikel) return column
    const { nummer, bezeichnung } = artikel
    return {
      ...column,
      spalte: piecesColumn,
      record: { artikel: nummer },
      target: ARTICLE + nummer,
      about: `${bezeichnung} (${nummer})`,
    }
  })
}

function articleOf(
  heading: string,
  find: ReturnType<typeof artikelFinder>,
  assigned: Assigned,
): Artikel | undefined {
  const byHand = assigned.get(simple(heading))
  // By hand it is another article, or none.
  if (byHand !== undefined && !byHand?.startsWith(ARTICLE)) return undefined
  const artikel = find(byHand?.slice(ARTICLE.length) ?? heading)
  return "msg" in artikel ? undefined : artikel
}

function requireOnce(headings: readonly string[], found: readonly (Artikel | undefined)[]): void {
  const first = new Map<string, number>()
  for (const [i, artikel] of found.entries()) {
    if (!artikel) continue
    const at = first.getOrInsert(artikel.id, i)
    if (at !== i)
      throw invalid(
        "datei",
        `hat zwei Spalten für ${artikel.bezeichnung}: ${letterOf(at)} (${headings[at]}) und ${letterOf(i)} (${headings[i]})`,
      )
  }
}

/** Pieces of a row, and their deposit. */
type Counted = { menge: number; pfand_cent?: number; betrag_cent?: number; namen?: string[] }

/** @returns what came of a pivot: its articles, and the columns with figures that are nobody's, in German */
export function pivotHints(rows: Row<Counted>[], { table, columns }: Seen): string[] {
  const articles = columns.filter(({ record }) => record)
  if (articles.length === 0) return []
  const left = columns.flatMap(({ heading, spalte, isOurs }, i) => {
    if (spalte || isOurs) return []
    const { count, sum } = figuresOf(table, i)
    return count === 0 ? [] : [`${heading || letterOf(i)} (${sum} in ${inRows(count)})`]
  })
  const empty = table.rows.length - new Set(rows.map(({ zeile }) => zeile)).size
  return [
    `Die Artikel stehen nebeneinander: ${articles.map(({ heading, about }) => `${heading} = ${about}`).join(", ")}`,
    ...(empty > 0 ? [`${inRows(empty)} ohne Stückzahl: kein Bestand`] : []),
    ...(left.length > 0
      ? [`Spalten mit Zahlen, die kein Artikel der Firma sind und nicht übernommen werden: ${someOf(left)}`]
      : []),
  ]
}

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

function tried(cell = ""): number | null {
  try {
    return cell.trim() === "" ? null : readPieces(cell.trim())
  } catch {
    return null
  }
}

/** Figure of a whole row, as a column of the table says it and as it comes out. */
type Said = { feld: "wert" | "gesamt"; of: (row: Counted) => number; inWords: (sum: number) => string }

const VALUE: Said = { feld: "wert", of: worth, inWords: formatEuro }
const TOTAL: Said = { feld: "gesamt", of: ({ menge }) => menge, inWords: (n) => `${n} Stück` }

/** @returns the rows whose own value or number of pieces is another than what comes of them, in German */
export const differences = (rows: Row<Counted>[], { columns }: Seen): string[] =>
  [VALUE, TOTAL].flatMap((said) => {
    const column = columns.find(({ spalte }) => spalte?.feld === said.feld)
    return column ? otherThan(rows, said, column.heading) : []
  })

function otherThan(rows: Row<Counted>[], { feld, of, inWords }: Said, heading: string): string[] {
  let difference = 0
  // Rows with a fault come to nothing yet.
  const known = rows.filter(({ input }) => input.pfand_cent !== undefined)
  const others = [...Map.groupBy(known, ({ zeile }) => zeile)].flatMap(([zeile, some]) => {
    const said = some[0]?.given[feld]
    const sum = some.reduce((all, { input }) => all + of(input), 0)
    if (typeof said !== "number" || said === sum) return []
    difference += sum - said
    return [`Zeile ${zeile} (${some[0]?.input.namen?.[0] ?? ""}): ${inWords(sum)} statt ${inWords(said)}`]
  })
  if (others.length === 0) return []
  return [
    `In ${inRows(others.length)} ergibt sich etwas anderes, als unter „${heading}“ steht, zusammen ${inWords(difference)}: ${someOf(others)}. Gebucht werden die Stücke`,
  ]
}
