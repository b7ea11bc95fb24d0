import { sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ansichtfelder } from "../../lib/felder/ansicht.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

/** Views of lists that people keep under a name. */
export const ansichten = sqliteTable("ansichten", {
  ...ids,
  /** NULL: everybody in the company sees it. */
  mitarbeiter_id: text(),
  ...columnsOf(ansichtfelder),
  /** Ids of the columns that are not shown, by a space between them. */
  spalten: text().notNull().default(""),
  ...stamps,
})
