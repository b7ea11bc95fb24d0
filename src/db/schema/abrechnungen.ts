import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import {
  abrechnungIst,
  abrechnungsarten,
  abrechnungsformen,
  abrechnungsklassen,
  einheiten,
  preisarten,
  ustVerfahren,
} from "./values.ts"

/**
 * Bookings that are in no valid settlement yet, kept by triggers: queries find them here instead of searching the
 * ledger. `id` is the booking's.
 */
export const offene_buchungen = sqliteTable("offene_buchungen", {
  ...ids,
  kunde_id: text().notNull(),
  erfasst_am: text().notNull(),
  ...stamps,
})

/**
 * Settlements and the documents that cancel them. Triggers see to it that they are numbered without gaps per year and
 * never changed.
 */
export const abrechnungen = sqliteTable("abrechnungen", {
  ...ids,
  nummer: text().notNull(),
  jahr: integer().notNull(),
  lfd_nr: integer().notNull(),
  art: text({ enum: abrechnungsarten }).notNull(),
  /** The settlement that this document cancels. */
  storno_von: text(),
  grund: text(),
  kunde_id: text().notNull(),
  /** The delivery that it came with. */
  lieferung_id: text(),
  /** Day on which it was made out, in the company's time zone. */
  datum: text().notNull(),
  von: text().notNull(),
  bis: text().notNull(),
  /** The customer's account before the settlement; net or gross as `preise` says. */
  anfang_cent: integer().notNull(),
  /** Sum of the movements; net or gross likewise. */
  summe_cent: integer().notNull(),
  /** Amount to be paid, with `ust_cent`; below zero, to be paid back. */
  netto_cent: integer().notNull(),
  ust_cent: integer().notNull(),
  preise: text({ enum: preisarten }).notNull(),
  ust_verfahren: text({ enum: ustVerfahren }).notNull(),
  /** Made by a company that shows no VAT (UStG § 19). */
  kleinunternehmer: integer().notNull().default(0),
  /** NULL: made before companies had this setting. */
  abrechnung_ist: text({ enum: abrechnungIst }),
  /** NULL: made when paper was the only form. */
  form: text({ enum: abrechnungsformen }),
  /** When the earliest of its bookings was captured; of a cancellation, of what it cancels. */
  erfasst_ab: text(),
  /** The ledger's number of the last of its bookings; of a cancellation likewise. */
  stand_nr: integer(),
  /**
   * Booked between the settlement before and this one, and in no settlement: losses and opening balances. NULL: the
   * first one, a cancellation, or made by an earlier version.
   */
  ausserhalb_cent: integer(),
  /**
   * Sum of all losses of the customer when it was made. Less that of the settlement before, it is the losses' part of
   * `ausserhalb_cent`. NULL: a cancellation, or made by an earlier version.
   */
  verluste_bisher_cent: integer(),
  erstellt_von: text().notNull(),
  ...stamps,
})

/** Movements of one article or device at one price and one rate, with their names at that time. */
export const abrechnungspositionen = sqliteTable("abrechnungspositionen", {
  ...ids,
  abrechnung_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  nummer: text().notNull(),
  bezeichnung: text().notNull(),
  /** NULL: settled before articles had units. */
  einheit: text({ enum: einheiten }),
  /** Account of the bookkeeping. */
  klasse: text({ enum: abrechnungsklassen }).notNull(),
  /** Per cent; NULL where no VAT is reckoned. */
  satz: integer(),
  betrag_cent: integer().notNull(),
  ausgabe: integer().notNull(),
  ruecknahme: integer().notNull(),
  /** Signed. */
  korrektur: integer().notNull(),
  summe_cent: integer().notNull(),
  ...stamps,
})

/** The VAT of a settlement, reckoned once per rate; split by what it was for, to the cent. */
export const abrechnungssteuern = sqliteTable("abrechnungssteuern", {
  ...ids,
  abrechnung_id: text().notNull(),
  position: integer().notNull(),
  klasse: text({ enum: abrechnungsklassen }).notNull(),
  satz: integer(),
  netto_cent: integer().notNull(),
  ust_cent: integer().notNull(),
  ...stamps,
})

/** Bookings of a settlement; `gilt` ends when it is cancelled. No booking stands in two valid ones. */
export const abrechnungsbuchungen = sqliteTable("abrechnungsbuchungen", {
  ...ids,
  abrechnung_id: text().notNull(),
  buchung_id: text().notNull(),
  gilt: integer().notNull().default(1),
  ...stamps,
})
