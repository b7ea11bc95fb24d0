import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { importarten } from "./values.ts"

/** Column mappings for imports: the field that a heading in a company's file stands for. */
export const importzuordnungen = sqliteTable("importzuordnungen", {
  ...ids,
  art: text({ enum: importarten }).notNull(),
  /** The heading, normalised for comparison (api/import/table/columns.ts). */
  ueberschrift: text().notNull(),
  /** NULL: the column is not imported. */
  feld: text(),
  ...stamps,
})

/** Imports of opening balances. Each is a range of bookings in the ledger, `von_nr` to `bis_nr`. */
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
  /**
   * Id of the first part, which is the job's id, where a job books in parts. NULL in the first part itself: its
   * `zeilen` and `kunden` count those of all parts.
   */
  teil_von: text(),
})

/** Records that an import has stored, so that it can be taken back. Without a row where that is done, or too late. */
export const importstuecke = sqliteTable("importstuecke", {
  ...ids,
  auftrag_id: text().notNull(),
  nr: integer().notNull(),
  /** JSON (api/import/run/pieces.ts). */
  inhalt: text().notNull(),
  ...stamps,
  /** How many of its records stayed when the import was taken back. */
  geblieben: integer().notNull().default(0),
})
