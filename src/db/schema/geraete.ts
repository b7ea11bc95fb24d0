import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bewegungsfelder, geraetefelder } from "../../lib/felder/geraet.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { geraeteStatus, intervallEinheiten, pruefarten } from "./values.ts"

export const geraete = sqliteTable("geraete", {
  ...ids,
  ...columnsOf(geraetefelder),
  /**
   * The ledger's last `lfd_nr` when `pfandform` last changed: later bookings were made with the present
   * `pfandform`. Set by a trigger.
   */
  steuer_nach_nr: integer().notNull().default(0),
  status: text({ enum: geraeteStatus }).notNull().default("lager"),
  kunde_id: text(),
  /** At which of the customer's Standorte it is; NULL: at the customer's own address, or at no customer's. */
  standort_id: text(),
  /** When what brought it into its status happened, not when that was entered. */
  status_seit: text(),
  /** Last day on which it may be handed out, from its due tests (api/pruefplaene); NULL: no limit. */
  geprueft_bis: text(),
  ...stamps,
})

/** Deposits that a device had until an instant; its present one stands in `geraete`. Written once per change. */
export const geraetestaende = sqliteTable("geraetestaende", {
  ...ids,
  geraet_id: text().notNull(),
  /** First instant at which it was no longer valid. */
  gueltig_bis: text().notNull(),
  pfand_cent: integer().notNull(),
  ...stamps,
})

/** Search texts of devices, for the index geraete_suche. Like kunden_suchtexte. */
export const geraete_suchtexte = sqliteTable("geraete_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** Id of the device. */
  id: text().notNull(),
  text: text().notNull(),
  ...stamps,
})

/**
 * History of every device: who had it, in which status. Append-only; `notiz` and `standort_id` are emptied
 * when a person is erased.
 */
export const geraete_bewegungen = sqliteTable("geraete_bewegungen", {
  ...ids,
  ...columnsOf(bewegungsfelder),
  ...stamps,
})

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
