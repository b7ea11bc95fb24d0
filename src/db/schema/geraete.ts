import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { geraetefelder } from "../../lib/felder/geraet.ts"
import { geraeteStatus } from "./values.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { bewegungsfelder } from "../../lib/felder/bewegung.ts"

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
  /** First instant at which it was valid no more. */
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
 * History of every device: who had it, in which status. Append-only; `notiz` is emptied when a person is
 * erased.
 */
export const geraete_bewegungen = sqliteTable("geraete_bewegungen", {
  ...ids,
  ...columnsOf(bewegungsfelder),
  ...stamps,
})
