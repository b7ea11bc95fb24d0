import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"

/** States that an article had until an instant; its present one stands in `pfandartikel`. Written once per change. */
export const artikelstaende = sqliteTable("artikelstaende", {
  ...ids,
  pfandartikel_id: text().notNull(),
  /** First instant at which it was valid no more. */
  gueltig_bis: text().notNull(),
  /** NULL for a Gebinde. */
  pfand_cent: integer(),
  /** JSON of `[{ pfandartikel_id, menge }]`; NULL for a single article. */
  teile: text(),
  ...stamps,
})

/** Gebinde that went out to a customer or came back, each with the parts as which it was booked. */
export const gebindebewegungen = sqliteTable("gebindebewegungen", {
  ...ids,
  vorgang_id: text().notNull(),
  kunde_id: text().notNull(),
  gebinde_id: text().notNull(),
  /** JSON of `[{ pfandartikel_id, menge }]`. */
  teile: text().notNull(),
  /** Gebinde, negative for what came back. */
  menge: integer().notNull(),
  ...stamps,
})
