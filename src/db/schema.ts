import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"

/**
 * Every table of the service. Column names are the API's field names, so rows need no mapping.
 *
 * The key is `(tenant_id, id)` and never `id` alone: clients may choose ids, and a global key would tell one
 * tenant that another already uses an id. References are composite for the same reason: the database itself
 * refuses a reference across tenants.
 */

const ids = { tenant_id: text().notNull(), id: text().notNull() }

/** What every table carries; `version` counts changes and becomes the ETag. */
const stamps = {
  erstellt_am: text().notNull(),
  aktualisiert_am: text().notNull(),
  version: integer().notNull().default(1),
}

export const tenants = sqliteTable(
  "tenants",
  {
    id: text().primaryKey(),
    tenant_id: text().notNull().unique(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    typ: text({ enum: ["demo", "standard"] }).notNull(),
    status: text({ enum: ["aktiv", "abgelaufen", "gesperrt"] })
      .notNull()
      .default("aktiv"),
    demo_expires_at: text(),
    zeitzone: text().notNull().default("Europe/Berlin"),
    strasse: text(),
    plz: text(),
    ort: text(),
    telefon: text(),
    email: text(),
    ust_id: text(),
    ...stamps,
  },
  (t) => [
    check("tenants_ist_eigener_tenant", sql`${t.tenant_id} = ${t.id}`),
    check("tenants_typ", sql`${t.typ} IN ('demo', 'standard')`),
    check("tenants_status", sql`${t.status} IN ('aktiv', 'abgelaufen', 'gesperrt')`),
    index("tenants_name").on(t.name, t.id),
    index("tenants_erstellt").on(t.erstellt_am, t.id),
  ],
)

export const mitarbeiter = sqliteTable(
  "mitarbeiter",
  {
    id: text().notNull(),
    /** NULL for a super administrator only. */
    tenant_id: text().references(() => tenants.id),
    email: text().notNull(),
    name: text().notNull(),
    rolle: text({ enum: ["superadmin", "admin", "user", "fahrer"] }).notNull(),
    password_hash: text().notNull(),
    aktiv: integer().notNull().default(1),
    /** Tokens of an earlier generation are revoked … */
    token_generation: integer().notNull().default(0),
    /** … but for this one: the token that changed the password goes on working. */
    token_ausnahme: text(),
    ...stamps,
  },
  (t) => [
    unique("mitarbeiter_id").on(t.tenant_id, t.id),
    uniqueIndex("mitarbeiter_superadmin_id")
      .on(t.id)
      .where(sql`tenant_id IS NULL`),
    uniqueIndex("mitarbeiter_email").on(t.tenant_id, t.email),
    uniqueIndex("mitarbeiter_superadmin_email")
      .on(t.email)
      .where(sql`tenant_id IS NULL`),
    index("mitarbeiter_login").on(t.email, t.aktiv),
    index("mitarbeiter_name").on(t.tenant_id, t.name, t.id),
    check("mitarbeiter_rolle", sql`${t.rolle} IN ('superadmin', 'admin', 'user', 'fahrer')`),
    check("mitarbeiter_superadmin_ohne_tenant", sql`(${t.rolle} = 'superadmin') = (${t.tenant_id} IS NULL)`),
  ],
)

export const kunden = sqliteTable(
  "kunden",
  {
    ...ids,
    kundennummer: text().notNull(),
    name: text().notNull(),
    ansprechpartner: text(),
    telefon: text(),
    email: text(),
    strasse: text(),
    plz: text(),
    ort: text(),
    land: text().notNull().default("DE"),
    breitengrad: real(),
    laengengrad: real(),
    anlieferungshinweis: text(),
    lieferzeit_von: text(),
    lieferzeit_bis: text(),
    abrechnung: text({ enum: ["je_lieferung", "monatlich", "keine"] })
      .notNull()
      .default("je_lieferung"),
    notiz: text(),
    aktiv: integer().notNull().default(1),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("kunden_nummer").on(t.tenant_id, t.kundennummer),
    index("kunden_name").on(t.tenant_id, t.name, t.id),
    index("kunden_ort").on(t.tenant_id, t.ort, t.id),
    index("kunden_aktualisiert").on(t.tenant_id, t.aktualisiert_am, t.id),
    check("kunden_abrechnung", sql`${t.abrechnung} IN ('je_lieferung', 'monatlich', 'keine')`),
    check("kunden_aktiv", sql`${t.aktiv} IN (0, 1)`),
  ],
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
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    index("kunden_bilder_kunde").on(t.tenant_id, t.kunde_id, t.sortierung, t.id),
  ],
)

export const geraete = sqliteTable(
  "geraete",
  {
    ...ids,
    geraetenummer: text().notNull(),
    bezeichnung: text().notNull(),
    typ: text(),
    seriennummer: text(),
    barcode: text(),
    pfand_cent: integer().notNull().default(0),
    status: text({ enum: ["lager", "beim_kunden", "wartung", "verloren", "ausgemustert"] })
      .notNull()
      .default("lager"),
    kunde_id: text(),
    notiz: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    unique("geraete_nummer").on(t.tenant_id, t.geraetenummer),
    uniqueIndex("geraete_barcode").on(t.tenant_id, t.barcode),
    index("geraete_kunde").on(t.tenant_id, t.kunde_id, t.id),
    index("geraete_bezeichnung").on(t.tenant_id, t.bezeichnung, t.id),
    index("geraete_status").on(t.tenant_id, t.status, t.id),
    check("geraete_pfand", sql`${t.pfand_cent} >= 0`),
    check(
      "geraete_status_erlaubt",
      sql`${t.status} IN ('lager', 'beim_kunden', 'wartung', 'verloren', 'ausgemustert')`,
    ),
    // A device is in exactly one place: with a customer, or not.
    check("geraete_ort", sql`(${t.status} = 'beim_kunden') = (${t.kunde_id} IS NOT NULL)`),
  ],
)

/** Append-only: who changed what, written in the transaction of the change. */
export const protokoll = sqliteTable(
  "protokoll",
  {
    ...ids,
    /** NULL when the command line did it. */
    mitarbeiter_id: text(),
    mitarbeiter_name: text().notNull(),
    aktion: text().notNull(),
    tabelle: text().notNull(),
    datensatz_id: text().notNull(),
    /** JSON: `{ "feld": [vorher, nachher] }` */
    aenderungen: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    index("protokoll_datensatz").on(t.tenant_id, t.tabelle, t.datensatz_id, t.id),
    index("protokoll_mitarbeiter").on(t.tenant_id, t.mitarbeiter_id, t.id),
  ],
)

/**
 * What a client-made id was first used for: makes every create and every operation repeatable. The hash covers
 * the content of the request, never a password.
 */
export const anfragen = sqliteTable(
  "anfragen",
  { ...ids, art: text().notNull(), inhalt_hash: text().notNull(), ...stamps },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.art, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
  ],
)
