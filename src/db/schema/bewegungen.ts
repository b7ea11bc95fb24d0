import { sqliteTable } from "drizzle-orm/sqlite-core"
import { bewegungsfelder } from "../../lib/felder/bewegung.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

/**
 * History of every device: who had it, in which status. Append-only; `notiz` is emptied when a person is
 * erased.
 */
export const geraete_bewegungen = sqliteTable("geraete_bewegungen", {
  ...ids,
  ...columnsOf(bewegungsfelder),
  ...stamps,
})
