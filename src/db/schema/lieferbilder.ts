import { sql } from "drizzle-orm"
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bildArten } from "./values.ts"
import { ids, stamps, oneOf, refers } from "./columns.ts"
import { klaerungen } from "./fahrer.ts"
import { geraete } from "./geraete.ts"
import { lieferungen } from "./lieferungen.ts"
import { pfandartikel } from "./pfandartikel.ts"

/** Photos of a stop: the place, a damage, a proof that somebody was there. */
export const lieferungen_bilder = sqliteTable(
  "lieferungen_bilder",
  {
    ...ids,
    /** Null while the office has not decided about the unplanned pick-up that it was taken at. */
    lieferung_id: text(),
    /** That pick-up's Klärung. */
    klaerung_id: text(),
    /** The attempt it was taken at: a stop that failed has pictures, too. */
    versuch: integer().notNull(),
    art: text({ enum: bildArten }).notNull(),
    /** The position it belongs to, if it belongs to one. */
    pfandartikel_id: text(),
    geraet_id: text(),
    pfad: text().notNull().unique(),
    vorschau_pfad: text().notNull().unique(),
    titel: text(),
    breite: integer().notNull(),
    hoehe: integer().notNull(),
    /** Picture and preview together, in bytes: what counts against the tenant's quota. */
    bytes: integer().notNull(),
    hochgeladen_von: text(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.lieferung_id, lieferungen),
    refers(t, t.klaerung_id, klaerungen),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    index("lieferungen_bilder_bytes").on(t.tenant_id, t.bytes),
    index("lieferungen_bilder_lieferung").on(t.tenant_id, t.lieferung_id, t.id),
    index("lieferungen_bilder_klaerung").on(t.tenant_id, t.klaerung_id, t.id),
    check("lieferungen_bilder_wozu", sql`${t.lieferung_id} IS NOT NULL OR ${t.klaerung_id} IS NOT NULL`),
    oneOf("lieferungen_bilder_art", t.art, bildArten),
    check("lieferungen_bilder_eines", sql`${t.pfandartikel_id} IS NULL OR ${t.geraet_id} IS NULL`),
  ],
)
