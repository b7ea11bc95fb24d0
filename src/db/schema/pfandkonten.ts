import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"

/**
 * Balance per customer and article or device. Triggers update its sums in the transaction of the booking, and the rule
 * that books the rest (pfandlots/lots.ts).
 */
export const pfandkonten = sqliteTable("pfandkonten", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  /** Sum of the bookings' pieces. It says nothing of a device, which is one piece however often its deposit changed. */
  bestand: integer().notNull(),
  wert_cent: integer().notNull(),
  /**
   * Time at which the oldest piece still out was handed out: first in, first out, by `erfasst_am`, not by
   * `gebucht_am` (lib/fifo.ts). A device is as old as the oldest cent of its deposit. NULL if
   * nothing is out.
   */
  seit_am: text(),
  /**
   * `lfd_nr` of the booking that handed out the oldest piece still out; `seit_rest` is how many of that booking's pieces
   * are still out, 1 for a device. The next booking goes on from there, and need not read all of the account's. NULL if
   * nothing is out.
   */
  seit_nr: integer(),
  seit_rest: integer(),
  ...stamps,
})

/**
 * Pieces of an account by the deposit at which they were booked; the same triggers update it. Returns are
 * refunded from these amounts, so that no more is refunded than was paid.
 */
export const pfandwerte = sqliteTable("pfandwerte", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  betrag_cent: integer().notNull(),
  /** Negative if more pieces came back at this amount than went out. */
  bestand: integer().notNull(),
  ...stamps,
})

/**
 * Vorgänge (`id` is theirs) that revalue a customer's pieces of an article. The pieces stay out and keep
 * their age.
 */
export const pfandumbewertungen = sqliteTable("pfandumbewertungen", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  ...stamps,
})

/**
 * Vorgänge (`id` is theirs) for pieces of an article or a device that a customer will not return, and their
 * Stornos. The company keeps the deposit, so they are in no settlement.
 */
export const pfandverluste = sqliteTable("pfandverluste", {
  ...ids,
  kunde_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  ...stamps,
})

/**
 * Vorgänge (`id` is theirs) of opening balances with pieces below zero, which are booked as `korrektur_minus`, and their
 * Stornos. As all opening balances they are in no settlement.
 */
export const anfangsvorgaenge = sqliteTable("anfangsvorgaenge", {
  ...ids,
  kunde_id: text().notNull(),
  ...stamps,
})

/** Balance per customer, by which `/api/pfandsalden` sorts; triggers update it. */
export const pfandsalden = sqliteTable("pfandsalden", {
  ...ids,
  kunde_id: text().notNull(),
  wert_cent: integer().notNull(),
  /** Number of the customer's accounts below zero: of articles by `bestand`, of devices by `wert_cent`. */
  negative_konten: integer().notNull(),
  /** The earliest `seit_am` of the accounts. */
  seit_am: text(),
  ...stamps,
})

/**
 * Sums per UTC day of `gebucht_am`, updated by triggers. They serve the chart of outstanding deposits, and find
 * a day's bookings by `lfd_nr`.
 */
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

/** Pieces held by all customers, per article; one row without an article for all devices. Triggers update it. */
export const pfandbestaende = sqliteTable("pfandbestaende", {
  ...ids,
  pfandartikel_id: text(),
  bestand: integer().notNull(),
  wert_cent: integer().notNull(),
  ...stamps,
})

/** Results of ledger verifications; `erstellt_am` is when each ended. */
export const pfandpruefungen = sqliteTable("pfandpruefungen", {
  ...ids,
  in_ordnung: integer().notNull(),
  buchungen: integer().notNull(),
  letzter_hash: text(),
  /** Number of reported faults. */
  fehler: integer().notNull(),
  ...stamps,
})
