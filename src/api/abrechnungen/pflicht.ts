import { kunden, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { listMissingOf } from "../../lib/kundenart.ts"
import { conflict, Refusal } from "../../lib/refusal.ts"
import { requireBriefkopf, requireKontakt } from "../belege/kopf.ts"
import type { Form } from "./form.ts"

/** Kind and form of a settlement, as far as they are known before it is made. */
type Wanted = { abrechnung_ist: "beleg" | "rechnung" | null; form?: Form | null }

/**
 * @param vorgabe of a Storno, what the cancelled settlement is; what the company's settlements are if left out
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
  if (missing.length > 0)
    throw conflict(
      `Für eine Rechnung an ${kunde.kundennummer} (${kunde.name}) fehlt: ${missing.join(", ")}. Bitte beim Kunden eintragen`,
    )
  if (art === "behoerde") requireKontakt(tenant)
}

/** @returns what company or customer lack for a settlement, as `requireDetails` says it; null where nothing is missing */
export function findMissing(tenant: TenantReader, kunde_id: string): string | null {
  try {
    requireDetails(tenant, kunde_id)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

type Sums = { netto_cent: number; ust_cent: number }

/** @returns net amount and VAT, and both together */
export const withBrutto = <S extends Sums>(sums: S) => ({
  ...sums,
  brutto_cent: sums.netto_cent + sums.ust_cent,
})

/** @returns what a settlement comes to: of a record what moved, as agreed; of anything else with VAT */
export function amountsOf(abrechnung: Sums & Wanted & { summe_cent: number }) {
  const { brutto_cent } = withBrutto(abrechnung)
  return {
    brutto_cent,
    betrag_cent: abrechnung.abrechnung_ist === "beleg" ? abrechnung.summe_cent : brutto_cent,
  }
}
