import type { Static } from "@sinclair/typebox"

import { datev_einstellungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import { change, defaultsOf, writeProtokoll } from "../shared/record.ts"
import type { Actor } from "../frame/session.ts"
import type { EinstellungenPatch } from "./model.ts"

export type Einstellungen = Omit<
  Row<typeof datev_einstellungen>,
  "tenant_id" | "id" | "erstellt_am" | "aktualisiert_am"
>

/** Settings of a company that has made none. An export needs more. */
const INITIAL: Einstellungen = defaultsOf(datev_einstellungen)

/** @returns the company's settings, or the defaults */
export const getEinstellungen = (tenant: TenantReader): Einstellungen =>
  tenant.find(datev_einstellungen, tenant.id) ?? INITIAL

/** @throws Refusal stale; invalid for an account with more digits than the company's have */
export function changeEinstellungen(
  tenant: TenantDb,
  actor: Actor,
  patch: Static<typeof EinstellungenPatch>,
  ifMatch: number | undefined,
): Einstellungen {
  const [tooLong] = listLongKonten({ ...getEinstellungen(tenant), ...patch })
  if (tooLong) throw invalid(tooLong.feld, tooLong.meldung)
  if (!tenant.find(datev_einstellungen, tenant.id)) {
    const made = tenant.insert(datev_einstellungen, { id: tenant.id })
    writeProtokoll(tenant, actor, "datev_einstellungen.angelegt", datev_einstellungen, undefined, made)
  }
  return change(tenant, actor, datev_einstellungen, tenant.id, patch, ifMatch)
}

type KontoField = Extract<keyof Einstellungen, `konto_${string}`>

/** @returns the fields whose account has more digits than the company's accounts */
export function listLongKonten(einstellungen: Einstellungen): { feld: KontoField; meldung: string }[] {
  const { kontenlaenge } = einstellungen
  return Object.entries(einstellungen).flatMap(([field, konto]) =>
    field.startsWith("konto_") && konto !== null && String(konto).length > kontenlaenge
      ? { feld: field as KontoField, meldung: `Das Konto ${konto} hat mehr als ${kontenlaenge} Stellen` }
      : [],
  )
}

/**
 * @returns the account of a debtor, or undefined when none follows from the customer's number: it has one digit more
 *   than the accounts of the general ledger, the first from 1 to 6
 */
export function debitorOf(
  { debitor_basis, kontenlaenge }: Einstellungen,
  kunde: { debitor_nr: number | null; kundennummer: string },
): number | undefined {
  const nummer =
    kunde.debitor_nr ??
    debitor_basis + (/^\d{1,9}$/.test(kunde.kundennummer) ? Number(kunde.kundennummer) : Number.NaN)
  return nummer >= 10 ** kontenlaenge && nummer < 7 * 10 ** kontenlaenge ? nummer : undefined
}
