import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { klaerungsfelder } from "../../lib/felder/klaerung.ts"
import { liefertagfelder } from "../../lib/felder/liefertag.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { bildArten, feierabendArten, zustaende } from "./values.ts"

export const lieferungen = sqliteTable("lieferungen", {
  ...ids,
  ...columnsOf(lieferfelder),
  ...stamps,
})

/** Lines of a delivery. Each has either an article or a device. */
export const lieferpositionen = sqliteTable("lieferpositionen", {
  ...ids,
  lieferung_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  soll_ausgabe: integer().notNull().default(0),
  soll_ruecknahme: integer().notNull().default(0),
  /** NULL until the delivery is completed. */
  ist_ausgabe: integer(),
  ist_ruecknahme: integer(),
  /** Condition of a returned device. */
  zustand: text({ enum: zustaende }),
  ...stamps,
})

/** Days on which a customer is delivered regularly. */
export const liefertage = sqliteTable("liefertage", { ...ids, ...columnsOf(liefertagfelder), ...stamps })

/** Articles that usually go along. */
export const liefertagpositionen = sqliteTable("liefertagpositionen", {
  ...ids,
  liefertag_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text().notNull(),
  soll_ausgabe: integer().notNull().default(0),
  soll_ruecknahme: integer().notNull().default(0),
  ...stamps,
})

/** Weeks that were decided about: each week's delivery is proposed until it is planned or left out, and never again. */
export const liefertagwochen = sqliteTable("liefertagwochen", {
  ...ids,
  liefertag_id: text().notNull(),
  /** The week's Monday, `YYYY-MM-DD`. */
  woche: text().notNull(),
  /** NULL: left out that week. */
  lieferung_id: text(),
  ...stamps,
})

/** Photos of a stop: the place, some damage, proof that somebody was there. */
export const lieferungen_bilder = sqliteTable("lieferungen_bilder", {
  ...ids,
  /** NULL if taken at an unplanned pick-up on which the office has not decided yet. */
  lieferung_id: text(),
  /** Klärung of that pick-up. */
  klaerung_id: text(),
  /** Number of the delivery attempt: failed ones have pictures, too. */
  versuch: integer().notNull(),
  art: text({ enum: bildArten }).notNull(),
  /** Article or device of the position that it shows, if any. */
  pfandartikel_id: text(),
  geraet_id: text(),
  pfad: text().notNull(),
  vorschau_pfad: text().notNull(),
  titel: text(),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  /** Size of picture and preview together, in bytes; counts against the tenant's quota. */
  bytes: integer().notNull(),
  hochgeladen_von: text(),
  erfasst_am: text().notNull(),
  ...stamps,
})

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

/** Lines of an evening count: pieces expected (api/feierabend/erwartet.ts), and pieces counted. */
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
