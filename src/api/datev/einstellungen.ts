import type { Static } from "@sinclair/typebox"
import { datev_einstellungen } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { change, writeProtokoll } from "../record.ts"
import type { Actor } from "../session.ts"
import type { EinstellungenPatch } from "./model.ts"

export type Einstellungen = Omit<
  Row<typeof datev_einstellungen>,
  "tenant_id" | "id" | "erstellt_am" | "aktualisiert_am"
>

/** As long as a company decided nothing; without the numbers of its adviser nothing can be exported. */
const ANFANGS: Einstellungen = {
  berater: null,
  mandant: null,
  wj_beginn: "01-01",
  kontenlaenge: 4,
  skr: "03",
  konto_regel: null,
  konto_ermaessigt: null,
  konto_transport: null,
  konto_geraetepfand: null,
  konto_kaution: null,
  bu_regel: null,
  bu_ermaessigt: null,
  bu_transport: null,
  bu_geraetepfand: null,
  debitor_basis: 0,
  festschreibung: 0,
  version: 1,
}

export const getEinstellungen = (tenant: TenantDb): Einstellungen =>
  tenant.find(datev_einstellungen, tenant.id) ?? ANFANGS

/** @throws Refusal stale */
export function changeEinstellungen(
  tenant: TenantDb,
  actor: Actor,
  patch: Static<typeof EinstellungenPatch>,
  ifMatch: number | undefined,
): Einstellungen {
  if (!tenant.find(datev_einstellungen, tenant.id)) {
    const made = tenant.insert(datev_einstellungen, { id: tenant.id })
    writeProtokoll(tenant, actor, "datev_einstellungen.angelegt", datev_einstellungen, undefined, made)
  }
  return change(tenant, actor, datev_einstellungen, tenant.id, patch, ifMatch)
}

/** What a Steuerberater finds in the charts of accounts: deposit revenue, and deposits received. */
const STANDARD = { "03": { erloes: 8540, erhalten: 1732 }, "04": { erloes: 4520, erhalten: 3550 } }

/**
 * @param klasse and satz of an amount: what it is for, and per cent of VAT
 * @returns its account, and the tax key where the account is not automatic
 */
export function kontoOf(
  einstellungen: Einstellungen,
  klasse: "warenumschliessung" | "transporthilfsmittel" | "geraetepfand" | "kaution",
  satz: number | null,
): { konto: number; bu_schluessel: string | null } {
  const { skr, kontenlaenge } = einstellungen
  const standard = (konto: number) => konto * 10 ** (kontenlaenge - 4)
  const { erloes, erhalten } = STANDARD[skr]
  if (satz === null) return { konto: einstellungen.konto_kaution ?? standard(erhalten), bu_schluessel: null }
  const chosen =
    klasse === "transporthilfsmittel"
      ? (["konto_transport", "bu_transport"] as const)
      : klasse === "geraetepfand"
        ? (["konto_geraetepfand", "bu_geraetepfand"] as const)
        : satz < 10
          ? (["konto_ermaessigt", "bu_ermaessigt"] as const)
          : (["konto_regel", "bu_regel"] as const)
  return { konto: einstellungen[chosen[0]] ?? standard(erloes), bu_schluessel: einstellungen[chosen[1]] }
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
