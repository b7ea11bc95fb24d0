import { getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import * as schema from "./schema.ts"

/** Every table of the service (schema.ts). */
export const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

/** @returns the table of that name; undefined where there is none */
export const tableNamed = (name: string) => tables.find((table) => getTableName(table) === name)

export const tableNames: string[] = tables.map((table) => getTableName(table))
