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
} from "drizzle-orm/sqlite-core"
import { feierabendArten, klaerungsStatus, klaerungsarten } from "./values.ts"
import { ids, stamps, oneOf, refers } from "./columns.ts"
import { tenants } from "./tenants.ts"
import { mitarbeiter } from "./mitarbeiter.ts"
import { kunden } from "./kunden.ts"
import { geraete } from "./geraete.ts"
import { pfandartikel } from "./pfandartikel.ts"
import { lieferungen } from "./lieferungen.ts"

/** A company's settings for its drivers: one row, or none with the defaults. */
export const fahrer_einstellungen = sqliteTable(
  "fahrer_einstellungen",
  {
    ...ids,
    ungeplant_erlaubt: integer().notNull().default(1),
    /** JSON: reasons to tap when a delivery fails, in their order. */
    fehlschlag_gruende: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    check("fahrer_einstellungen_einmal", sql`${t.id} = ${t.tenant_id}`),
    check("fahrer_einstellungen_ungeplant", sql`${t.ungeplant_erlaubt} IN (0, 1)`),
  ],
)

/** Drivers' requests that the service refused, for the office to book or discard. */
export const klaerungen = sqliteTable(
  "klaerungen",
  {
    ...ids,
    fahrer_id: text(),
    /** Null for an evening's count alone. */
    kunde_id: text(),
    lieferung_id: text(),
    versuch: integer(),
    art: text({ enum: klaerungsarten }).notNull(),
    /** JSON: what was sent; "{}" when the person was erased. */
    angaben: text().notNull(),
    /** The service's answer. */
    ablehnung: text().notNull(),
    erfasst_am: text().notNull(),
    status: text({ enum: klaerungsStatus }).notNull().default("offen"),
    entscheidung: text(),
    entschieden_von: text(),
    entschieden_am: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.fahrer_id, mitarbeiter),
    refers(t, t.kunde_id, kunden),
    refers(t, t.lieferung_id, lieferungen),
    index("klaerungen_status").on(t.tenant_id, t.status, t.id),
    index("klaerungen_kunde").on(t.tenant_id, t.kunde_id, t.id),
    index("klaerungen_lieferung").on(t.tenant_id, t.lieferung_id, t.id),
    oneOf("klaerungen_art", t.art, klaerungsarten),
    oneOf("klaerungen_status_erlaubt", t.status, klaerungsStatus),
    check("klaerungen_bei", sql`(${t.art} = 'feierabend') = (${t.kunde_id} IS NULL)`),
    check("klaerungen_entschieden", sql`(${t.status} = 'offen') = (${t.entschieden_am} IS NULL)`),
  ],
)

/** Counts of a truck's load in the evening. */
export const feierabende = sqliteTable(
  "feierabende",
  {
    ...ids,
    fahrer_id: text().notNull(),
    datum: text().notNull(),
    bemerkung: text(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.fahrer_id, mitarbeiter),
    index("feierabende_datum").on(t.tenant_id, t.datum, t.id),
    index("feierabende_fahrer").on(t.tenant_id, t.fahrer_id, t.datum, t.id),
  ],
)

/** Expected pieces by the deliveries of then, beside the counted ones. */
export const feierabend_positionen = sqliteTable(
  "feierabend_positionen",
  {
    ...ids,
    feierabend_id: text().notNull(),
    position: integer().notNull(),
    /** Empties and devices taken back, or goods that nobody took. */
    art: text({ enum: feierabendArten }).notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    erwartet: integer().notNull(),
    gezaehlt: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.feierabend_id, feierabende),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    unique("feierabend_positionen_reihe").on(t.tenant_id, t.feierabend_id, t.position),
    oneOf("feierabend_positionen_art", t.art, feierabendArten),
    check("feierabend_positionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("feierabend_positionen_mengen", sql`${t.erwartet} >= 0 AND ${t.gezaehlt} >= 0`),
  ],
)
