import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { intervallEinheiten, pruefarten } from "./values.ts"

/** Regular tests of a device, with their next due days. */
export const geraete_pruefplaene = sqliteTable("geraete_pruefplaene", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: pruefarten }).notNull(),
  intervall: integer().notNull(),
  intervall_in: text({ enum: intervallEinheiten }).notNull(),
  /** Days, `YYYY-MM-DD`. */
  letzte: text(),
  naechste: text().notNull(),
  /** Until this day the office lets it go out although it is overdue. */
  freigabe_bis: text(),
  ...stamps,
})

/** The tests that were made. */
export const geraete_pruefungen = sqliteTable("geraete_pruefungen", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: pruefarten }).notNull(),
  datum: text().notNull(),
  bestanden: integer().notNull(),
  /** When the next one was due from then on. */
  naechste: text().notNull(),
  bemerkung: text(),
  /** Name and media type of the attached document. */
  dokument: text(),
  dokument_typ: text(),
  /** Its size; counts against the tenant's quota. */
  bytes: integer().notNull().default(0),
  eingetragen_von: text().notNull(),
  ...stamps,
})

/** The attached documents: `id` is the test's. Apart, so that lists need not pass them. */
export const geraete_pruefdokumente = sqliteTable("geraete_pruefdokumente", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  ...stamps,
})
