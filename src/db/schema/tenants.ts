import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { abrechnungIst, preisarten, tenantStatus, tenantTypen, ustVerfahren } from "./values.ts"
import { stamps } from "./columns.ts"

export const tenants = sqliteTable("tenants", {
  id: text().primaryKey(),
  tenant_id: text().notNull(),
  name: text().notNull(),
  slug: text().notNull(),
  typ: text({ enum: tenantTypen }).notNull(),
  status: text({ enum: tenantStatus }).notNull().default("aktiv"),
  demo_expires_at: text(),
  zeitzone: text().notNull().default("Europe/Berlin"),
  strasse: text(),
  plz: text(),
  ort: text(),
  telefon: text(),
  email: text(),
  ust_id: text(),
  steuernummer: text(),
  iban: text(),
  /** Whether deposits are agreed without VAT or with it. */
  preise: text({ enum: preisarten }).notNull().default("netto"),
  ust_verfahren: text({ enum: ustVerfahren }).notNull().default("laufend"),
  /** Shows no VAT on any document (UStG § 19). */
  kleinunternehmer: integer().notNull().default(0),
  /** Kind of its settlements; frozen with each. */
  abrechnung_ist: text({ enum: abrechnungIst }).notNull().default("beleg"),
  /** Days after an invoice's date on which it is due. */
  zahlungsziel_tage: integer().notNull().default(14),
  /** Whom customers ask about an invoice. */
  rechnung_kontakt: text(),
  rechnung_telefon: text(),
  rechnung_email: text(),
  /** Within how many days a balance has to be contested. */
  einspruchsfrist_tage: integer().notNull().default(8),
  /** Bookings up to this number were made before there were settlements, and stand in none. */
  abrechnung_nach_nr: integer().notNull().default(0),
  /** Bookings up to this number were made before their hash covered what their tax depends on. */
  steuer_nach_nr: integer().notNull().default(0),
  ...stamps,
})
