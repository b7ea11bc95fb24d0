import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"
import { antworten, belegarten, kontenrahmen, rechnungsprofile } from "./values.ts"

/** Documents that were made, with who made them and what was answered; their bytes are in belegdateien. */
export const belege = sqliteTable("belege", {
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
})

/** The bytes of a document, as they were made: `id` is the document's. Apart, so that lists need not pass them. */
export const belegdateien = sqliteTable("belegdateien", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  ...stamps,
})

/** The company's logo: `id` is the company's. */
export const firmenlogos = sqliteTable("firmenlogos", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  breite: integer().notNull(),
  hoehe: integer().notNull(),
  ...stamps,
})

/**
 * The company's letterhead, once for each state in which a settlement was made; never changed, triggers see to that.
 */
export const briefkoepfe = sqliteTable("briefkoepfe", {
  ...ids,
  /** Tells one state from another. */
  stand: text().notNull(),
  /** JSON: what stands on documents. */
  firma: text().notNull(),
  logo: blob({ mode: "buffer" }),
  breite: integer(),
  hoehe: integer(),
  ...stamps,
})

/** Recipient and sender of a settlement as they were then; `id` is the settlement's. */
export const abrechnungskoepfe = sqliteTable("abrechnungskoepfe", {
  ...ids,
  briefkopf_id: text().notNull(),
  /** JSON: name and address. */
  an: text().notNull(),
  /** The person was erased: kept for the tax office alone, and shown to nobody. */
  gesperrt: integer().notNull().default(0),
  /** The last day for which the law wants it kept, `YYYY-MM-DD`. */
  aufbewahren_bis: text().notNull(),
  ...stamps,
})

/** A company's settings for exports to its bookkeeping; NULL is the default of its chart of accounts. */
export const datev_einstellungen = sqliteTable("datev_einstellungen", {
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
})

/** Settlements in a file for the bookkeeping. */
export const datev_posten = sqliteTable("datev_posten", {
  ...ids,
  beleg_id: text().notNull(),
  abrechnung_id: text().notNull(),
  ...stamps,
})
