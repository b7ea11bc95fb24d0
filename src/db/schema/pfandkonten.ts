import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"

/** The balance per customer and article or device; triggers keep it in the booking's own transaction. */
export const pfandkonten = sqliteTable("pfandkonten", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  bestand: integer().notNull(),
  wert_cent: integer().notNull(),
  /**
   * Time at which the oldest piece that is still out went out: first in, first out, by the time of the event and not
   * of its booking (lib/fifo.ts). NULL where nothing is out.
   */
  seit_am: text(),
  /**
   * The booking with which that piece went out, and how many pieces of it are still out: the triggers go on from here.
   * NULL where it is not known: then they count from the latest booking.
   */
  seit_nr: integer(),
  seit_rest: integer(),
  ...stamps,
})

/**
 * Pieces of an account by the amount at which they were booked, kept by the same triggers. What comes
 * back is refunded from it, so that no more is refunded than was paid.
 */
export const pfandwerte = sqliteTable("pfandwerte", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  betrag_cent: integer().notNull(),
  /** Below zero where more came back at this amount than went out at it. */
  bestand: integer().notNull(),
  ...stamps,
})

/**
 * Vorgänge (by their id) that revalue a customer's pieces of an article: these stay where they are, as old as they
 * are.
 */
export const pfandumbewertungen = sqliteTable("pfandumbewertungen", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  ...stamps,
})

/**
 * Vorgänge (by their id) of pieces that a customer will not bring back, and their Stornos: the deposit stays with the
 * company, so they stand in no settlement.
 */
export const pfandverluste = sqliteTable("pfandverluste", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  ...stamps,
})

/** The balance per customer: what `/api/pfandsalden` sorts by, kept by the same triggers. */
export const pfandsalden = sqliteTable("pfandsalden", {
  ...ids,
  kunde_id: text().notNull(),
  wert_cent: integer().notNull(),
  /** Accounts of the customer that are below zero: more came back than went out. */
  negative_konten: integer().notNull(),
  /** The earliest of the accounts. */
  seit_am: text(),
  ...stamps,
})

/** Sums of each day in UTC, kept by triggers: for the curve of the deposit out, and for the state at a day's begin. */
export const pfandverlauf = sqliteTable("pfandverlauf", {
  ...ids,
  tag: text().notNull(),
  zugang_cent: integer().notNull(),
  abgang_cent: integer().notNull(),
  /** The first and the last `lfd_nr` of the day. */
  erste_nr: integer().notNull(),
  letzte_nr: integer().notNull(),
  ...stamps,
})

/** Holdings of all customers by article, kept by triggers; one row without an article for all devices. */
export const pfandbestaende = sqliteTable("pfandbestaende", {
  ...ids,
  pfandartikel_id: text(),
  bestand: integer().notNull(),
  wert_cent: integer().notNull(),
  ...stamps,
})

/** Results of the ledger's proofs; `erstellt_am` is the end of each. */
export const pfandpruefungen = sqliteTable("pfandpruefungen", {
  ...ids,
  in_ordnung: integer().notNull(),
  buchungen: integer().notNull(),
  letzter_hash: text(),
  /** Number of faults that were told. */
  fehler: integer().notNull(),
  ...stamps,
})
