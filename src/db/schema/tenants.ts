import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { firmenfelder } from "../../lib/felder/firma.ts"
import { columnsOf, stamps } from "./columns.ts"

/** The time for objections comes last, as in archives of companies. */
const { einspruchsfrist_tage, ...others } = columnsOf(firmenfelder)

export const tenants = sqliteTable("tenants", {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  ...others,
  einspruchsfrist_tage,
  /** Bookings up to this `lfd_nr` are from before the program knew settlements, and are in none. */
  abrechnung_nach_nr: integer().notNull().default(0),
  /** Bookings up to this `lfd_nr` have a hash that does not cover the tax fields. */
  steuer_nach_nr: integer().notNull().default(0),
  /** Bookings up to this `lfd_nr` have a hash that does not cover `kleinunternehmer` and `ust_verfahren`. */
  regelung_nach_nr: integer().notNull().default(0),
  /** Last `lfd_nr` before `kleinunternehmer` or `ust_verfahren` changed; 0 if neither ever did. A trigger sets it. */
  regelung_gewechselt_nr: integer().notNull().default(0),
  ...stamps,
})
