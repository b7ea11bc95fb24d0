import { query } from "../../db/query.ts"
import { abrechnungen, abrechnungspositionen, abrechnungssteuern, tenants } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { dayIn } from "../../lib/format.ts"
import { empfangOf } from "../nachrichten/adressen.ts"
import { lossesOf } from "./ausserhalb.ts"
import { findEmpfaenger } from "./kopf.ts"
import { GONE } from "./model.ts"
import { paperOf, versandOf } from "./postversand.ts"
import { amountsOf, isStrukturierbar, withBrutto } from "./pflicht.ts"

export type Abrechnungszeile = Row<typeof abrechnungen>

const stornoOf = query<{ id: string; nummer: string }, { id: string }>`
  SELECT s.id, s.nummer FROM ${abrechnungen} s WHERE s.storno_von = :id`

/** @returns the counter-document that cancels a settlement */
export const findStorno = (tenant: TenantReader, id: string) => tenant.first(stornoOf, { id })

export const positionenOf = query<Row<typeof abrechnungspositionen>, { id: string }>`
  SELECT p.* FROM ${abrechnungspositionen} p WHERE p.abrechnung_id = :id ORDER BY p.position`

export const steuernOf = query<Row<typeof abrechnungssteuern>, { id: string }>`
  SELECT s.* FROM ${abrechnungssteuern} s WHERE s.abrechnung_id = :id ORDER BY s.position`

/** @throws Refusal missing */
export function getAbrechnung(tenant: TenantReader, id: string) {
  const zeile = tenant.get(abrechnungen, id, GONE)
  const steuern = tenant.all(steuernOf, { id })
  const an = findEmpfaenger(tenant, id)
  const paper = paperOf(tenant, id)
  return {
    ...zeile,
    leistung_von: firstDay(tenant, zeile),
    xrechnung:
      zeile.form === "xrechnung" ||
      (zeile.form !== null && isStrukturierbar({ ...zeile, art: an?.art, steuern })),
    verluste_cent: lossesOf(tenant, zeile),
    ende_cent: zeile.anfang_cent + zeile.summe_cent,
    ...amountsOf(zeile),
    versand: versandOf(tenant, zeile, paper),
    ...empfangOf(tenant, zeile.kunde_id),
    empfaenger_name: an?.name ?? null,
    papier_am: paper?.erstellt_am ?? null,
    storno_von_nummer: zeile.storno_von && tenant.get(abrechnungen, zeile.storno_von).nummer,
    storniert_durch: findStorno(tenant, id) ?? null,
    positionen: tenant.all(positionenOf, { id }),
    steuern: steuern.map(withBrutto),
  }
}

export type Abrechnung = ReturnType<typeof getAbrechnung>

/** First day that an invoice names: bookings captured late belong to an earlier day than the settlement's period. */
function firstDay(tenant: TenantReader, { erfasst_ab, von }: Abrechnungszeile): string {
  const day = erfasst_ab ? dayIn(erfasst_ab, tenant.get(tenants, tenant.id).zeitzone) : von
  return day < von ? day : von
}
