import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { geraeteStatus, inventurStatus, lagerarten } from "./values.ts"

/**
 * The company's own stock of an article: its last count, and the sums of movements since. `id` is the article's; an
 * article that was never counted has no row. A trigger adds the movements of the ledger (migration 0037), rules those
 * of the yard.
 */
export const lagerartikel = sqliteTable("lagerartikel", {
  ...ids,
  gezaehlt: integer().notNull(),
  /** Movements captured until then are in the count. */
  gezaehlt_am: text().notNull(),
  ausgegeben: integer().notNull().default(0),
  zurueckgekommen: integer().notNull().default(0),
  zugekauft: integer().notNull().default(0),
  verkauft: integer().notNull().default(0),
  verschrottet: integer().notNull().default(0),
  ...stamps,
})

/** Purchases, sales and scrapping of the company's own stock. Append-only; a Storno has a negative amount. */
export const lagerbewegungen = sqliteTable("lagerbewegungen", {
  ...ids,
  pfandartikel_id: text().notNull(),
  art: text({ enum: lagerarten }).notNull(),
  menge: integer().notNull(),
  bemerkung: text(),
  storno_von: text(),
  /** When it happened. */
  erfasst_am: text().notNull(),
  gebucht_von: text().notNull(),
  ...stamps,
})

/** Counts of the yard: one at a time is open. `erstellt_am` is when it was opened. */
export const inventuren = sqliteTable("inventuren", {
  ...ids,
  bezeichnung: text().notNull(),
  mit_geraeten: integer().notNull(),
  status: text({ enum: inventurStatus }).notNull().default("offen"),
  eroeffnet_von: text().notNull(),
  beendet_von: text(),
  beendet_am: text(),
  /** Whether articles that nobody counted were taken as zero. */
  rest_ist_null: integer().notNull().default(0),
  ...stamps,
})

/** Lines of each person's count; `erfassung_id` joins those that were entered at once. */
export const inventurzaehlungen = sqliteTable("inventurzaehlungen", {
  ...ids,
  inventur_id: text().notNull(),
  erfassung_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  menge: integer().notNull(),
  /** Place in the yard, in the counter's words. */
  ort: text(),
  erfasst_am: text().notNull(),
  gezaehlt_von: text().notNull(),
  ...stamps,
})

/** The result of a closed count; names as they were then. Of devices only the decision is added later. */
export const inventurpositionen = sqliteTable("inventurpositionen", {
  ...ids,
  inventur_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  nummer: text().notNull(),
  bezeichnung: text().notNull(),
  gezaehlt: integer().notNull(),
  /** At the moment of the last line; NULL for an article's first count. */
  erwartet: integer(),
  /** First and last line; NULL where nobody counted it. */
  seit_am: text(),
  gezaehlt_am: text(),
  /** Moved between the first and the last line, and from then until the count was closed. */
  waehrend_ausgegeben: integer().notNull().default(0),
  waehrend_zurueck: integer().notNull().default(0),
  danach_ausgegeben: integer().notNull().default(0),
  danach_zurueck: integer().notNull().default(0),
  /** Bought, less sold and scrapped. */
  danach_lager: integer().notNull().default(0),
  status_vorher: text({ enum: geraeteStatus }),
  status_nachher: text({ enum: geraeteStatus }),
  grund: text(),
  ...stamps,
})
