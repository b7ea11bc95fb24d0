import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { artikelfelder } from "../../lib/felder/artikel.ts"
import { beiAenderung } from "./values.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

export const pfandartikel = sqliteTable("pfandartikel", {
  ...ids,
  ...columnsOf(artikelfelder),
  /** Deposit of a single article; NULL for a Gebinde, whose deposit is the sum of its parts. */
  pfand_cent: integer(),
  /**
   * The ledger's last `lfd_nr` when class or rate last changed: later bookings were made with the present
   * class and rate. Set by a trigger.
   */
  steuer_nach_nr: integer().notNull().default(0),
  /** Effect of the last change of the deposit: pieces that are out keep their amount, or get the new one. */
  bei_aenderung: text({ enum: beiAenderung }).notNull().default("erstattung"),
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

/** Parts of a Gebinde, such as a crate and twenty bottles. */
export const pfandbestandteile = sqliteTable("pfandbestandteile", {
  ...ids,
  gebinde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  menge: integer().notNull(),
  ...stamps,
})
