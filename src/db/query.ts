import { getTableColumns, getTableName } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { tableNames } from "./tables.ts"

/** A table of which every row belongs to a tenant. */
export type TenantTable = SQLiteTable & { tenant_id: SQLiteColumn; id: SQLiteColumn }

export type Value = string | number | null
export type Params = Record<string, Value>

/** A reading statement that can only see the rows of one tenant. Made by `query`, run by `TenantDb`. */
export class Query<Row, P extends Params = Params> {
  declare private readonly types: [Row, P]
  readonly #write: () => string
  #sql: string | undefined

  constructor(write: () => string) {
    this.#write = write
    registered.add(this as Query<unknown>)
  }

  /** The text, written at its first use: a start needs few of the hundreds. */
  get sql(): string {
    return (this.#sql ??= this.#write())
  }
}

/** Every query of the service, for the test of their plans. */
export const registered = new Set<Query<unknown>>()

/** SQL that several queries share: written in the program, never made of input. */
export class Fragment {
  constructor(readonly sql: string) {}
}

/**
 * Writes a query over tables of the schema. Nothing else can be put into it but a `Fragment`:
 *
 *     const offene = query<{ id: string; name: string }, { ort: string }>`
 *       SELECT k.id, k.name FROM ${kunden} k WHERE k.ort = :ort ORDER BY k.name, k.id`
 *
 * Begin with the table that the conditions limit and add the others with CROSS JOIN: SQLite then keeps that order.
 * Left to itself, it would walk through all of a company's rows in the order asked for.
 *
 * Each table becomes a sub-query that is already limited to the tenant (SQLite flattens it, so its indexes are
 * used as if it were not there); parameters are written `:name`. `:tenant` is bound by `TenantDb` alone.
 */
export function query<Row, P extends Params = Record<never, never>>(
  parts: TemplateStringsArray,
  ...inserts: (TenantTable | Fragment)[]
): Query<Row, P> {
  return new Query<Row, P>(() => {
    const fill = (rowsOf: (table: TenantTable) => string): string =>
      parts.map((part, i) => part + insert(inserts[i], rowsOf)).join("")
    return checked(
      fill(() => "(…)"),
      fill(tenantRows),
    )
  })
}

/** Makes a query from pieces that are known when the program starts. Never put input in here. */
export function queryFrom<Row, P extends Params = Params>(
  table: TenantTable,
  build: (source: string) => string,
): Query<Row, P> {
  return new Query<Row, P>(() => checked(build("(…)"), build(tenantRows(table))))
}

function insert(part: TenantTable | Fragment | undefined, rowsOf: (table: TenantTable) => string): string {
  if (part === undefined) return ""
  return part instanceof Fragment ? part.sql : rowsOf(part)
}

/** @param bare the same text without its tables */
function checked(bare: string, text: string): string {
  refuseBareTables(bare)
  return unpeeked(text)
}

/** "+:x" instead of ":x": SQLite then keeps the compiled statement instead of compiling it again for each value. */
const unpeeked = (sql: string): string => sql.replace(/(?<![+\w:]):(\w+)/g, "+:$1")

function tenantRows(table: TenantTable): string {
  const name = getTableName(table)
  if (!Object.values(getTableColumns(table)).some((column) => column.name === "tenant_id")) {
    throw new Error(`${name} has no tenant_id`)
  }
  return `(SELECT * FROM ${name} WHERE tenant_id = :tenant)`
}

/**
 * Sub-query for the row numbers that a full-text search finds in one tenant: `nr` of kunden_suchtexte, or of a similar
 * table. `:suche` holds words separated by spaces, of letters and digits only (lib/fold.ts), so that it can contain no
 * operator. Every word of the index begins with its tenant's id, and so does each word of the search.
 */
const searchHits = (index: string) => `(SELECT rowid AS nr FROM ${index} WHERE ${index} MATCH
  '"' || replace(:tenant, '-', '') || replace(:suche, ' ', '"* AND "' || replace(:tenant, '-', '')) || '"*')`

/** A query that begins with a full-text search: `build` gets the hits and the tenant's rows. */
export function searchQuery<Row, P extends Params & { suche: string }>(
  texts: TenantTable,
  rows: TenantTable,
  build: (hits: string, texts: string, rows: string) => string,
): Query<Row, P> {
  return new Query<Row, P>(() => {
    const hits = searchHits(`${getTableName(rows)}_suche`)
    return checked(build("(…)", "(…)", "(…)"), build(hits, tenantRows(texts), tenantRows(rows)))
  })
}

/** Refuses a text that names a table itself, as that would read across tenants. */
function refuseBareTables(text: string): void {
  // Sub-queries that the text itself names (WITH … AS) may be read.
  const named = /(?:\bWITH(?:\s+RECURSIVE)?|,)\s*(\w+)\s*(?:\([^)]*\))?\s+AS\s*(?:MATERIALIZED\s*)?\(/gi
  const own = new Set(/\bWITH\b/i.test(text) ? [...text.matchAll(named)].map((match) => match[1]) : [])
  const bare = [...text.matchAll(/\b(?:FROM|JOIN)\s+([\w"`[]+)/gi)].map((match) => match[1] ?? "")
  const known = tableNames.filter((name) => new RegExp(`\\b${name}\\b`, "i").test(text))
  for (const name of [...bare, ...known]) {
    if (!own.has(name) && name !== "json_each") {
      throw new Error(`query names the table ${name} itself; put it in as \${…}`)
    }
  }
  if (/\bsqlite_|\bpragma_|_suche\b|\b(?:main|temp)\s*\./i.test(text)) {
    throw new Error("a query names only tables of the schema")
  }
  if (/\b(PRAGMA|ATTACH|DELETE|INSERT|UPDATE|REPLACE INTO|DROP|ALTER)\b/i.test(text)) {
    throw new Error("a query only reads")
  }
}
