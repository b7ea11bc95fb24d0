import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { geraeteStatus, inventurStatus, lagerarten } from "./values.ts"

/**
 * Stock of an article in the company's own yard: the last count, and sums of movements since. `id` is the
 * article's; an article that was never counted has no row. A trigger adds the ledger's movements (migration
 * 0037), api/lager/rules.ts adds those in lagerbewegungen.
 */
export const lagerartikel = sqliteTable("lagerartikel", {
  ...ids,
  gezaehlt: integer().notNull(),
  /** Movements with `erfasst_am` up to this time are included in the count. */
  gezaehlt_am: text().notNull(),
  ausgegeben: integer().notNull().default(0),
  zurueckgekommen: integer().notNull().default(0),
  zugekauft: integer().notNull().default(0),
  verkauft: integer().notNull().default(0),
  verschrottet: integer().notNull().default(0),
  ...stamps,
})

/**
 * Purchases, sales and scrapping of the company's own stock. Append-only; `menge` of a Storno is negative.
 */
export const lagerbewegungen = sqliteTable("lagerbewegungen", {
  ...ids,
  pfandartikel_id: text().notNull(),
  art: text({ enum: lagerarten }).notNull(),
  menge: integer().notNull(),
  bemerkung: text(),
  storno_von: text(),
  /** Time of the movement. */
  erfasst_am: text().notNull(),
  gebucht_von: text().notNull(),
  ...stamps,
})

/**
 * Stocktakes of the yard. Only one is open at a time; `erstellt_am` is when it was opened. One that was made on paper and
 * is entered later has been made at `gezaehlt_am`.
 */
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
  gezaehlt_am: text(),
  ...stamps,
})

/** Lines of a stocktake, as each person counted them. Lines entered together share an `erfassung_id`. */
export const inventurzaehlungen = sqliteTable("inventurzaehlungen", {
  ...ids,
  inventur_id: text().notNull(),
  erfassung_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  menge: integer().notNull(),
  /** Place in the yard, in the words of the person who counted. */
  ort: text(),
  erfasst_am: text().notNull(),
  gezaehlt_von: text().notNull(),
  ...stamps,
})

/** Result of a closed stocktake, with names as they were then. Only decisions on devices are added later. */
export const inventurpositionen = sqliteTable("inventurpositionen", {
  ...ids,
  inventur_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  nummer: text().notNull(),
  bezeichnung: text().notNull(),
  gezaehlt: integer().notNull(),
  /** Pieces expected at the time of the last line; NULL at an article's first count. */
  erwartet: integer(),
  /** Times of the first and the last line; NULL if nobody counted it. */
  seit_am: text(),
  gezaehlt_am: text(),
  /** Pieces moved between first and last line (`waehrend_`), and from then to the closing (`danach_`). */
  waehrend_ausgegeben: integer().notNull().default(0),
  waehrend_zurueck: integer().notNull().default(0),
  danach_ausgegeben: integer().notNull().default(0),
  danach_zurueck: integer().notNull().default(0),
  /** Pieces bought, less those sold and scrapped, after the last line. */
  danach_lager: integer().notNull().default(0),
  status_vorher: text({ enum: geraeteStatus }),
  status_nachher: text({ enum: geraeteStatus }),
  grund: text(),
  ...stamps,
})
