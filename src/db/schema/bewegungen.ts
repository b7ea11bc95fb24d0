import { sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bewegungsarten } from "./values.ts"
import { ids, stamps } from "./columns.ts"

/** The custody history of every device, append-only. */
export const geraete_bewegungen = sqliteTable("geraete_bewegungen", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: bewegungsarten }).notNull(),
  von_status: text().notNull(),
  nach_status: text().notNull(),
  /** The customer who got it, or had it. */
  kunde_id: text(),
  lieferung_id: text(),
  notiz: text(),
  /** Of an account, or of a super administrator, who has no tenant: hence no foreign key. */
  gebucht_von: text().notNull(),
  erfasst_am: text().notNull(),
  ...stamps,
})
