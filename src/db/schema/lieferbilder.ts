import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bildArten } from "./values.ts"
import { ids, stamps } from "./columns.ts"

/** Photos of a stop: the place, a damage, a proof that somebody was there. */
export const lieferungen_bilder = sqliteTable("lieferungen_bilder", {
  ...ids,
  /** Null while the office has not decided about the unplanned pick-up that it was taken at. */
  lieferung_id: text(),
  /** That pick-up's Klärung. */
  klaerung_id: text(),
  /** The attempt it was taken at: a stop that failed has pictures, too. */
  versuch: integer().notNull(),
  art: text({ enum: bildArten }).notNull(),
  /** The position it belongs to, if it belongs to one. */
  pfandartikel_id: text(),
  geraet_id: text(),
  pfad: text().notNull(),
  vorschau_pfad: text().notNull(),
  titel: text(),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  /** Picture and preview together, in bytes: what counts against the tenant's quota. */
  bytes: integer().notNull(),
  hochgeladen_von: text(),
  erfasst_am: text().notNull(),
  ...stamps,
})
