import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { artikelfelder } from "../../lib/felder/artikel.ts"
import { beiAenderung } from "./values.ts"
import { columnsOf, ids, stamps } from "./columns.ts"

export const pfandartikel = sqliteTable("pfandartikel", {
  ...ids,
  ...columnsOf(artikelfelder),
  /** Only a single article has a deposit of its own; a gebinde's is that of its parts. */
  pfand_cent: integer(),
  /** Number of the last booking under another class or rate; later ones all have these. A trigger keeps it. */
  steuer_nach_nr: integer().notNull().default(0),
  /** Choice at the last change of the deposit: pieces that are out keep their amount, or get the new one. */
  bei_aenderung: text({ enum: beiAenderung }).notNull().default("erstattung"),
  ...stamps,
})

/** Search texts of articles, as kunden_suchtexte; pfandartikel_suche reads from here. */
export const pfandartikel_suchtexte = sqliteTable("pfandartikel_suchtexte", {
  nr: integer().primaryKey({ autoIncrement: true }),
  tenant_id: text().notNull(),
  /** The article's. */
  id: text().notNull(),
  text: text().notNull(),
  ...stamps,
})

/** Parts of a gebinde: a crate and twenty bottles. */
export const pfandbestandteile = sqliteTable("pfandbestandteile", {
  ...ids,
  gebinde_id: text().notNull(),
  pfandartikel_id: text().notNull(),
  menge: integer().notNull(),
  ...stamps,
})
