import { sql } from "drizzle-orm"
import {
  check,
  type CheckBuilder,
  foreignKey,
  type ForeignKeyBuilder,
  integer,
  type SQLiteColumn,
  text,
} from "drizzle-orm/sqlite-core"

export const ids = { tenant_id: text().notNull(), id: text().notNull() }

/** Columns of every table; `version` counts changes and becomes the ETag. */
export const stamps = {
  erstellt_am: text().notNull(),
  aktualisiert_am: text().notNull(),
  version: integer().notNull().default(1),
}

type Key = { tenant_id: SQLiteColumn; id: SQLiteColumn }

/** A reference to a record of the same tenant. */
export const refers = (
  row: { tenant_id: SQLiteColumn },
  column: SQLiteColumn,
  { tenant_id, id }: Key,
): ForeignKeyBuilder => foreignKey({ columns: [row.tenant_id, column], foreignColumns: [tenant_id, id] })

/** Holds a column to an enumeration (values.ts), as its type does. */
export const oneOf = (name: string, column: SQLiteColumn, values: readonly string[]): CheckBuilder =>
  check(name, sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`)
