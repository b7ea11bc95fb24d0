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
  /** Whether the agreed deposits exclude or include VAT. */
  preise: text({ enum: preisarten }).notNull().default("netto"),
  ust_verfahren: text({ enum: ustVerfahren }).notNull().default("laufend"),
  /** 1: a small business that charges no VAT (UStG § 19). */
  kleinunternehmer: integer().notNull().default(0),
  /** Kind of its settlements; each settlement keeps the value it was made with. */
  abrechnung_ist: text({ enum: abrechnungIst }).notNull().default("beleg"),
  /** Days from an invoice's date to its due date. */
  zahlungsziel_tage: integer().notNull().default(14),
  /** Contact for questions about an invoice. */
  rechnung_kontakt: text(),
  rechnung_telefon: text(),
  rechnung_email: text(),
  /** Days within which a customer can dispute a balance. */
  einspruchsfrist_tage: integer().notNull().default(8),
  /** Bookings up to this `lfd_nr` are from before the program knew settlements, and are in none. */
  abrechnung_nach_nr: integer().notNull().default(0),
  /** Bookings up to this `lfd_nr` have a hash that does not cover the tax fields. */
  steuer_nach_nr: integer().notNull().default(0),
  ...stamps,
})
