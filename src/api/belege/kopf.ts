import { GONE } from "../shared/kundenkopf.ts"
import { query } from "../../db/query.ts"
import { firmenlogos, kunden, tenants } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import type { Empfaenger, Firma } from "../../print/modell.ts"
import { conflict } from "../../lib/refusal.ts"
import { instants, localTime } from "../shared/time.ts"

const empfaenger = query<Empfaenger, { kunde_id: string }>`
  SELECT k.kundennummer, k.name, k.ansprechpartner, k.strasse, k.plz, k.ort, k.land, k.art, k.ust_id, k.kaeuferreferenz,
    coalesce(k.rechnungs_email, k.email) AS rechnungs_email
  FROM ${kunden} k WHERE k.id = :kunde_id`

/** @returns what stands in the letterhead of a company's documents */
export function getFirma(tenant: TenantReader): Firma {
  const { name, strasse, plz, ort, telefon, email, steuernummer, ust_id, iban, zeitzone, ...rest } =
    tenant.get(tenants, tenant.id)
  const { rechnung_kontakt, rechnung_telefon, rechnung_email } = rest
  const logo = tenant.find(firmenlogos, tenant.id)
  return {
    name,
    strasse,
    plz,
    ort,
    telefon,
    email,
    steuernummer,
    ust_id,
    iban,
    zeitzone,
    rechnung_kontakt,
    rechnung_telefon,
    rechnung_email,
    logo: logo ? { bytes: logo.daten, breite: logo.breite, hoehe: logo.hoehe } : null,
  }
}

/** @returns the days in which an account may be contested, and whether prices are net or gross: for papers about it */
export function termsOf(tenant: TenantReader): Pick<Tenant, "einspruchsfrist_tage" | "preise"> {
  const { einspruchsfrist_tage, preise } = tenant.get(tenants, tenant.id)
  return { einspruchsfrist_tage, preise }
}

type Tenant = Row<typeof tenants>
type Details = Pick<Tenant, "strasse" | "plz" | "ort" | "steuernummer" | "ust_id" | "iban" | "abrechnung_ist">
type Kontakt = Pick<Tenant, "telefon" | "email" | "rechnung_kontakt" | "rechnung_telefon" | "rechnung_email">

const namesOfEmpty = (parts: Record<string, string | null>): string[] =>
  Object.keys(parts).filter((name) => !parts[name])

/**
 * @returns what a company has to enter before its first settlement (UStG § 14 (4)), in words; for an invoice, also
 *   where to pay to
 */
export const listMissingDetails = (firma: Details): string[] =>
  namesOfEmpty({
    Straße: firma.strasse,
    Postleitzahl: firma.plz,
    Ort: firma.ort,
    "Steuernummer oder USt-IdNr.": firma.steuernummer || firma.ust_id,
    ...(firma.abrechnung_ist === "rechnung" && { IBAN: firma.iban }),
  })

/** @returns what a company has to enter before its first XRechnung, beyond what every invoice has, in words */
export const listMissingContact = (firma: Kontakt): string[] =>
  namesOfEmpty({
    "Ansprechpartner für Rechnungen": firma.rechnung_kontakt,
    Telefon: firma.rechnung_telefon || firma.telefon,
    "E-Mail": firma.rechnung_email || firma.email,
  })

/**
 * @param abrechnung_ist what the settlement is to be; left out, what the company has chosen
 * @throws Refusal conflict that names what is missing, and where it is entered
 */
export function requireBriefkopf(
  tenant: TenantReader,
  abrechnung_ist?: Details["abrechnung_ist"] | null,
): void {
  const firma = tenant.get(tenants, tenant.id)
  requireNone("Abrechnungen", listMissingDetails({ ...firma, ...(abrechnung_ist && { abrechnung_ist }) }))
}

/** @throws Refusal conflict that names what is missing for an XRechnung, and where it is entered */
export const requireKontakt = (tenant: TenantReader): void =>
  requireNone("XRechnungen", listMissingContact(tenant.get(tenants, tenant.id)))

function requireNone(purpose: string, missing: readonly string[]): void {
  if (missing.length === 0) return
  throw conflict(
    `Für ${purpose} fehlt im Briefkopf: ${missing.join(", ").replace(/\.$/, "")}. Die Verwaltung trägt es unter „Firma → Anschrift und Briefkopf“ ein`,
  )
}

/** @throws Refusal missing */
export const getEmpfaenger = (tenant: TenantReader, kunde_id: string): Empfaenger =>
  tenant.getFirst(empfaenger, { kunde_id }, GONE)

/** The midnight with which today began: a document printed twice on a day, from the same data, is the same. */
export const startOfToday = (tenant: TenantReader): string =>
  instants(tenant, { von: localTime(tenant).datum }).seit ?? tenant.now()
