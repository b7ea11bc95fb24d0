import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { auftragsfehlerfelder } from "../../lib/felder/auftrag.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { auftragsarten, auftragsStatus, importarten } from "./values.ts"

/** Jobs: printing for many customers, imports, exports. A thread does them (ops/auftraege). */
export const auftraege = sqliteTable("auftraege", {
  ...ids,
  art: text({ enum: auftragsarten }).notNull(),
  status: text({ enum: auftragsStatus }).notNull().default("wartet"),
  /** JSON: what was asked for. */
  angaben: text().notNull(),
  gesamt: integer().notNull().default(0),
  erledigt: integer().notNull().default(0),
  /** Number of customers with nothing to settle, or settled already. */
  uebergangen: integer().notNull().default(0),
  fehler: integer().notNull().default(0),
  /**
   * Id of the last customer that is done: an interrupted job continues after it. For an import it is the phase
   * (api/import/run/run-import.ts).
   */
  letzter: text().notNull().default(""),
  /** JSON: the result of a job that prints nothing; of a monthly settlement run, the totals so far. */
  ergebnis: text(),
  erstellt_von: text().notNull(),
  erstellt_von_name: text().notNull(),
  beendet_am: text(),
  meldung: text(),
  /** Tries since it last got on; counted before each. */
  versuche: integer().notNull().default(0),
  /** Progress at its last try. */
  versucht_bei: text(),
  ...stamps,
})

/** Input file of a job; `id` is the job's. Removed when the job ends. */
export const auftragseingaben = sqliteTable("auftragseingaben", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  ...stamps,
})

/** Customers for whom a job made nothing, each with the reason in German. */
export const auftragsfehler = sqliteTable("auftragsfehler", {
  ...ids,
  ...columnsOf(auftragsfehlerfelder),
  ...stamps,
})

/** Column mappings for imports: the field that a heading in a company's file stands for. */
export const importzuordnungen = sqliteTable("importzuordnungen", {
  ...ids,
  art: text({ enum: importarten }).notNull(),
  /** The heading, in the form of `simple` (lib/fold.ts). */
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
