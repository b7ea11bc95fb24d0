import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { auftragsfehlerfelder } from "../../lib/felder/auftrag.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { auftragsarten, auftragsStatus } from "./values.ts"

/** Jobs: printing for many customers, imports, exports. A separate process does them. */
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
