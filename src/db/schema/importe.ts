import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { importarten } from "./values.ts"

/** Meanings of the columns of a company's tables, assigned once by hand. */
export const importzuordnungen = sqliteTable("importzuordnungen", {
  ...ids,
  art: text({ enum: importarten }).notNull(),
  /** As headings are compared (api/import/columns.ts). */
  ueberschrift: text().notNull(),
  /** NULL: not taken over. */
  feld: text(),
  ...stamps,
})

/** Opening balances that were taken over together: bookings of the ledger, from one number to another. */
export const anfangsimporte = sqliteTable("anfangsimporte", {
  ...ids,
  /** `YYYY-MM-DD`. */
  stichtag: text().notNull(),
  von_nr: integer().notNull(),
  bis_nr: integer().notNull(),
  zeilen: integer().notNull(),
  kunden: integer().notNull(),
  erstellt_von: text().notNull(),
  erstellt_von_name: text().notNull(),
  storniert_am: text(),
  ...stamps,
  /** Of a job that books in parts: its first, which has the job's id and counts the rows of all. */
  teil_von: text(),
})

/** Records that a running import has stored so far, to be removed if it fails. Empty when no import is running. */
export const importstuecke = sqliteTable("importstuecke", {
  ...ids,
  auftrag_id: text().notNull(),
  nr: integer().notNull(),
  /** JSON (api/import/stuecke.ts). */
  inhalt: text().notNull(),
  ...stamps,
})
