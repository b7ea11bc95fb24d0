import type { Database } from "bun:sqlite"
import { getTableColumns, getTableName } from "drizzle-orm"
import { tables } from "./tables.ts"

/** Columns with the path of a file below uploads/ are known by their names: a new one needs no entry in a list. */
const isPath = (name: string): boolean => name === "pfad" || name.endsWith("_pfad")

const columns = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter(isPath)
    .map((column) => ({ table: getTableName(table), column })),
)

/** A record that names a picture and its preview. */
export type RecordOfFile = {
  tabelle: string
  id: string
  tenant_id: string
  pfad: string
  vorschau_pfad: string
}

/** Finds the record that names a file, of any tenant; parameter `path`. Each of these columns is unique. */
export const RECORD_OF_FILE = columns
  .map(
    ({ table, column }) =>
      `SELECT '${table}' AS tabelle, id, tenant_id, pfad, vorschau_pfad FROM ${table} WHERE ${column} = +:path`,
  )
  .join(" UNION ALL ")

/** The number of files that records of all tenants name: each column is unique, and always filled. */
export const NUMBER_OF_FILES = `SELECT ${columns.map(({ table, column }) => `(SELECT count(${column}) FROM ${table})`).join(" + ")} AS n`

/** @returns every path that a record of this database names; of a database of any version */
export function namedFiles(sqlite: Database): string[] {
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
