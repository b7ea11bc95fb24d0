import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bildArten } from "./values.ts"
import { ids, stamps } from "./columns.ts"

/** Photos of a stop: the place, some damage, proof that somebody was there. */
export const lieferungen_bilder = sqliteTable("lieferungen_bilder", {
  ...ids,
  /** NULL if taken at an unplanned pick-up on which the office has not decided yet. */
  lieferung_id: text(),
  /** Klärung of that pick-up. */
  klaerung_id: text(),
  /** Number of the delivery attempt: failed ones have pictures, too. */
  versuch: integer().notNull(),
  art: text({ enum: bildArten }).notNull(),
  /** Article or device of the position that it shows, if any. */
  pfandartikel_id: text(),
  geraet_id: text(),
  pfad: text().notNull(),
  vorschau_pfad: text().notNull(),
  titel: text(),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  /** Size of picture and preview together, in bytes; counts against the tenant's quota. */
  bytes: integer().notNull(),
  hochgeladen_von: text(),
  erfasst_am: text().notNull(),
  ...stamps,
})
