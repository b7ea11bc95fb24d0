import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { antwortfelder, linkantwortfelder } from "../../lib/felder/beleg.ts"
import { datevfelder } from "../../lib/felder/datev.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { antworten, belegarten, rechnungsprofile } from "./values.ts"

/** Documents: who made them, and what the customer answered. Their bytes are in belegdateien. */
export const belege = sqliteTable("belege", {
  ...ids,
  art: text({ enum: belegarten }).notNull(),
  titel: text().notNull(),
  dateiname: text().notNull(),
  /** The media type. */
  typ: text().notNull(),
  /** Specification of a structured invoice; NULL for all other documents. */
  profil: text({ enum: rechnungsprofile }),
  kunde_id: text(),
  /** The record that it shows: a settlement, a delivery. */
  bezug_id: text(),
  von: text(),
  bis: text(),
  /** Balance on `bis`, for statements, confirmations and reminders; for a DATEV file its gross total. */
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
  ...columnsOf(antwortfelder),
  /** 1: the person was erased. It is kept for the tax office only, and shown to nobody. */
  gesperrt: integer().notNull().default(0),
  /** Last day of the legal retention period, `YYYY-MM-DD`. */
  aufbewahren_bis: text().notNull(),
  ...stamps,
})

/** Bytes of a document; `id` is the document's. A separate table, so that lists need not read past them. */
export const belegdateien = sqliteTable("belegdateien", {
  ...ids,
  daten: blob({ mode: "buffer" }).notNull(),
  /** JSON: the same as data, for the page of a link (print/dokumente/seite.ts); NULL for a document that has none. A trigger empties it with `gesperrt`. */
  inhalt: text(),
  ...stamps,
})

/** Links by which a customer sees one document without a log-in. A row is deleted when its link is revoked or ends. */
export const antwortlinks = sqliteTable("antwortlinks", {
  ...ids,
  beleg_id: text().notNull(),
  /** SHA-256 of the link's random name, which is kept nowhere. */
  token_hash: text().notNull(),
  /**
   * SHA-256 of all that the document was printed from: while that is the same, nothing is printed again. NULL for a
   * link that was made later.
   */
  vorlage_hash: text(),
  /** Last day on which it works. */
  gueltig_bis: text().notNull(),
  endet_am: text().notNull(),
  ...stamps,
})

/** What customers answered by a link; `id` is the document's. A trigger keeps their words as they are. */
export const linkantworten = sqliteTable("linkantworten", {
  ...ids,
  ...columnsOf(linkantwortfelder),
  /** When the office noted something itself. */
  erledigt_am: text(),
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
 * Letterhead of the company, one row for each version that a settlement uses. Triggers refuse every change.
 */
export const briefkoepfe = sqliteTable("briefkoepfe", {
  ...ids,
  /** Identifies the version. */
  stand: text().notNull(),
  /** JSON: what is printed on documents. */
  firma: text().notNull(),
  logo: blob({ mode: "buffer" }),
  breite: integer(),
  hoehe: integer(),
  ...stamps,
})

/** Recipient and sender of a settlement, as they were when it was made; `id` is the settlement's. */
export const abrechnungskoepfe = sqliteTable("abrechnungskoepfe", {
  ...ids,
  briefkopf_id: text().notNull(),
  /** JSON: name and address. */
  an: text().notNull(),
  /** 1: the person was erased. It is kept for the tax office only, and shown to nobody. */
  gesperrt: integer().notNull().default(0),
  /** Last day of the legal retention period, `YYYY-MM-DD`. */
  aufbewahren_bis: text().notNull(),
  ...stamps,
})

/** Settings of a company for DATEV exports. NULL stands for the default of its chart of accounts. */
export const datev_einstellungen = sqliteTable("datev_einstellungen", {
  ...ids,
  ...columnsOf(datevfelder),
  ...stamps,
})

/** Settlements in a DATEV file (`beleg_id`). */
export const datev_posten = sqliteTable("datev_posten", {
  ...ids,
  beleg_id: text().notNull(),
  abrechnung_id: text().notNull(),
  ...stamps,
})
