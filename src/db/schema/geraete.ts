import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { geraetefelder } from "../../lib/felder/geraet.ts"
import { geraeteStatus } from "./values.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

export const geraete = sqliteTable("geraete", {
  ...ids,
  ...columnsOf(geraetefelder),
  /** Number of the last booking under another form; later bookings all have this one. A trigger keeps it. */
  steuer_nach_nr: integer().notNull().default(0),
  status: text({ enum: geraeteStatus }).notNull().default("lager"),
  kunde_id: text(),
  /** When it came into this status: how long it has been lost or in repair. */
  status_seit: text(),
  /** The last day on which it may be handed out, by its test dates (api/pruefplaene); NULL: any. */
  geprueft_bis: text(),
  ...stamps,
})

/** Search texts of devices, as kunden_suchtexte; geraete_suche reads from here. */
export const geraete_suchtexte = sqliteTable("geraete_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** The device's. */
  id: text().notNull(),
  text: text().notNull(),
  ...stamps,
})
