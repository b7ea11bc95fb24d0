import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm"
import type { TenantTable } from "./query.ts"

export type Fields = Record<string, unknown>

type Layout = {
  name: string
  /** Every column with its default, or null. */
  blank: Fields
  /** Name of the INTEGER PRIMARY KEY, which SQLite numbers itself; undefined without one. */
  numbered: string | undefined
}
const layouts = new Map<TenantTable, Layout>()

/** @returns the layout of a table, made once */
export function layout(table: TenantTable): Layout {
  const known = layouts.get(table)
  if (known) return known
  const columns = Object.values(getTableColumns(table))
  const made = {
    name: getTableName(table),
    blank: Object.fromEntries(columns.map(({ name, default: value = null }) => [name, value as unknown])),
    numbered: columns.find((column) => column.primary && column.dataType === "number")?.name,
  }
  layouts.set(table, made)
  return made
}

/** The rows in `:rows`, a JSON array of arrays. */
export const rowsInJson = (): SQL => sql`json_each(${sql.placeholder("rows")}) j`

/** The value at a place of each row in `:rows`. */
export const valueAt = (place: number): SQL => sql.raw(`j.value ->> ${place}`)

/** SELECT that yields the rows in `:rows`; `tenant_id` comes from `:tenant`. */
export function selectRows(columns: string[]): SQL {
  const values = columns.map((column, i) =>
    column === "tenant_id" ? sql`+${sql.placeholder("tenant")}` : valueAt(i),
  )
  return sql`SELECT ${sql.join(values, sql`, `)} FROM ${rowsInJson()}`
}

/**
 * Columns that no patch sets, not even one that a cast brought past its type: they name the row, or TenantDb sets them.
 */
const unchangeable = new Set(["tenant_id", "id", "erstellt_am", "version"])

/**
 * @param blank every column of the table
 * @returns the columns that a change sets, in the table's order: the order of a client's fields must not make another
 *   cached statement (statements.ts)
 */
export const changedColumns = (blank: Fields, given: Fields): string[] =>
  Object.keys(blank).filter((column) => given[column] !== undefined && !unchangeable.has(column))

/** @returns a placeholder for each column, by its name */
export function placeholders(columns: string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
}
