import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { firmenfelder } from "../../lib/felder/firma.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { ustVerfahren } from "./values.ts"

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
  /** Last `lfd_nr` with another `kleinunternehmer` or `ust_verfahren` than today; 0 if neither ever changed. Set by triggers. */
  regelung_gewechselt_nr: integer().notNull().default(0),
  ...stamps,
})

/** How the VAT was reckoned until an instant; the present way stands in `tenants`. Written once per change. */
export const regelungsstaende = sqliteTable("regelungsstaende", {
  ...ids,
  /** First instant at which it was valid no more. */
  gueltig_bis: text().notNull(),
  kleinunternehmer: integer().notNull(),
  ust_verfahren: text({ enum: ustVerfahren }).notNull(),
  ...stamps,
})
