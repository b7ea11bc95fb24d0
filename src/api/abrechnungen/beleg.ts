import { tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { type Abrechnung as Druckdaten, abrechnung } from "../../print/dokumente/abrechnung.ts"
import type { Druck } from "../../print/pdf/print.ts"
import { getEmpfaenger, getFirma } from "../belege/kopf.ts"
import { type Abrechnung, getAbrechnung } from "./rules.ts"

/** @returns a settlement or counter-document, ready to print; dated by when it was made */
export function composeAbrechnung(tenant: TenantDb, id: string): { druck: Druck; zeile: Abrechnung } {
  const zeile = getAbrechnung(tenant, id)
  const storniert = zeile.storno_von === null ? null : getAbrechnung(tenant, zeile.storno_von).nummer
  const data: Druckdaten = {
    firma: getFirma(tenant),
    an: getEmpfaenger(tenant, zeile.kunde_id),
    erstellt_am: zeile.erstellt_am,
    nummer: zeile.nummer,
    storno_nummer: storniert,
    von: zeile.von,
    bis: zeile.bis,
    anfang_cent: zeile.anfang_cent,
    ende_cent: zeile.ende_cent,
    posten: zeile.positionen.map((position) => ({
      ...position,
      bezeichnung: `${position.nummer}  ${position.bezeichnung}`,
    })),
    steuern: perSatz(zeile.steuern),
    preise: zeile.preise,
    ust_verfahren: zeile.ust_verfahren,
    einspruchsfrist_tage: tenant.get(tenants, tenant.id).einspruchsfrist_tage,
  }
  return { druck: abrechnung(data), zeile }
}

/** The customer need not see for which account of the bookkeeping an amount is. */
function perSatz(steuern: Abrechnung["steuern"]): Druckdaten["steuern"] {
  return [...Map.groupBy(steuern, ({ satz }) => satz)].map(([satz, zeilen]) => ({
    satz,
    netto_cent: zeilen.reduce((sum, { netto_cent }) => sum + netto_cent, 0),
    ust_cent: zeilen.reduce((sum, { ust_cent }) => sum + ust_cent, 0),
    brutto_cent: zeilen.reduce((sum, { brutto_cent }) => sum + brutto_cent, 0),
  }))
}
