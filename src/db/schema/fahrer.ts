import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { klaerungsfelder } from "../../lib/felder/klaerung.ts"
import { feierabendArten } from "./values.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

/** Settings of a company for its drivers: one row, or none for the defaults. */
export const fahrer_einstellungen = sqliteTable("fahrer_einstellungen", {
  ...ids,
  ungeplant_erlaubt: integer().notNull().default(1),
  /** JSON: list of reasons that a driver can choose from when a delivery fails. */
  fehlschlag_gruende: text().notNull(),
  ...stamps,
})

/** Drivers' requests that the service refused, for the office to book or discard. */
export const klaerungen = sqliteTable("klaerungen", {
  ...ids,
  ...columnsOf(klaerungsfelder),
  ...stamps,
})

/** Evening counts of a truck's load. */
export const feierabende = sqliteTable("feierabende", {
  ...ids,
  fahrer_id: text().notNull(),
  datum: text().notNull(),
  bemerkung: text(),
  erfasst_am: text().notNull(),
  ...stamps,
})

/** Lines of an evening count: pieces expected (api/feierabend/rules.ts: `sums`), and pieces counted. */
export const feierabend_positionen = sqliteTable("feierabend_positionen", {
  ...ids,
  feierabend_id: text().notNull(),
  position: integer().notNull(),
  /** `leergut`: empties and devices taken back. `ware`: goods that were not delivered. */
  art: text({ enum: feierabendArten }).notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  erwartet: integer().notNull(),
  gezaehlt: integer().notNull(),
  ...stamps,
})
