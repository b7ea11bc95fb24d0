import type { Database } from "bun:sqlite"
import { getTableColumns, getTableName } from "drizzle-orm"
import { tables } from "./tables.ts"

/**
 * Rule for the names of columns with a path below uploads/: a new column needs no entry in a list. A table of
 * schema.ts with such a column needs both, `pfad` and `vorschau_pfad`.
 */
const isPath = (name: string): boolean => name === "pfad" || name.endsWith("_pfad")

const columns = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter(isPath)
    .map((column) => ({ table: getTableName(table), column })),
)

/** A record that refers to an uploaded picture and its preview. */
export type RecordOfFile = {
  tabelle: string
  id: string
  tenant_id: string
  pfad: string
  vorschau_pfad: string
}

/** Query for the record, of any tenant, that refers to the file `:path`. Each of these columns is unique. */
export const RECORD_OF_FILE = columns
  .map(
    ({ table, column }) =>
      `SELECT '${table}' AS tabelle, id, tenant_id, pfad, vorschau_pfad FROM ${table} WHERE ${column} = +:path`,
  )
  .join(" UNION ALL ")

/** Query for the number of files that records refer to, of all tenants. Each column is unique, never NULL. */
export const NUMBER_OF_FILES = `SELECT ${columns.map(({ table, column }) => `(SELECT count(${column}) FROM ${table})`).join(" + ")} AS n`

/** @returns every path that a record refers to. Works with a database of any version */
export function uploadPathsIn(sqlite: Database): string[] {
  const found = sqlite
    .query(
      `SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' ORDER BY 1, 2`,
    )
    .values() as [string, string][]
  return found
    .filter(([, column]) => isPath(column))
    .flatMap(([table, column]) =>
      sqlite.query(`SELECT "${column}" FROM "${table}" WHERE "${column}" IS NOT NULL`).values(),
    )
    .map(([path]) => String(path))
}
