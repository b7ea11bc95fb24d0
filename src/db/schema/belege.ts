import { sql } from "drizzle-orm"
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from "drizzle-orm/sqlite-core"
import { abrechnungen } from "./abrechnungen.ts"
import { ids, oneOf, refers, stamps } from "./columns.ts"
import { kunden } from "./kunden.ts"
import { tenants } from "./tenants.ts"
import { antworten, belegarten, kontenrahmen, rechnungsprofile } from "./values.ts"

/** Documents that were made, with who made them and what was answered; their bytes are in belegdateien. */
export const belege = sqliteTable(
  "belege",
  {
    ...ids,
    art: text({ enum: belegarten }).notNull(),
    titel: text().notNull(),
    dateiname: text().notNull(),
    /** The media type. */
    typ: text().notNull(),
    /** Specification of a structured invoice; of all other documents NULL. */
    profil: text({ enum: rechnungsprofile }),
    kunde_id: text(),
    /** The record that it shows: a settlement, a delivery. */
    bezug_id: text(),
    von: text(),
    bis: text(),
    /** Balance on the day, of statements and confirmations. */
    saldo_cent: integer(),
    /** The job that made it. */
    auftrag_id: text(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    erstellt_von: text().notNull(),
    erstellt_von_name: text().notNull(),
    /** The customer's answer to a confirmation of the balance. */
    antwort: text({ enum: antworten }),
    antwort_datum: text(),
    antwort_bemerkung: text(),
    /** The person was erased: kept for the tax office alone, and shown to nobody. */
    gesperrt: integer().notNull().default(0),
    /** The last day for which the law wants it kept, `YYYY-MM-DD`. */
    aufbewahren_bis: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    refers(t, t.kunde_id, kunden),
    index("belege_inhalt").on(t.tenant_id, t.sha256, t.auftrag_id),
    index("belege_erstellt").on(t.tenant_id, t.erstellt_am, t.id),
    index("belege_bezug").on(t.tenant_id, t.bezug_id, t.id),
    index("belege_kunde").on(t.tenant_id, t.kunde_id, t.erstellt_am, t.id),
    index("belege_art").on(t.tenant_id, t.art, t.erstellt_am, t.id),
    index("belege_antwort").on(t.tenant_id, t.antwort, t.erstellt_am, t.id),
    index("belege_auftrag").on(t.tenant_id, t.auftrag_id, t.id),
    // Documents of erased persons, by the end of their time.
    index("belege_frist")
      .on(t.tenant_id, t.aufbewahren_bis, t.id)
      .where(sql`gesperrt = 1`),
    // For the quota: all sizes of a tenant without reading its rows.
    index("belege_bytes").on(t.tenant_id, t.bytes),
    oneOf("belege_art_bekannt", t.art, belegarten),
    oneOf("belege_antwort_bekannt", t.antwort, antworten),
    oneOf("belege_profil", t.profil, rechnungsprofile),
    check("belege_gesperrt", sql`${t.gesperrt} IN (0, 1)`),
    check("belege_antwort_datiert", sql`(${t.antwort} IS NULL) = (${t.antwort_datum} IS NULL)`),
  ],
)

/** The bytes of a document, as they were made: `id` is the document's. Apart, so that lists need not pass them. */
export const belegdateien = sqliteTable(
  "belegdateien",
  { ...ids, daten: blob({ mode: "buffer" }).notNull(), ...stamps },
  (t) => [primaryKey({ columns: [t.tenant_id, t.id] }), refers(t, t.id, belege)],
)

/** The company's logo: `id` is the company's. */
export const firmenlogos = sqliteTable(
  "firmenlogos",
  {
    ...ids,
    daten: blob({ mode: "buffer" }).notNull(),
    breite: integer().notNull(),
    hoehe: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    check("firmenlogos_einmal", sql`${t.id} = ${t.tenant_id}`),
  ],
)

/**
 * The company's letterhead, once for each state in which a settlement was made; never changed, triggers see to that.
 */
export const briefkoepfe = sqliteTable(
  "briefkoepfe",
  {
    ...ids,
    /** Tells one state from another. */
    stand: text().notNull(),
    /** JSON: what stands on documents. */
    firma: text().notNull(),
    logo: blob({ mode: "buffer" }),
    breite: integer(),
    hoehe: integer(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("briefkoepfe_stand").on(t.tenant_id, t.stand),
  ],
)

/** Recipient and sender of a settlement as they were then; `id` is the settlement's. */
export const abrechnungskoepfe = sqliteTable(
  "abrechnungskoepfe",
  {
    ...ids,
    briefkopf_id: text().notNull(),
    /** JSON: name and address. */
    an: text().notNull(),
    /** The person was erased: kept for the tax office alone, and shown to nobody. */
    gesperrt: integer().notNull().default(0),
    /** The last day for which the law wants it kept, `YYYY-MM-DD`. */
    aufbewahren_bis: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.id, abrechnungen),
    refers(t, t.briefkopf_id, briefkoepfe),
    index("abrechnungskoepfe_frist")
      .on(t.tenant_id, t.aufbewahren_bis, t.id)
      .where(sql`gesperrt = 1`),
    check("abrechnungskoepfe_gesperrt", sql`${t.gesperrt} IN (0, 1)`),
  ],
)

/** A company's settings for exports to its bookkeeping; NULL is the default of its chart of accounts. */
export const datev_einstellungen = sqliteTable(
  "datev_einstellungen",
  {
    ...ids,
    berater: integer(),
    mandant: integer(),
    /** The day on which a fiscal year begins, `MM-DD`. */
    wj_beginn: text().notNull().default("01-01"),
    kontenlaenge: integer().notNull().default(4),
    skr: text({ enum: kontenrahmen }).notNull().default("03"),
    konto_regel: integer(),
    konto_ermaessigt: integer(),
    konto_transport: integer(),
    konto_geraetepfand: integer(),
    konto_kaution: integer(),
    /** Account for rates of VAT that are no longer in force. */
    konto_alt: integer(),
    konto_kleinunternehmer: integer(),
    bu_regel: text(),
    bu_ermaessigt: text(),
    bu_transport: text(),
    bu_geraetepfand: text(),
    /** Added to a customer's number where no account is given. */
    debitor_basis: integer().notNull().default(0),
    festschreibung: integer().notNull().default(0),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    check("datev_einstellungen_einmal", sql`${t.id} = ${t.tenant_id}`),
    oneOf("datev_einstellungen_skr", t.skr, kontenrahmen),
    check("datev_einstellungen_festschreibung", sql`${t.festschreibung} IN (0, 1)`),
  ],
)

/** Settlements in a file for the bookkeeping. */
export const datev_posten = sqliteTable(
  "datev_posten",
  { ...ids, beleg_id: text().notNull(), abrechnung_id: text().notNull(), ...stamps },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.beleg_id, belege),
    refers(t, t.abrechnung_id, abrechnungen),
    index("datev_posten_abrechnung").on(t.tenant_id, t.abrechnung_id),
    index("datev_posten_beleg").on(t.tenant_id, t.beleg_id, t.abrechnung_id),
  ],
)
