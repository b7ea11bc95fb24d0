import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { feierabendArten, klaerungsStatus, klaerungsarten } from "./values.ts"
import { ids, stamps } from "./columns.ts"

/** A company's settings for its drivers: one row, or none with the defaults. */
export const fahrer_einstellungen = sqliteTable("fahrer_einstellungen", {
  ...ids,
  ungeplant_erlaubt: integer().notNull().default(1),
  /** JSON: reasons to tap when a delivery fails, in their order. */
  fehlschlag_gruende: text().notNull(),
  ...stamps,
})

/** Drivers' requests that the service refused, for the office to book or discard. */
export const klaerungen = sqliteTable("klaerungen", {
  ...ids,
  fahrer_id: text(),
  /** Null for an evening's count alone. */
  kunde_id: text(),
  lieferung_id: text(),
  versuch: integer(),
  art: text({ enum: klaerungsarten }).notNull(),
  /** JSON: what was sent; "{}" when the person was erased. */
  angaben: text().notNull(),
  /** The service's answer. */
  ablehnung: text().notNull(),
  erfasst_am: text().notNull(),
  status: text({ enum: klaerungsStatus }).notNull().default("offen"),
  entscheidung: text(),
  entschieden_von: text(),
  entschieden_am: text(),
  ...stamps,
})

/** Counts of a truck's load in the evening. */
export const feierabende = sqliteTable("feierabende", {
  ...ids,
  fahrer_id: text().notNull(),
  datum: text().notNull(),
  bemerkung: text(),
  erfasst_am: text().notNull(),
  ...stamps,
})

/** Expected pieces by the deliveries of then, beside the counted ones. */
export const feierabend_positionen = sqliteTable("feierabend_positionen", {
  ...ids,
  feierabend_id: text().notNull(),
  position: integer().notNull(),
  /** Empties and devices taken back, or goods that nobody took. */
  art: text({ enum: feierabendArten }).notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  erwartet: integer().notNull(),
  gezaehlt: integer().notNull(),
  ...stamps,
})
