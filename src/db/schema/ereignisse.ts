import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import type { ereignisarten } from "./values.ts"

/**
 * What happened, for programs that follow: kind and id alone, written in the transaction of the thing itself. Kept for some
 * months, the newest for good, as the next number follows from it.
 */
export const ereignisse = sqliteTable("ereignisse", {
  ...ids,
  /** Without gaps in each company, in the order of the commits. */
  nummer: integer().notNull(),
  art: text().$type<(typeof ereignisarten)[number]>().notNull(),
  datensatz_id: text().notNull(),
  /** Version of the record after it; NULL for bookings, which never change. */
  datensatz_version: integer(),
  ...stamps,
})
