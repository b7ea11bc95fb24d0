import { kunden, tenants } from "../../db/schema.ts"
import type { abrechnungIst, abrechnungsformen } from "../../db/schema/values.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatEuro } from "../../lib/format.ts"
import { isErased, type Kundenart, listMissingOf } from "../../lib/kundenart.ts"
import { conflict, Refusal } from "../../lib/refusal.ts"
import { requireBriefkopf, requireKontakt } from "../belege/kopf.ts"

/** Forms in which a settlement goes out. */
type Form = (typeof abrechnungsformen)[number]

/** Up to this total, with VAT, no structured invoice is asked for (UStDV § 33). In cents. */
const KLEINBETRAG = 25_000

/** Facts that decide the form: who bills whom, and what. */
type Details = {
  abrechnung_ist: (typeof abrechnungIst)[number] | null
  kleinunternehmer: number
  /** The customer's kind; missing where it was not asked for yet. */
  art: Kundenart | undefined
  steuern: readonly { satz: number | null; netto_cent: number; ust_cent: number }[]
}

/**
 * Whether a settlement can be had as a structured invoice at all. Securities, and deposits whose VAT is calculated at
 * the end of the year, make none by themselves; next to something taxed they stand in one.
 */
export const isStrukturierbar = ({ abrechnung_ist, kleinunternehmer, art, steuern }: Details): boolean =>
  abrechnung_ist === "rechnung" &&
  (art === "unternehmen" || art === "behoerde") &&
  (kleinunternehmer === 1 || steuern.some(({ satz }) => satz !== null))

/** @returns the form that the law asks for: UStG § 14 (2), and for public bodies the E-Rechnungsverordnungen */
export function formOf(details: Details): Form {
  if (!isStrukturierbar(details)) return "papier"
  if (details.art === "behoerde") return "xrechnung"
  const brutto = details.steuern.reduce((sum, { netto_cent, ust_cent }) => sum + netto_cent + ust_cent, 0)
  return details.kleinunternehmer === 1 || Math.abs(brutto) <= KLEINBETRAG ? "papier" : "zugferd"
}

/** Kind and form of a settlement, as far as they are known before it is made. */
type Wanted = { abrechnung_ist: "beleg" | "rechnung" | null; form?: Form | null }

/**
 * @param wanted of a Storno, kind and form of the cancelled settlement; those of the company if left out
 * @throws Refusal conflict that names what company or customer lack for a settlement, and where it is entered
 */
export function requireDetails(
  tenant: TenantReader,
  kunde_id: string,
  { abrechnung_ist, form }: Wanted = tenant.get(tenants, tenant.id),
): void {
  requireBriefkopf(tenant, abrechnung_ist)
  if (abrechnung_ist !== "rechnung") return
  const kunde = tenant.get(kunden, kunde_id)
  const art = form === "xrechnung" ? "behoerde" : kunde.art
  const missing = listMissingOf({ ...kunde, art })
  if (missing.length > 0 && !isErased(kunde))
    throw conflict(
      `Für eine Rechnung an ${kunde.kundennummer} (${kunde.name}) fehlt: ${missing.join(", ")}. Bitte beim Kunden eintragen`,
    )
  if (art === "behoerde") requireKontakt(tenant)
}

/**
 * What an erased person has open is settled all the same, as far as an invoice need not name whom it is for: its tax is
 * due, and data that were just erased are not asked for.
 *
 * @throws Refusal conflict that says how much is open, and what can be done
 */
export function requireRecipient(tenant: TenantReader, kunde_id: string, sums: Sums): void {
  const kunde = tenant.get(kunden, kunde_id)
  if (!isErased(kunde) || tenant.get(tenants, tenant.id).abrechnung_ist !== "rechnung") return
  const { brutto_cent } = withBrutto(sums)
  const isHere = kunde.art === "unternehmen" || kunde.art === "verbraucher"
  if (isHere && Math.abs(brutto_cent) <= KLEINBETRAG) return
  throw conflict(
    `Die Angaben zur Person von ${kunde.kundennummer} sind gelöscht, und ${formatEuro(brutto_cent)} sind noch abzurechnen. ${
      isHere ? "Eine Rechnung über mehr als 250 € muss" : "Diese Rechnung muss"
    } den Empfänger nennen: Dafür Name und Anschrift noch einmal eintragen, abrechnen und wieder löschen; oder beim Kunden „Abrechnung: keine“ wählen, dann fragt kein Monatslauf mehr danach`,
  )
}

/**
 * @returns what company or customer lack for a settlement, as `requireDetails` and `requireRecipient` say it; null where
 *   nothing is missing
 */
export function findMissing(tenant: TenantReader, kunde_id: string, sums: Sums): string | null {
  try {
    requireDetails(tenant, kunde_id)
    requireRecipient(tenant, kunde_id, sums)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

type Sums = { netto_cent: number; ust_cent: number }

/** @returns whether an invoice abroad would show German VAT. Often it should not; only the company's tax adviser knows */
export const hasUstAbroad = ({ land }: { land: string }, draft: Wanted & { ust_cent: number }): boolean =>
  land !== "DE" && draft.abrechnung_ist !== "beleg" && draft.ust_cent !== 0

/** @returns net amount and VAT, and both together */
export const withBrutto = <S extends Sums>(sums: S) => ({
  ...sums,
  brutto_cent: sums.netto_cent + sums.ust_cent,
})

/**
 * @returns the sum with VAT, and the amount that the settlement states: of a record what moved, as agreed; of an
 *   invoice the sum with VAT
 */
export function amountsOf(abrechnung: Sums & Wanted & { summe_cent: number }) {
  const { brutto_cent } = withBrutto(abrechnung)
  return {
    brutto_cent,
    betrag_cent: abrechnung.abrechnung_ist === "beleg" ? abrechnung.summe_cent : brutto_cent,
  }
}
