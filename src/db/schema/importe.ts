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
import { auftraege } from "./auftraege.ts"
import { ids, oneOf, refers, stamps } from "./columns.ts"
import { tenants } from "./tenants.ts"
import { importarten } from "./values.ts"

/** Meanings of the columns of a company's tables, assigned once by hand. */
export const importzuordnungen = sqliteTable(
  "importzuordnungen",
  {
    ...ids,
    art: text({ enum: importarten }).notNull(),
    /** As headings are compared (api/import/columns.ts). */
    ueberschrift: text().notNull(),
    /** NULL: not taken over. */
    feld: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    uniqueIndex("importzuordnungen_ueberschrift").on(t.tenant_id, t.art, t.ueberschrift),
    oneOf("importzuordnungen_art", t.art, importarten),
  ],
)

/** Opening balances that were taken over together: bookings of the ledger, from one number to another. */
export const anfangsimporte = sqliteTable(
  "anfangsimporte",
  {
    ...ids,
    /** `YYYY-MM-DD`. */
    stichtag: text().notNull(),
    von_nr: integer().notNull(),
    bis_nr: integer().notNull(),
    zeilen: integer().notNull(),
    kunden: integer().notNull(),
    erstellt_von: text().notNull(),
    erstellt_von_name: text().notNull(),
    storniert_am: text(),
    ...stamps,
    /** Of a job that books in parts: its first, which has the job's id and counts the rows of all. */
    teil_von: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    index("anfangsimporte_teile").on(t.tenant_id, t.teil_von, t.erstellt_am, t.id),
    index("anfangsimporte_erstellt").on(t.tenant_id, t.erstellt_am, t.id),
    check("anfangsimporte_nummern", sql`${t.von_nr} <= ${t.bis_nr}`),
  ],
)

/** Records that a running import has stored so far, to be removed if it fails. Empty when no import is running. */
export const importstuecke = sqliteTable(
  "importstuecke",
  {
    ...ids,
    auftrag_id: text().notNull(),
    nr: integer().notNull(),
    /** JSON (api/import/stuecke.ts). */
    inhalt: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.auftrag_id, auftraege),
    index("importstuecke_auftrag").on(t.tenant_id, t.auftrag_id, t.nr, t.id),
  ],
)
