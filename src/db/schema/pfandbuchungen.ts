import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { abrechnungsklassen, buchungsarten, preisarten, steuersaetze, ustVerfahren } from "./values.ts"
import { ids, stamps } from "./columns.ts"

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
