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
import { geraetefelder } from "../../lib/felder/geraet.ts"
import { geraeteStatus } from "./values.ts"
import { columnsOf, ids, stamps, oneOf, refers } from "./columns.ts"
import { tenants } from "./tenants.ts"
import { kunden } from "./kunden.ts"

export const geraete = sqliteTable(
  "geraete",
  {
    ...ids,
    ...columnsOf(geraetefelder),
    /** Number of the last booking under another form; later bookings all have this one. A trigger keeps it. */
    steuer_nach_nr: integer().notNull().default(0),
    status: text({ enum: geraeteStatus }).notNull().default("lager"),
    kunde_id: text(),
    /** When it came into this status: how long it has been lost or in repair. */
    status_seit: text(),
    /** The last day on which it may be handed out, by its test dates (api/pruefplaene); NULL: any. */
    geprueft_bis: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    refers(t, t.kunde_id, kunden),
    unique("geraete_nummer").on(t.tenant_id, t.geraetenummer),
    uniqueIndex("geraete_barcode").on(t.tenant_id, t.barcode),
    index("geraete_kunde").on(t.tenant_id, t.kunde_id, t.id),
    index("geraete_bezeichnung").on(t.tenant_id, t.bezeichnung, t.id),
    index("geraete_status_nummer").on(t.tenant_id, t.status, t.geraetenummer),
    index("geraete_status_bezeichnung").on(t.tenant_id, t.status, t.bezeichnung, t.id),
    index("geraete_status_seit").on(t.tenant_id, t.status, t.status_seit, t.id),
    index("geraete_typ_nummer").on(t.tenant_id, t.typ, t.geraetenummer),
    index("geraete_typ_bezeichnung").on(t.tenant_id, t.typ, t.bezeichnung, t.id),
    check("geraete_pfand", sql`${t.pfand_cent} >= 0`),
    oneOf("geraete_status_erlaubt", t.status, geraeteStatus),
    // A device is in exactly one place: with a customer, or not.
    check("geraete_ort", sql`(${t.status} = 'beim_kunden') = (${t.kunde_id} IS NOT NULL)`),
  ],
)

/** Search texts of devices, as kunden_suchtexte; geraete_suche reads from here. */
export const geraete_suchtexte = sqliteTable(
  "geraete_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The device's. */
    id: text().notNull(),
    text: text().notNull(),
    ...stamps,
  },
  (t) => [unique("geraete_suchtexte_id").on(t.tenant_id, t.id), refers(t, t.id, geraete)],
)
