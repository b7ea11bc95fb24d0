import type { TenantDb } from "../../../db/tenant-db.ts"
import { simple } from "../../../lib/fold.ts"
import { invalid } from "../../../lib/refusal.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { matchColumns } from "../../import/table/assign.ts"
import type { ImportColumn } from "../../import/table/columns.ts"
import type { Assigned, Column, ImportOrder } from "../../import/table/importer.ts"
import { asOf } from "../../import/table/day.ts"
import { isOneName, kundeInWords, kundenFinder, NUMBER_THEN_NAME } from "../../import/table/kunde.ts"
import { artikelFinder, artikelInWords } from "./artikel.ts"
import { worthColumn } from "./einheit.ts"
import { bestandColumns, piecesColumn, totalColumn } from "./spalten.ts"

/** Tables of balances with a column for each article, as most programs print them, or for each customer. */

/** Prefixes of `feld` in an assignment of a heading to an article or a customer; their number follows. */
export const BY_HEADING = ["artikel:", "kunde:"] as const

type PivotTable = Pick<Table, "headings" | "rows">

/** An article or a customer, named by a heading or by the first cell of a row. */
type Named = { id: string; nummer: string; about: string; pfand_cent?: number }

/** Articles or customers in the headings, and the other in the rows. */
type Layout = {
  /** What the headings name. */
  feld: "artikel" | "kunde"
  /** Fields one of which the rows name; the first, if only the cells of its column show it. */
  rowBy: readonly ("artikel" | "artikelname" | "kunde" | "kundenname" | "debitor")[]
  /** Whether a table without such a column is none of this layout. */
  needsRow: boolean
  columns: readonly ImportColumn[]
  byHeading: (word: string) => Named | undefined
  byCell: (word: string) => Named | undefined
}

/** @returns the columns of balances without those that the headings replace */
const columnsWithout = (said: readonly string[]): ImportColumn[] => [
  ...bestandColumns
    .filter(({ feld }) => !said.includes(feld))
    .map((column) =>
      column.feld === "kunde" ? { ...column, auch: [...(column.auch ?? []), "Nummer", "Nr."] } : column,
    ),
  totalColumn,
]
const ARTICLES = columnsWithout(["artikel", "artikelname", "menge", "betrag_cent"])
const CUSTOMERS = columnsWithout(["kunde", "kundenname", "debitor", "menge", "betrag_cent"])

const valueColumn = bestandColumns.find(({ feld }) => feld === "wert")

/** Rows that show what stands in a column whose heading says nothing. Each cell is looked up. */
const ROWS_LOOKED_UP = 50

/**
 * @returns the columns of a table whose headings name articles or customers; undefined for any other table
 * @throws Refusal invalid if two headings name the same one
 */
export function pivotOf(
  tenant: TenantDb,
  table: PivotTable,
  assigned: Assigned,
  { stichtag, einheit }: ImportOrder,
): Column[] | undefined {
  const plain = new Set(
    matchColumns(table, { spalten: bestandColumns }, assigned).flatMap(({ spalte }) => spalte?.feld ?? []),
  )
  const hasKunde = ["kunde", "kundenname", "debitor"].some((feld) => plain.has(feld))
  const hasArtikel = plain.has("artikel") || plain.has("artikelname")
  if (hasKunde && plain.has("artikel") && plain.has("menge")) return undefined
  const artikel = artikelOf(tenant, asOf(tenant, stichtag))
  const kunde = kundeOf(tenant, table)
  const articles: Layout = {
    feld: "artikel",
    rowBy: ["kunde", "kundenname", "debitor"],
    needsRow: false,
    columns: ARTICLES,
    byHeading: artikel,
    byCell: kunde,
  }
  const customers: Layout = {
    feld: "kunde",
    rowBy: ["artikel", "artikelname"],
    needsRow: true,
    columns: CUSTOMERS,
    byHeading: kunde,
    byCell: artikel,
  }
  const [first, second] = hasArtikel && !hasKunde ? [customers, articles] : [articles, customers]
  const found = columnsOfLayout(table, assigned, first) ?? columnsOfLayout(table, assigned, second)
  return einheit === "euro" ? found?.map(inEuro) : found
}

/** Some programs write `Stück` behind the article. */
const PIECES = /[\s–:(/-]+(?:Stück|Stk\.?|St\.|Menge|Anzahl)\)?$/iu

function artikelOf(tenant: TenantDb, moment: string): Layout["byHeading"] {
  const find = artikelFinder(tenant, moment)
  return (heading) => {
    const word = heading.replace(PIECES, "")
    const { number = "", name = "" } = NUMBER_THEN_NAME.exec(word)?.groups ?? {}
    const [whole, numbered] = [find(word), number === "" ? undefined : find(number)]
    if (!("msg" in whole)) return { ...whole, about: artikelInWords(whole) }
    if (!numbered || "msg" in numbered || !isOneName(name, numbered.bezeichnung)) return undefined
    return { ...numbered, about: artikelInWords(numbered) }
  }
}

function kundeOf(tenant: TenantDb, { headings, rows }: PivotTable): Layout["byHeading"] {
  const cells = rows.slice(0, ROWS_LOOKED_UP).flatMap(({ cells: some }) => some)
  const find = kundenFinder(
    tenant,
    [...headings, ...cells].map((word) => ({ kunde: word.trim() })),
  )
  return (word) => {
    const found = find({ kunde: word })
    if (!found || "msg" in found) return undefined
    return { id: found.kunde.id, nummer: found.kunde.kundennummer, about: kundeInWords(found.kunde) }
  }
}

/** @returns the columns of a table of this layout; undefined for any other */
function columnsOfLayout(table: PivotTable, assigned: Assigned, layout: Layout): Column[] | undefined {
  const columns = withRowColumn(
    table,
    matchColumns(table, { spalten: layout.columns }, assigned),
    layout,
    assigned,
  )
  if (layout.needsRow && !columns.some(({ spalte }) => spalte?.feld === layout.rowBy[0])) return undefined
  const found = columns.map(({ heading, spalte }) =>
    spalte || heading === "" ? undefined : headingOf(heading, layout, assigned),
  )
  if (!found.some((one) => one)) return undefined
  requireOnce(table.headings, found)
  return columns.map((column, i) => {
    const named = found[i]
    if (!named) return column
    const { nummer, about, pfand_cent } = named
    const record = { [layout.feld]: nummer }
    const target = `${layout.feld}:${nummer}`
    return { ...column, spalte: piecesColumn, record, target, about, ...(pfand_cent && { pfand_cent }) }
  })
}

/** @returns the same column, of a table that holds euros instead of pieces */
function inEuro({ spalte, ...column }: Column): Column {
  if (spalte === totalColumn) return { ...column, spalte: valueColumn }
  return { ...column, spalte: column.record ? worthColumn(column.pfand_cent ?? 0) : spalte }
}

/** Programs write anything above the first column: its cells show that it names the rows. */
function withRowColumn(
  { rows }: PivotTable,
  columns: Column[],
  { rowBy, columns: known, byCell }: Layout,
  assigned: Assigned,
): Column[] {
  const [feld] = rowBy
  const isRow = ({ spalte }: Column): boolean =>
    spalte !== undefined && rowBy.some((one) => one === spalte.feld)
  const spalte = known.find((one) => one.feld === feld)
  if (columns.some((column) => column.spalte?.feld === feld || (isRow(column) && feld === "kunde")))
    return columns
  const at = columns.findIndex((column, i) => {
    if ((column.spalte && !isRow(column)) || assigned.has(simple(column.heading))) return false
    const cells = rows.slice(0, ROWS_LOOKED_UP).map(({ cells: some }) => (some[i] ?? "").trim())
    const filled = cells.filter((cell) => cell !== "")
    return filled.length > 0 && filled.filter((cell) => byCell(cell)).length * 2 >= filled.length
  })
  return columns.map((column, i) => (i === at ? { ...column, spalte } : column))
}

function headingOf(heading: string, { feld, byHeading }: Layout, assigned: Assigned): Named | undefined {
  const byHand = assigned.get(simple(heading))
  const beginning = `${feld}:`
  // Assigned to another field, or to none.
  if (byHand !== undefined && !byHand?.startsWith(beginning)) return undefined
  return byHeading(byHand?.slice(beginning.length) ?? heading)
}

function requireOnce(headings: readonly string[], found: readonly (Named | undefined)[]): void {
  const first = new Map<string, number>()
  for (const [i, named] of found.entries()) {
    if (!named) continue
    const at = first.getOrInsert(named.id, i)
    if (at !== i)
      throw invalid(
        "datei",
        `hat zwei Spalten für ${named.about}: ${letterOf(at)} (${headings[at]}) und ${letterOf(i)} (${headings[i]})`,
      )
  }
}
