import { sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bewegungsarten } from "./values.ts"
import { ids, stamps } from "./columns.ts"

/**
 * History of every device: who had it, in which status. Append-only; `notiz` is emptied when a person is
 * erased.
 */
export const geraete_bewegungen = sqliteTable("geraete_bewegungen", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: bewegungsarten }).notNull(),
  von_status: text().notNull(),
  nach_status: text().notNull(),
  /** The customer who received or returned it. */
  kunde_id: text(),
  lieferung_id: text(),
  notiz: text(),
  /** Id of an account. No foreign key, as a super administrator has no tenant. */
  gebucht_von: text().notNull(),
  erfasst_am: text().notNull(),
  ...stamps,
})
