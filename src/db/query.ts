import { getTableColumns, getTableName } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { tableNames } from "./tables.ts"

/** A table of which every row belongs to a tenant. */
export type TenantTable = SQLiteTable & { tenant_id: SQLiteColumn; id: SQLiteColumn }

export type Value = string | number | null
export type Params = Record<string, Value>

/** A SELECT that sees the rows of one tenant only. Made by the functions below, run by `TenantDb`. */
export class Query<Row, P extends Params = Params> {
  declare private readonly types: [Row, P]
  readonly #build: () => string
  #sql: string | undefined

  constructor(build: () => string) {
    this.#build = build
    registered.add(this as Query<unknown>)
  }

  /** The SQL text, built on first use: a start needs only a few of the hundreds of queries. */
  get sql(): string {
    return (this.#sql ??= this.#build())
  }
}

/** Every query of the service, for the test that checks their query plans. */
export const registered = new Set<Query<unknown>>()

/** SQL text that several queries share. It is part of the program and never built from input. */
export class Fragment {
  constructor(readonly sql: string) {}
}

/**
 * Builds a query on tables of the schema. Only these and a `Fragment` can be inserted:
 *
 *     const open = query<{ id: string; name: string }, { ort: string }>`
 *       SELECT k.id, k.name FROM ${kunden} k WHERE k.ort = :ort ORDER BY k.name, k.id`
 *
 * Begin with the table that the conditions limit, and add the others with CROSS JOIN: SQLite then keeps that
 * join order. Otherwise it may scan all of a company's rows in the order of ORDER BY.
 *
 * Each table becomes a sub-query for the tenant's rows. SQLite flattens it, so that indexes work as usual.
 * Parameters are written `:name`; only `TenantDb` binds `:tenant`.
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

/** Builds a query from text that is known when the program starts. Never pass input to it. */
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

/**
 * @param bare the query's text with "(…)" in place of each table
 * @param text the query's text
 * @returns the text, with "+:x" for ":x" (`unpeeked`)
 * @throws Error when it names a table itself or writes
 */
function checked(bare: string, text: string): string {
  refuseUnsafe(bare)
  return unpeeked(text)
}

/** Writes "+:x" for ":x". SQLite then cannot peek at values, and need not recompile for each of them. */
const unpeeked = (sql: string): string => sql.replace(/(?<![+\w:]):(\w+)/g, "+:$1")

function tenantRows(table: TenantTable): string {
  const name = getTableName(table)
  if (!Object.values(getTableColumns(table)).some((column) => column.name === "tenant_id")) {
    throw new Error(`${name} has no tenant_id`)
  }
  return `(SELECT * FROM ${name} WHERE tenant_id = :tenant)`
}

/**
 * Sub-query for the rows that a full-text search finds in one tenant, as `nr` of kunden_suchtexte or a
 * similar table. `:suche` is words of letters, digits and "_", separated by spaces, or by "|" where one of several
 * is enough (lib/fold.ts), so it cannot contain an operator. Every word in the index has its tenant's id as prefix;
 * the same prefix is put before each word of the search.
 */
const searchHits = (index: string) => `(SELECT rowid AS nr FROM ${index} WHERE ${index} MATCH
  '("' || replace(:tenant, '-', '') || replace(replace(:suche,
    ' ', '"*) AND ("' || replace(:tenant, '-', '')), '|', '"* OR "' || replace(:tenant, '-', '')) || '"*)')`

/** Builds a query on a full-text search: `build` gets the sub-queries for hits, search texts and rows. */
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

/** Refuses SQL that names a table directly, as that would read across tenants, and SQL that writes. */
function refuseUnsafe(text: string): void {
  // Common table expressions (WITH … AS) are allowed.
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
