import type { TenantDb } from "../../../db/tenant-db.ts"
import { isSameName, isShorterName, simple } from "../../../lib/fold.ts"
import { invalid } from "../../../lib/refusal.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { columnsOf } from "../../import/table/assign.ts"
import type { ImportColumn } from "../../import/table/columns.ts"
import type { Assigned, Column, ImportOrder } from "../../import/table/importer.ts"
import { asOf } from "../../import/table/day.ts"
import { inWords, kundenFinder } from "../../import/table/kunde.ts"
import { artikelFinder } from "./artikel.ts"
import { worthColumn } from "./einheit.ts"
import { bestandColumns, piecesColumn, totalColumn } from "./spalten.ts"

/** Balances with an article in each column, as most programs print them, or with a customer in each. */

/** Beginnings of what a heading was assigned to by hand. */
export const BY_HEADING = ["artikel:", "kunde:"] as const

type Tafel = Pick<Table, "headings" | "rows">

/** An article or a customer, as a heading or the first cell of a row names it. */
type Named = { id: string; nummer: string; about: string; pfand_cent?: number }

/** One way in which such a table lies. */
type Side = {
  /** Field that the headings say. */
  feld: "artikel" | "kunde"
  /** Fields of which a row says one, the first where its column is only known by what stands in it. */
  rowBy: readonly ("artikel" | "artikelname" | "kunde" | "kundenname" | "debitor")[]
  /** Without such a column it is no table of this kind. */
  needsRow: boolean
  columns: readonly ImportColumn[]
  byHeading: (word: string) => Named | undefined
  byCell: (word: string) => Named | undefined
}

/** Fields of which a table of this kind has no column: the headings say them. */
const withoutSaid = (said: readonly string[]): ImportColumn[] => [
  ...bestandColumns
    .filter(({ feld }) => !said.includes(feld))
    .map((column) =>
      column.feld === "kunde" ? { ...column, auch: [...(column.auch ?? []), "Nummer", "Nr."] } : column,
    ),
  totalColumn,
]
const ARTICLES = withoutSaid(["artikel", "artikelname", "menge", "betrag_cent"])
const CUSTOMERS = withoutSaid(["kunde", "kundenname", "debitor", "menge", "betrag_cent"])

const valueColumn = bestandColumns.find(({ feld }) => feld === "wert")

/** Rows by which it is seen what stands in a column. */
const LOOKED_AT = 50

/**
 * @returns the columns of a table whose headings name articles or customers of the company, in whose cells pieces stand;
 *   undefined for any other table
 * @throws Refusal invalid where two headings name the same
 */
export function pivotOf(
  tenant: TenantDb,
  table: Tafel,
  assigned: Assigned,
  { stichtag, einheit }: ImportOrder,
): Column[] | undefined {
  const plain = new Set(
    columnsOf(table, { spalten: bestandColumns }, assigned).flatMap(({ spalte }) => spalte?.feld ?? []),
  )
  const hasKunde = ["kunde", "kundenname", "debitor"].some((feld) => plain.has(feld))
  const hasArtikel = plain.has("artikel") || plain.has("artikelname")
  if (hasKunde && plain.has("artikel") && plain.has("menge")) return undefined
  const artikel = artikelOf(tenant, asOf(tenant, stichtag))
  const kunde = kundeOf(tenant, table)
  const articles: Side = {
    feld: "artikel",
    rowBy: ["kunde", "kundenname", "debitor"],
    needsRow: false,
    columns: ARTICLES,
    byHeading: artikel,
    byCell: kunde,
  }
  const customers: Side = {
    feld: "kunde",
    rowBy: ["artikel", "artikelname"],
    needsRow: true,
    columns: CUSTOMERS,
    byHeading: kunde,
    byCell: artikel,
  }
  const [first, second] = hasArtikel && !hasKunde ? [customers, articles] : [articles, customers]
  const found = turned(table, assigned, first) ?? turned(table, assigned, second)
  return einheit === "euro" ? found?.map(inEuro) : found
}

/** `KA20 Kasten` names one by number and name. */
const NUMBER_AND_NAME = /^(\S*\d\S*)[\s–:-]+(\p{L}.*)$/u
/** Behind the article, some programs write what they count. */
const PIECES = /[\s–:(/-]+(?:Stück|Stk\.?|St\.|Menge|Anzahl)\)?$/iu

function artikelOf(tenant: TenantDb, moment: string): Side["byHeading"] {
  const find = artikelFinder(tenant, moment)
  return (heading) => {
    const word = heading.replace(PIECES, "")
    const [, number = "", name = ""] = NUMBER_AND_NAME.exec(word) ?? []
    const [whole, numbered] = [find(word), number === "" ? undefined : find(number)]
    if (!("msg" in whole)) return { ...whole, about: `${whole.bezeichnung} (${whole.nummer})` }
    // Beside a number, the first words of a name are enough.
    if (!numbered || "msg" in numbered) return undefined
    const { bezeichnung, nummer } = numbered
    const isOne = isSameName(name, bezeichnung) || isShorterName(name, bezeichnung)
    return isOne ? { ...numbered, about: `${bezeichnung} (${nummer})` } : undefined
  }
}

function kundeOf(tenant: TenantDb, { headings, rows }: Tafel): Side["byHeading"] {
  const cells = rows.slice(0, LOOKED_AT).flatMap(({ cells: some }) => some)
  const find = kundenFinder(
    tenant,
    [...headings, ...cells].map((word) => ({ kunde: word.trim() })),
  )
  return (word) => {
    const found = find({ kunde: word })
    if (!found || "msg" in found) return undefined
    return { id: found.kunde.id, nummer: found.kunde.kundennummer, about: inWords(found.kunde) }
  }
}

/** @returns the columns of the table, if it lies so */
function turned(table: Tafel, assigned: Assigned, side: Side): Column[] | undefined {
  const columns = withRow(table, columnsOf(table, { spalten: side.columns }, assigned), side, assigned)
  if (side.needsRow && !columns.some(({ spalte }) => spalte?.feld === side.rowBy[0])) return undefined
  const found = columns.map(({ heading, spalte }) =>
    spalte || heading === "" ? undefined : headingOf(heading, side, assigned),
  )
  if (!found.some((one) => one)) return undefined
  requireOnce(table.headings, found)
  return columns.map((column, i) => {
    const named = found[i]
    if (!named) return column
    const { nummer, about, pfand_cent } = named
    const record = { [side.feld]: nummer }
    const target = `${side.feld}:${nummer}`
    return { ...column, spalte: piecesColumn, record, target, about, ...(pfand_cent && { pfand_cent }) }
  })
}

/** @returns the same column of a table that holds amounts where others have pieces */
function inEuro({ spalte, ...column }: Column): Column {
  if (spalte === totalColumn) return { ...column, spalte: valueColumn }
  return { ...column, spalte: column.record ? worthColumn(column.pfand_cent ?? 0) : spalte }
}

/** In the corner above the rows, programs write anything: what stands below tells what they are. */
function withRow(
  { rows }: Tafel,
  columns: Column[],
  { rowBy, columns: known, byCell }: Side,
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
    const cells = rows.slice(0, LOOKED_AT).map(({ cells: some }) => (some[i] ?? "").trim())
    const filled = cells.filter((cell) => cell !== "")
    return filled.length > 0 && filled.filter((cell) => byCell(cell)).length * 2 >= filled.length
  })
  return columns.map((column, i) => (i === at ? { ...column, spalte } : column))
}

function headingOf(heading: string, { feld, byHeading }: Side, assigned: Assigned): Named | undefined {
  const byHand = assigned.get(simple(heading))
  const beginning = `${feld}:`
  // By hand it is another one, or none.
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
