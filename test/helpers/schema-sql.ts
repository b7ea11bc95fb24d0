import type { Database } from "bun:sqlite"
import { is, type SQL } from "drizzle-orm"
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core"

const dialect = new SQLiteSyncDialect()
const text = (part: SQL): string => dialect.sqlToQuery(part.inlineParams()).sql
const list = (columns: readonly (SQLiteColumn | SQL)[]): string =>
  columns.map((column) => ("name" in column ? `"${column.name}"` : text(column))).join()

/** @returns statements that make the tables and indexes of schema.ts in an empty database */
export const schemaSql = (schema: Record<string, unknown>): string[] =>
  Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .flatMap(tableSql)

function tableSql(table: SQLiteTable): string[] {
  const { name, columns, primaryKeys, foreignKeys, uniqueConstraints, indexes, checks } =
    getTableConfig(table)
  const parts = [
    ...columns.map(columnSql),
    ...primaryKeys.map((key) => `PRIMARY KEY (${list(key.columns)})`),
    ...foreignKeys.map((key) => {
      const { columns: from, foreignTable, foreignColumns } = key.reference()
      return `FOREIGN KEY (${list(from)}) REFERENCES "${getTableConfig(foreignTable).name}" (${list(foreignColumns)})`
    }),
    ...checks.map((check) => `CONSTRAINT "${check.name}" CHECK(${text(check.value)})`),
  ]
  return [
    `CREATE TABLE "${name}" (${parts.join(", ")}) STRICT`,
    ...uniqueConstraints.map(
      (one) => `CREATE UNIQUE INDEX "${one.getName()}" ON "${name}" (${list(one.columns)})`,
    ),
    ...columns
      .filter(({ isUnique }) => isUnique)
      .map((column) => `CREATE UNIQUE INDEX "${column.uniqueName}" ON "${name}" ("${column.name}")`),
    ...indexes.map(({ config }) => {
      const where = config.where ? ` WHERE ${text(config.where)}` : ""
      return `CREATE ${config.unique ? "UNIQUE " : ""}INDEX "${config.name}" ON "${name}" (${list(config.columns)})${where}`
    }),
  ]
}

function columnSql(column: SQLiteColumn): string {
  const value = typeof column.default === "string" ? `'${column.default}'` : column.default
  return [
    `"${column.name}" ${column.getSQLType()}`,
    column.primary && "PRIMARY KEY",
    column.notNull && "NOT NULL",
    column.hasDefault && value !== undefined && `DEFAULT ${value}`,
  ]
    .filter(Boolean)
    .join(" ")
}

/** Text of a definition without what differs between two ways to write the same: quotes, table names, spaces. */
const plain = (sql: string): string =>
  sql
    .replace(/["`]\w+["`]\.(?=["`])/g, "")
    .replace(/["`]/g, "")
    .replace(/\s+/g, "")

/** @returns what a database says of its ordinary tables: a line for each column, reference, index and check */
export function describeTables(db: Database, tables: readonly string[]): Record<string, string[]> {
  const rows = (query: string, table: string) =>
    (db.query(query).all(table) as object[]).map((row) => JSON.stringify(row))
  return Object.fromEntries(
    tables.map((table) => {
      const [sql] = db.query("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?").values(table)
      const checks = plain(String(sql)).match(
        /CONSTRAINT\w+CHECK.*?(?=,CONSTRAINT|,FOREIGN|,PRIMARY|,\w+?(?:text|integer)|\)STRICT)/gs,
      )
      const indexes = db
        .query("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
        .values(table)
        .map(([index]) => plain(String(index)))
      const lines = [
        ...rows(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)`, table),
        ...rows(
          `SELECT "table", group_concat("from" ORDER BY seq) AS "from", group_concat("to" ORDER BY seq) AS "to", on_delete
           FROM pragma_foreign_key_list(?) GROUP BY id`,
          table,
        ),
        ...indexes,
        ...(checks ?? []),
      ]
      return [table, lines.toSorted()]
    }),
  )
}
