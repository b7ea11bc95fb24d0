import type { Database } from "bun:sqlite"
import { getTableConfig } from "drizzle-orm/sqlite-core"
import { tables } from "../../src/db/tables.ts"

type Column = { name: string; type: string; notNull: boolean; value: string | null }

const literal = (value: unknown): string => (typeof value === "string" ? `'${value}'` : String(value))

/** Tables of schema.ts: their columns, and the few values that some of these may have. */
export const declared = tables.map((table) => {
  const { name, columns } = getTableConfig(table)
  return {
    name,
    columns: columns.map((one): Column => ({
      name: one.name,
      type: one.getSQLType().toLowerCase(),
      notNull: one.notNull,
      value: one.default === undefined ? null : literal(one.default),
    })),
    choices: columns.flatMap((one) =>
      one.enumValues?.length ? [`${one.name} IN (${one.enumValues.map(literal).join(", ")})`] : [],
    ),
  }
})

/** @returns a table's columns in a database, in the form of `declared` */
export const columnsIn = (db: Database, table: string): Column[] =>
  (
    db
      .query(`SELECT name, lower(type) AS type, "notnull", dflt_value FROM pragma_table_info(?)`)
      .values(table) as [string, string, number, string | null][]
  ).map(([name, type, notNull, value]) => ({ name, type, notNull: notNull === 1, value }))

/** @returns the statement that made a table, without quotes */
export const definitionIn = (db: Database, table: string): string =>
  String(db.query("SELECT sql FROM sqlite_schema WHERE name = ?").values(table)[0]?.[0]).replace(/["`]/g, "")

/** @returns the columns of each unique key of a table */
export const keysIn = (db: Database, table: string): string[] =>
  db
    .query(
      `SELECT group_concat(c.name ORDER BY c.seqno) FROM pragma_index_list(?) i, pragma_index_info(i.name) c
       WHERE i."unique" = 1 AND i.partial = 0 GROUP BY i.name`,
    )
    .values(table)
    .flat()
    .map(String)

/** @returns each reference of a table, e.g. "tenant_id,kunde_id -> kunden(tenant_id,id)" */
export const referencesIn = (db: Database, table: string): string[] =>
  db
    .query(
      `SELECT group_concat("from" ORDER BY seq) || ' -> ' || "table" || '(' || group_concat("to" ORDER BY seq) || ')'
       FROM pragma_foreign_key_list(?) GROUP BY id`,
    )
    .values(table)
    .flat()
    .map(String)
