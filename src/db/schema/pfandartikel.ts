import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { artikelfelder } from "../../lib/felder/artikel.ts"
import { artikelArten, beiAenderung, einheiten, ustKlassen } from "./values.ts"
import { columnsOf, ids, stamps, oneOf, refers } from "./columns.ts"
import { tenants } from "./tenants.ts"

export const pfandartikel = sqliteTable(
  "pfandartikel",
  {
    ...ids,
    ...columnsOf(artikelfelder),
    /** Only a single article has a deposit of its own; a gebinde's is that of its parts. */
    pfand_cent: integer(),
    /** Number of the last booking under another class or rate; later ones all have these. A trigger keeps it. */
    steuer_nach_nr: integer().notNull().default(0),
    /** Choice at the last change of the deposit: pieces that are out keep their amount, or get the new one. */
    bei_aenderung: text({ enum: beiAenderung }).notNull().default("erstattung"),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("pfandartikel_nummer").on(t.tenant_id, t.nummer),
    uniqueIndex("pfandartikel_barcode").on(t.tenant_id, t.barcode),
    index("pfandartikel_bezeichnung").on(t.tenant_id, t.bezeichnung, t.id),
    oneOf("pfandartikel_art", t.art, artikelArten),
    check("pfandartikel_pfand", sql`(${t.art} = 'einzeln') = (${t.pfand_cent} IS NOT NULL)`),
    check("pfandartikel_pfand_positiv", sql`${t.pfand_cent} IS NULL OR ${t.pfand_cent} >= 0`),
    oneOf("pfandartikel_ust", t.ust_klasse, ustKlassen),
    oneOf("pfandartikel_einheit", t.einheit, einheiten),
    oneOf("pfandartikel_bei_aenderung", t.bei_aenderung, beiAenderung),
    check("pfandartikel_aktiv", sql`${t.aktiv} IN (0, 1)`),
  ],
)

/** Search texts of articles, as kunden_suchtexte; pfandartikel_suche reads from here. */
export const pfandartikel_suchtexte = sqliteTable(
  "pfandartikel_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The article's. */
    id: text().notNull(),
    text: text().notNull(),
    ...stamps,
  },
  (t) => [unique("pfandartikel_suchtexte_id").on(t.tenant_id, t.id), refers(t, t.id, pfandartikel)],
)

/** Parts of a gebinde: a crate and twenty bottles. */
export const pfandbestandteile = sqliteTable(
  "pfandbestandteile",
  {
    ...ids,
    gebinde_id: text().notNull(),
    pfandartikel_id: text().notNull(),
    menge: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.gebinde_id, pfandartikel),
    refers(t, t.pfandartikel_id, pfandartikel),
    unique("pfandbestandteile_einmal").on(t.tenant_id, t.gebinde_id, t.pfandartikel_id),
    index("pfandbestandteile_artikel").on(t.tenant_id, t.pfandartikel_id),
    check("pfandbestandteile_menge", sql`${t.menge} > 0`),
  ],
)
