import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ansichtfelder } from "../../lib/felder/ansicht.ts"
import { firmenfelder } from "../../lib/felder/firma.ts"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { programmfelder } from "../../lib/felder/programmzugang.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { rollen, ustVerfahren } from "./values.ts"

/** The time for objections comes last, as in archives of companies. */
const { einspruchsfrist_tage, ...otherFirmenfelder } = columnsOf(firmenfelder)

export const tenants = sqliteTable("tenants", {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  ...otherFirmenfelder,
  einspruchsfrist_tage,
  /** Bookings up to this `lfd_nr` are from before the program knew settlements, and are in none. */
  abrechnung_nach_nr: integer().notNull().default(0),
  /** Bookings up to this `lfd_nr` have a hash that does not cover the tax fields. */
  steuer_nach_nr: integer().notNull().default(0),
  /** Bookings up to this `lfd_nr` have a hash that does not cover `kleinunternehmer` and `ust_verfahren`. */
  regelung_nach_nr: integer().notNull().default(0),
  /** Last `lfd_nr` with another `kleinunternehmer` or `ust_verfahren` than today; 0 if neither ever changed. Set by triggers. */
  regelung_gewechselt_nr: integer().notNull().default(0),
  ...stamps,
})

/** How VAT was calculated until an instant; how it is calculated now stands in `tenants`. Written once per change. */
export const regelungsstaende = sqliteTable("regelungsstaende", {
  ...ids,
  /** First instant at which it was no longer valid. */
  gueltig_bis: text().notNull(),
  kleinunternehmer: integer().notNull(),
  ust_verfahren: text({ enum: ustVerfahren }).notNull(),
  ...stamps,
})

/** The e-mail comes first, as in archives of companies. */
const { email, ...otherMitarbeiterfelder } = columnsOf(mitarbeiterfelder)

export const mitarbeiter = sqliteTable("mitarbeiter", {
  id: text().notNull(),
  /** NULL for a super administrator only. */
  tenant_id: text(),
  email,
  ...otherMitarbeiterfelder,
  rolle: text({ enum: rollen }).notNull(),
  password_hash: text().notNull(),
  /** Tokens of another generation are revoked, except `token_ausnahme`. */
  token_generation: integer().notNull().default(0),
  /** Id of the token that changed the password: it stays valid. */
  token_ausnahme: text(),
  /** Sessions that were ended individually, kept until their tokens expire: `id@seconds id@seconds`. */
  token_beendet: text().notNull().default(""),
  ...stamps,
})

/** Access of other programs to a company's data. */
export const programmzugaenge = sqliteTable("programmzugaenge", {
  ...ids,
  name: columnsOf(programmfelder).name,
  /** Its rights, by a space between them (api/programmzugaenge/rechte.ts). */
  rechte: text().notNull(),
  gueltig_bis: columnsOf(programmfelder).gueltig_bis,
  /** When that day is over in the company's time zone. */
  endet_am: text().notNull(),
  /** SHA-256 of the key, which nobody can read again. */
  token_hash: text().notNull(),
  /** The key's first characters, by which people tell keys apart. */
  kennung: text().notNull(),
  /** When it was last used, as of some minutes. */
  zuletzt_am: text(),
  widerrufen_am: text(),
  ...stamps,
})

/** Views of lists that people keep under a name. */
export const ansichten = sqliteTable("ansichten", {
  ...ids,
  /** NULL: everybody in the company sees it. */
  mitarbeiter_id: text(),
  ...columnsOf(ansichtfelder),
  /** Ids of the columns that are not shown, by a space between them. */
  spalten: text().notNull().default(""),
  ...stamps,
})

/**
 * Audit log: who changed what, written in the transaction of the change. Append-only; `aenderungen` is emptied
 * when a person is erased.
 */
export const protokoll = sqliteTable("protokoll", {
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
})

/**
 * First request with each client-made id, which makes creates and operations idempotent. The hash covers the
 * content of the request, never a password.
 */
export const anfragen = sqliteTable("anfragen", {
  ...ids,
  art: text().notNull(),
  inhalt_hash: text().notNull(),
  ...stamps,
})
