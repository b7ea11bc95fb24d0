import { sql } from "drizzle-orm"
import { check, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core"
import { lieferStatus, zustaende } from "./values.ts"
import { ids, stamps, oneOf, refers } from "./columns.ts"
import { mitarbeiter } from "./mitarbeiter.ts"
import { kunden } from "./kunden.ts"
import { geraete } from "./geraete.ts"
import { pfandartikel } from "./pfandartikel.ts"

export const lieferungen = sqliteTable(
  "lieferungen",
  {
    ...ids,
    kunde_id: text().notNull(),
    fahrer_id: text(),
    datum: text().notNull(),
    zeit_von: text(),
    zeit_bis: text(),
    /** Place in the driver's tour of the day. */
    reihenfolge: integer().notNull().default(0),
    status: text({ enum: lieferStatus }).notNull().default("geplant"),
    hinweis: text(),
    notiz: text(),
    empfaenger_name: text(),
    /** `data:image/png;base64,…` */
    unterschrift: text(),
    grund: text(),
    gestartet_am: text(),
    erfasst_am: text(),
    abgeschlossen_am: text(),
    /** Number of the attempt: a late request of a phone may be meant for an earlier one. */
    versuch: integer().notNull().default(1),
    /** 1: nobody planned it, the driver was asked at the door. */
    ungeplant: integer().notNull().default(0),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.kunde_id, kunden),
    refers(t, t.fahrer_id, mitarbeiter),
    index("lieferungen_datum").on(t.tenant_id, t.datum, t.id),
    index("lieferungen_tour").on(t.tenant_id, t.datum, t.fahrer_id, t.reihenfolge, t.id),
    index("lieferungen_fahrer").on(t.tenant_id, t.fahrer_id, t.datum, t.id),
    // For what a driver has left to do, among years of what is done.
    index("lieferungen_fahrer_status").on(t.tenant_id, t.fahrer_id, t.status, t.datum, t.id),
    // For what a driver finished on a day, whatever day it was planned for.
    index("lieferungen_fahrer_erfasst").on(t.tenant_id, t.fahrer_id, t.erfasst_am, t.id),
    index("lieferungen_kunde").on(t.tenant_id, t.kunde_id, t.datum, t.id),
    index("lieferungen_status").on(t.tenant_id, t.status, t.datum, t.id),
    oneOf("lieferungen_status_erlaubt", t.status, lieferStatus),
  ],
)

/** A position names exactly one of an article and a device. */
export const lieferpositionen = sqliteTable(
  "lieferpositionen",
  {
    ...ids,
    lieferung_id: text().notNull(),
    position: integer().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    soll_ausgabe: integer().notNull().default(0),
    soll_ruecknahme: integer().notNull().default(0),
    /** NULL until the delivery is completed. */
    ist_ausgabe: integer(),
    ist_ruecknahme: integer(),
    /** Of a device that came back. */
    zustand: text({ enum: zustaende }),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.lieferung_id, lieferungen),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    unique("lieferpositionen_reihe").on(t.tenant_id, t.lieferung_id, t.position),
    index("lieferpositionen_artikel").on(t.tenant_id, t.pfandartikel_id),
    index("lieferpositionen_geraet").on(t.tenant_id, t.geraet_id),
    check("lieferpositionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("lieferpositionen_soll", sql`${t.soll_ausgabe} >= 0 AND ${t.soll_ruecknahme} >= 0`),
    check(
      "lieferpositionen_ist",
      sql`coalesce(${t.ist_ausgabe}, 0) >= 0 AND coalesce(${t.ist_ruecknahme}, 0) >= 0`,
    ),
  ],
)
