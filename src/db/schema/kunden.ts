import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { standortfelder } from "../../lib/felder/standort.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

export const kunden = sqliteTable("kunden", {
  ...ids,
  ...columnsOf(kundenfelder),
  /** The customer number as an integer, if it is numeric. The next free number is the largest plus one. */
  nummer_wert: integer(),
  /** The name as names are compared: "Ähre" as "Ahre" (lib/fold.ts, fold). */
  name_sort: text().notNull().default(""),
  /** The name as names are sorted: "Ähre" as "Aehre" (lib/fold.ts, telephoneBook). */
  name_ordnung: text().notNull().default(""),
  ort_sort: text().notNull().default(""),
  ...stamps,
})

/**
 * Search texts of customers, for the full-text index kunden_suche. A separate table, as the index needs row
 * numbers that VACUUM does not change.
 */
export const kunden_suchtexte = sqliteTable("kunden_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** Id of the customer. */
  id: text().notNull(),
  /** Words separated by spaces. The index puts the tenant's id before each, so tenants share no words. */
  text: text().notNull(),
  /** More such words, which only filters of the search use: nobody can type them. */
  filter: text().notNull().default(""),
  ...stamps,
})

/** Places that a customer's things are delivered to, beside the customer's own address. */
export const standorte = sqliteTable("standorte", { ...ids, ...columnsOf(standortfelder), ...stamps })

export const kunden_bilder = sqliteTable("kunden_bilder", {
  ...ids,
  kunde_id: text().notNull(),
  /** Path below DATA_DIR/uploads, and below the URL /uploads. */
  pfad: text().notNull(),
  vorschau_pfad: text().notNull(),
  titel: text(),
  sortierung: integer().notNull().default(0),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  /** Size of picture and preview together, in bytes; counts against the tenant's quota. */
  bytes: integer().notNull(),
  /** Id of an account. No foreign key, as a super administrator has no tenant. */
  hochgeladen_von: text(),
  ...stamps,
})
