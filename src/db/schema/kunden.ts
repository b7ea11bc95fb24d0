import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

export const kunden = sqliteTable("kunden", {
  ...ids,
  ...columnsOf(kundenfelder),
  /** The number, if it is one: the next free one is the largest plus one. */
  nummer_wert: integer(),
  /** The name as it is sorted: "Ähre" beside "Ahre". */
  name_sort: text().notNull().default(""),
  ort_sort: text().notNull().default(""),
  ...stamps,
})

/**
 * Search texts of customers; the full-text index (kunden_suche) reads from here. A table of its own, because
 * the index needs a row number that VACUUM does not change.
 */
export const kunden_suchtexte = sqliteTable("kunden_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** The customer's. */
  id: text().notNull(),
  /** Words with a space between; the index puts the tenant's id before each, so that no two tenants share one. */
  text: text().notNull(),
  /** More such words, by which a search is limited and which nobody can type. */
  filter: text().notNull().default(""),
  ...stamps,
})

export const kunden_bilder = sqliteTable("kunden_bilder", {
  ...ids,
  kunde_id: text().notNull(),
  /** Below DATA_DIR/uploads and below the URL /uploads alike. */
  pfad: text().notNull(),
  vorschau_pfad: text().notNull(),
  titel: text(),
  sortierung: integer().notNull().default(0),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  /** Picture and preview together, in bytes: what counts against the tenant's quota. */
  bytes: integer().notNull(),
  /** An account of the tenant or a super administrator, who has none: hence no foreign key. */
  hochgeladen_von: text(),
  ...stamps,
})
