import { sql } from "drizzle-orm"
import { foreignKey, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { checksOf, columnsOf, ids, stamps, refers } from "./columns.ts"
import { tenants } from "./tenants.ts"

export const kunden = sqliteTable(
  "kunden",
  {
    ...ids,
    ...columnsOf(kundenfelder),
    /** The number, if it is one: the next free one is the largest plus one. */
    nummer_wert: integer(),
    /** The name as it is sorted: "Ähre" beside "Ahre". */
    name_sort: text().notNull().default(""),
    ort_sort: text().notNull().default(""),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("kunden_nummer").on(t.tenant_id, t.kundennummer),
    index("kunden_name_sort").on(t.tenant_id, t.name_sort, t.id),
    index("kunden_ort_sort").on(t.tenant_id, t.ort_sort, t.id),
    index("kunden_im_ort").on(t.tenant_id, t.ort_sort, t.name_sort, t.id),
    index("kunden_im_ort_nummer").on(t.tenant_id, t.ort_sort, t.kundennummer),
    index("kunden_im_ort_aktualisiert").on(t.tenant_id, t.ort_sort, t.aktualisiert_am, t.id),
    index("kunden_nummer_wert").on(t.tenant_id, t.nummer_wert),
    index("kunden_aktualisiert").on(t.tenant_id, t.aktualisiert_am, t.id),
    // Partial indexes: the few customers out of use are found without passing the others, which are not in them.
    index("kunden_inaktiv_name")
      .on(t.tenant_id, t.name_sort, t.id)
      .where(sql`aktiv = 0`),
    // Authorities, of which there are even fewer: they want XRechnungen.
    index("kunden_behoerden")
      .on(t.tenant_id, t.id)
      .where(sql`art = 'behoerde'`),
    index("kunden_inaktiv_nummer")
      .on(t.tenant_id, t.kundennummer)
      .where(sql`aktiv = 0`),
    index("kunden_inaktiv_ort")
      .on(t.tenant_id, t.ort_sort, t.id)
      .where(sql`aktiv = 0`),
    index("kunden_inaktiv_aktualisiert")
      .on(t.tenant_id, t.aktualisiert_am, t.id)
      .where(sql`aktiv = 0`),
    ...checksOf("kunden", kundenfelder, t),
  ],
)

/**
 * Search texts of customers; the full-text index (kunden_suche) reads from here. A table of its own, because
 * the index needs a row number that VACUUM does not change.
 */
export const kunden_suchtexte = sqliteTable(
  "kunden_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The customer's. */
    id: text().notNull(),
    /** Words with a space between; the index puts the tenant's id before each, so that no two tenants share one. */
    text: text().notNull(),
    /** More such words, by which a search is limited and which nobody can type. */
    filter: text().notNull().default(""),
    ...stamps,
  },
  (t) => [unique("kunden_suchtexte_id").on(t.tenant_id, t.id), refers(t, t.id, kunden)],
)

export const kunden_bilder = sqliteTable(
  "kunden_bilder",
  {
    ...ids,
    kunde_id: text().notNull(),
    /** Below DATA_DIR/uploads and below the URL /uploads alike. */
    pfad: text().notNull().unique(),
    vorschau_pfad: text().notNull().unique(),
    titel: text(),
    sortierung: integer().notNull().default(0),
    breite: integer().notNull(),
    hoehe: integer().notNull(),
    /** Picture and preview together, in bytes: what counts against the tenant's quota. */
    bytes: integer().notNull(),
    /** An account of the tenant or a super administrator, who has none: hence no foreign key. */
    hochgeladen_von: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.kunde_id, kunden),
    // For the quota: all sizes of a tenant without reading its rows.
    index("kunden_bilder_bytes").on(t.tenant_id, t.bytes),
    index("kunden_bilder_kunde").on(t.tenant_id, t.kunde_id, t.sortierung, t.id),
  ],
)
