import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { artikelfelder, bestandteilfelder, pfandfelder } from "../../lib/felder/artikel.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { abrechnungsklassen, buchungsarten, preisarten, steuersaetze, ustVerfahren } from "./values.ts"

const { pfand_cent, bei_aenderung } = columnsOf(pfandfelder)

export const pfandartikel = sqliteTable("pfandartikel", {
  ...ids,
  ...columnsOf(artikelfelder),
  /** NULL for a Gebinde. */
  pfand_cent,
  /**
   * The ledger's last `lfd_nr` when class or rate last changed: later bookings were made with the present
   * class and rate. Set by a trigger.
   */
  steuer_nach_nr: integer().notNull().default(0),
  bei_aenderung,
  ...stamps,
})

/** Search texts of articles, for the index pfandartikel_suche. Like kunden_suchtexte. */
export const pfandartikel_suchtexte = sqliteTable("pfandartikel_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** Id of the article. */
  id: text().notNull(),
  text: text().notNull(),
  ...stamps,
})

/** Parts of a Gebinde. */
export const pfandbestandteile = sqliteTable("pfandbestandteile", {
  ...ids,
  gebinde_id: text().notNull(),
  ...columnsOf(bestandteilfelder),
  ...stamps,
})

/** States that an article had until an instant; its present one stands in `pfandartikel`. Written once per change. */
export const artikelstaende = sqliteTable("artikelstaende", {
  ...ids,
  pfandartikel_id: text().notNull(),
  /** First instant at which it was no longer valid. */
  gueltig_bis: text().notNull(),
  /** NULL for a Gebinde. */
  pfand_cent: integer(),
  /** JSON of `[{ pfandartikel_id, menge }]`; NULL for a single article. */
  teile: text(),
  ...stamps,
})

/** Gebinde that went out to a customer or came back, each with the parts as which it was booked. */
export const gebindebewegungen = sqliteTable("gebindebewegungen", {
  ...ids,
  vorgang_id: text().notNull(),
  kunde_id: text().notNull(),
  gebinde_id: text().notNull(),
  /** JSON of `[{ pfandartikel_id, menge }]`. */
  teile: text().notNull(),
  /** Gebinde, negative for what came back. */
  menge: integer().notNull(),
  ...stamps,
})

/** The ledger: append-only, numbered without gaps, chained by hashes. Triggers enforce that. */
export const pfandbuchungen = sqliteTable("pfandbuchungen", {
  ...ids,
  lfd_nr: integer().notNull(),
  /** Id shared by all bookings of one Vorgang. */
  vorgang_id: text().notNull(),
  kunde_id: text().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  art: text({ enum: buchungsarten }).notNull(),
  /** Pieces, always positive: `art` decides the sign. */
  menge: integer().notNull(),
  /** Deposit per piece. Pieces that come back have the amount at which they went out (pfandwerte). */
  betrag_cent: integer().notNull(),
  summe_cent: integer().notNull(),
  lieferung_id: text(),
  storno_von: text(),
  grund: text(),
  gebucht_von: text().notNull(),
  erfasst_am: text().notNull(),
  gebucht_am: text().notNull(),
  hash: text().notNull(),
  /** Facts that the tax depended on then, from article, device and company; never NULL (a trigger). */
  klasse: text({ enum: abrechnungsklassen }),
  steuersatz: text({ enum: steuersaetze }),
  preise: text({ enum: preisarten }),
  /** 1: UStG § 19 applied. */
  kleinunternehmer: integer(),
  ust_verfahren: text({ enum: ustVerfahren }),
  ...stamps,
})
