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
 * Bookings that wait for a settlement: in no valid one yet. Losses, opening balances and bookings up to
 * `tenants.abrechnung_nach_nr` are not among them. Triggers maintain it, so that queries need not search the
 * ledger. `id` is the booking's.
 */
export const offene_buchungen = sqliteTable("offene_buchungen", {
  ...ids,
  kunde_id: text().notNull(),
  erfasst_am: text().notNull(),
  ...stamps,
})

/**
 * Settlements, and the documents that cancel them. Triggers enforce gapless numbers per year and refuse every
 * change.
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
  /** The delivery whose completion made it, if any. */
  lieferung_id: text(),
  /** The month's run (auftraege) that made it, if any. */
  auftrag_id: text(),
  /** Date of issue, in the company's time zone. */
  datum: text().notNull(),
  von: text().notNull(),
  bis: text().notNull(),
  /** The customer's balance before the settlement; net or gross according to `preise`. */
  anfang_cent: integer().notNull(),
  /** Sum of the movements; net or gross according to `preise`. */
  summe_cent: integer().notNull(),
  /** Amount to pay, before `ust_cent` is added; negative if it is to be paid back. */
  netto_cent: integer().notNull(),
  ust_cent: integer().notNull(),
  preise: text({ enum: preisarten }).notNull(),
  ust_verfahren: text({ enum: ustVerfahren }).notNull(),
  /** 1: made by a small business that charges no VAT (UStG § 19). */
  kleinunternehmer: integer().notNull().default(0),
  /** NULL: made before companies had this setting. */
  abrechnung_ist: text({ enum: abrechnungIst }),
  /** NULL: made when paper was the only form. */
  form: text({ enum: abrechnungsformen }),
  /** `erfasst_am` of its earliest booking; of a cancellation, the cancelled settlement's value. */
  erfasst_ab: text(),
  /** `lfd_nr` of its last booking; of a cancellation, the cancelled settlement's value. */
  stand_nr: integer(),
  /**
   * Sum of losses and opening balances booked since the previous settlement that was not cancelled; they are in no
   * settlement. NULL for the first settlement, for a cancellation, and if made by an earlier version.
   */
  ausserhalb_cent: integer(),
  /**
   * Sum of all the customer's losses so far. Its difference to that of the previous settlement is the part of
   * `ausserhalb_cent` that is losses. NULL for a cancellation, and if made by an earlier version.
   */
  verluste_bisher_cent: integer(),
  /** When somebody noted that it went out by post. Only this and `versand_offen` ever change in a settlement. */
  per_post_am: text(),
  /**
   * 1: it is valid and has not gone out, neither by post nor with an e-mail that a mail server took. Triggers set it
   * when it is cancelled, by what becomes of its e-mails, and by `per_post_am`.
   */
  versand_offen: integer().notNull().default(0),
  erstellt_von: text().notNull(),
  ...stamps,
})

/**
 * Lines of a settlement: movements of one article or device at one price and tax rate, with its name then.
 */
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
  /** Decides the account in the bookkeeping. */
  klasse: text({ enum: abrechnungsklassen }).notNull(),
  /** Tax rate in per cent; NULL where no VAT is charged. */
  satz: integer(),
  betrag_cent: integer().notNull(),
  ausgabe: integer().notNull(),
  ruecknahme: integer().notNull(),
  /** Pieces, with a sign. */
  korrektur: integer().notNull(),
  summe_cent: integer().notNull(),
  ...stamps,
})

/** VAT of a settlement: calculated once per rate, then split by class to the cent. */
export const abrechnungssteuern = sqliteTable("abrechnungssteuern", {
  ...ids,
  abrechnung_id: text().notNull(),
  position: integer().notNull(),
  klasse: text({ enum: abrechnungsklassen }).notNull(),
  satz: integer(),
  /** 1: issued under UStG § 19. NULL: as the settlement says, made by an earlier version. */
  kleinunternehmer: integer(),
  netto_cent: integer().notNull(),
  ust_cent: integer().notNull(),
  ...stamps,
})

/** Bookings of a settlement. `gilt` is 0 once it is cancelled. No booking is in two valid settlements. */
export const abrechnungsbuchungen = sqliteTable("abrechnungsbuchungen", {
  ...ids,
  abrechnung_id: text().notNull(),
  buchung_id: text().notNull(),
  gilt: integer().notNull().default(1),
  ...stamps,
})

/**
 * Bookings that stand in no settlement (opening balances, losses, their Stornos), but may have moved pieces from one
 * tax to another: this settlement has taken in what they moved. Most moved nothing. `gilt` is 0 once it is cancelled.
 */
export const abrechnungsverschiebungen = sqliteTable("abrechnungsverschiebungen", {
  ...ids,
  abrechnung_id: text().notNull(),
  buchung_id: text().notNull(),
  gilt: integer().notNull().default(1),
  ...stamps,
})
