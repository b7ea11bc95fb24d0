import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { intervallEinheiten, pruefarten } from "./values.ts"

/** Regular tests of a device, with their next due date. */
export const geraete_pruefplaene = sqliteTable("geraete_pruefplaene", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: pruefarten }).notNull(),
  intervall: integer().notNull(),
  intervall_in: text({ enum: intervallEinheiten }).notNull(),
  /** Days, `YYYY-MM-DD`. */
  letzte: text(),
  naechste: text().notNull(),
  /** Last day on which the office allows it to be handed out although the test is overdue. */
  freigabe_bis: text(),
  ...stamps,
})

/** Tests that were done. */
export const geraete_pruefungen = sqliteTable("geraete_pruefungen", {
  ...ids,
  geraet_id: text().notNull(),
  art: text({ enum: pruefarten }).notNull(),
  datum: text().notNull(),
  bestanden: integer().notNull(),
  /** Due date of the next test, as of this one. */
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

/** Attached documents; `id` is the test's. A separate table, so that lists need not read past them. */
export const geraete_pruefdokumente = sqliteTable("geraete_pruefdokumente", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  ...stamps,
})
