import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { ids, oneOf, refers, stamps } from "./columns.ts"
import { geraete } from "./geraete.ts"
import { pfandartikel } from "./pfandartikel.ts"
import { tenants } from "./tenants.ts"
import { geraeteStatus, inventurStatus, lagerarten } from "./values.ts"

/**
 * The company's own stock of an article: its last count, and the sums of movements since. `id` is the article's; an
 * article that was never counted has no row. A trigger adds the movements of the ledger (migration 0037), rules those
 * of the yard.
 */
export const lagerartikel = sqliteTable(
  "lagerartikel",
  {
    ...ids,
    gezaehlt: integer().notNull(),
    /** Movements captured until then are in the count. */
    gezaehlt_am: text().notNull(),
    ausgegeben: integer().notNull().default(0),
    zurueckgekommen: integer().notNull().default(0),
    zugekauft: integer().notNull().default(0),
    verkauft: integer().notNull().default(0),
    verschrottet: integer().notNull().default(0),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.id, pfandartikel),
    check("lagerartikel_gezaehlt", sql`${t.gezaehlt} >= 0`),
  ],
)

/** Purchases, sales and scrapping of the company's own stock. Append-only; a Storno has a negative amount. */
export const lagerbewegungen = sqliteTable(
  "lagerbewegungen",
  {
    ...ids,
    pfandartikel_id: text().notNull(),
    art: text({ enum: lagerarten }).notNull(),
    menge: integer().notNull(),
    bemerkung: text(),
    storno_von: text(),
    /** When it happened. */
    erfasst_am: text().notNull(),
    gebucht_von: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.storno_von, t),
    index("lagerbewegungen_zeit").on(t.tenant_id, t.erfasst_am, t.id),
    index("lagerbewegungen_artikel").on(t.tenant_id, t.pfandartikel_id, t.erfasst_am, t.id),
    uniqueIndex("lagerbewegungen_storno")
      .on(t.tenant_id, t.storno_von)
      .where(sql`storno_von IS NOT NULL`),
    oneOf("lagerbewegungen_art", t.art, lagerarten),
    check("lagerbewegungen_menge", sql`${t.menge} <> 0 AND (${t.menge} < 0) = (${t.storno_von} IS NOT NULL)`),
  ],
)

/** Counts of the yard: one at a time is open. `erstellt_am` is when it was opened. */
export const inventuren = sqliteTable(
  "inventuren",
  {
    ...ids,
    bezeichnung: text().notNull(),
    mit_geraeten: integer().notNull(),
    status: text({ enum: inventurStatus }).notNull().default("offen"),
    eroeffnet_von: text().notNull(),
    beendet_von: text(),
    beendet_am: text(),
    /** Whether articles that nobody counted were taken as zero. */
    rest_ist_null: integer().notNull().default(0),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    uniqueIndex("inventuren_eine_offen")
      .on(t.tenant_id)
      .where(sql`status = 'offen'`),
    index("inventuren_stand").on(t.tenant_id, t.status, t.id),
    oneOf("inventuren_status", t.status, inventurStatus),
    check("inventuren_beendet", sql`(${t.status} = 'offen') = (${t.beendet_am} IS NULL)`),
    check("inventuren_ja_nein", sql`${t.mit_geraeten} IN (0, 1) AND ${t.rest_ist_null} IN (0, 1)`),
  ],
)

/** Lines of each person's count; `erfassung_id` joins those that were entered at once. */
export const inventurzaehlungen = sqliteTable(
  "inventurzaehlungen",
  {
    ...ids,
    inventur_id: text().notNull(),
    erfassung_id: text().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    menge: integer().notNull(),
    /** Place in the yard, in the counter's words. */
    ort: text(),
    erfasst_am: text().notNull(),
    gezaehlt_von: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.inventur_id, inventuren),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    index("inventurzaehlungen_artikel").on(t.tenant_id, t.inventur_id, t.pfandartikel_id, t.id),
    index("inventurzaehlungen_reihe").on(t.tenant_id, t.inventur_id, t.id),
    index("inventurzaehlungen_person").on(t.tenant_id, t.inventur_id, t.gezaehlt_von, t.id),
    index("inventurzaehlungen_erfassung").on(t.tenant_id, t.inventur_id, t.erfassung_id),
    // Two people who scan the same device: it is there once.
    uniqueIndex("inventurzaehlungen_geraet")
      .on(t.tenant_id, t.inventur_id, t.geraet_id)
      .where(sql`geraet_id IS NOT NULL`),
    check("inventurzaehlungen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("inventurzaehlungen_menge", sql`${t.menge} >= 0`),
  ],
)

/** The result of a closed count; names as they were then. Of devices only the decision is added later. */
export const inventurpositionen = sqliteTable(
  "inventurpositionen",
  {
    ...ids,
    inventur_id: text().notNull(),
    position: integer().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    nummer: text().notNull(),
    bezeichnung: text().notNull(),
    gezaehlt: integer().notNull(),
    /** At the moment of the last line; NULL for an article's first count. */
    erwartet: integer(),
    /** First and last line; NULL where nobody counted it. */
    seit_am: text(),
    gezaehlt_am: text(),
    /** Moved between the first and the last line, and from then until the count was closed. */
    waehrend_ausgegeben: integer().notNull().default(0),
    waehrend_zurueck: integer().notNull().default(0),
    danach_ausgegeben: integer().notNull().default(0),
    danach_zurueck: integer().notNull().default(0),
    /** Bought, less sold and scrapped. */
    danach_lager: integer().notNull().default(0),
    status_vorher: text({ enum: geraeteStatus }),
    status_nachher: text({ enum: geraeteStatus }),
    grund: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.inventur_id, inventuren),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    uniqueIndex("inventurpositionen_reihe").on(t.tenant_id, t.inventur_id, t.position),
    uniqueIndex("inventurpositionen_geraet")
      .on(t.tenant_id, t.inventur_id, t.geraet_id)
      .where(sql`geraet_id IS NOT NULL`),
    index("inventurpositionen_artikel").on(t.tenant_id, t.pfandartikel_id, t.inventur_id),
    check("inventurpositionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
  ],
)
