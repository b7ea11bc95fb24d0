import { sql } from "drizzle-orm"
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { ids, oneOf, refers, stamps } from "./columns.ts"
import { geraete } from "./geraete.ts"
import { intervallEinheiten, pruefarten } from "./values.ts"

/** Regular tests of a device, with their next due days. */
export const geraete_pruefplaene = sqliteTable(
  "geraete_pruefplaene",
  {
    ...ids,
    geraet_id: text().notNull(),
    art: text({ enum: pruefarten }).notNull(),
    intervall: integer().notNull(),
    intervall_in: text({ enum: intervallEinheiten }).notNull(),
    /** Days, `YYYY-MM-DD`. */
    letzte: text(),
    naechste: text().notNull(),
    /** Until this day the office lets it go out although it is overdue. */
    freigabe_bis: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.geraet_id, geraete),
    uniqueIndex("geraete_pruefplaene_einmal").on(t.tenant_id, t.geraet_id, t.art),
    index("geraete_pruefplaene_naechste").on(t.tenant_id, t.naechste, t.id),
    oneOf("geraete_pruefplaene_art", t.art, pruefarten),
    oneOf("geraete_pruefplaene_in", t.intervall_in, intervallEinheiten),
    check("geraete_pruefplaene_intervall", sql`${t.intervall} > 0`),
  ],
)

/** The tests that were made. */
export const geraete_pruefungen = sqliteTable(
  "geraete_pruefungen",
  {
    ...ids,
    geraet_id: text().notNull(),
    art: text({ enum: pruefarten }).notNull(),
    datum: text().notNull(),
    bestanden: integer().notNull(),
    /** When the next one was due from then on. */
    naechste: text().notNull(),
    bemerkung: text(),
    /** Name and media type of the attached document. */
    dokument: text(),
    dokument_typ: text(),
    /** Its size; counts against the tenant's quota. */
    bytes: integer().notNull().default(0),
    eingetragen_von: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.geraet_id, geraete),
    index("geraete_pruefungen_geraet").on(t.tenant_id, t.geraet_id, t.datum, t.id),
    index("geraete_pruefungen_bytes").on(t.tenant_id, t.bytes),
    oneOf("geraete_pruefungen_art", t.art, pruefarten),
    check("geraete_pruefungen_bestanden", sql`${t.bestanden} IN (0, 1)`),
  ],
)

/** The attached documents: `id` is the test's. Apart, so that lists need not pass them. */
export const geraete_pruefdokumente = sqliteTable(
  "geraete_pruefdokumente",
  { ...ids, daten: blob({ mode: "buffer" }).notNull(), ...stamps },
  (t) => [primaryKey({ columns: [t.tenant_id, t.id] }), refers(t, t.id, geraete_pruefungen)],
)
