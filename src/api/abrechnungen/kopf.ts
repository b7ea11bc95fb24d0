import { query } from "../../db/query.ts"
import { type abrechnungen, abrechnungskoepfe, briefkoepfe, firmenlogos, tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import type { Empfaenger, Firma } from "../../print/modell.ts"
import { YEARS } from "../belege/ablage.ts"
import { getEmpfaenger, getFirma } from "../belege/kopf.ts"

/** Head and foot of a settlement, frozen when it is made. */
export type Abrechnungskopf = {
  firma: Firma
  an: Empfaenger
  einspruchsfrist_tage: number
  /** Missing where no invoice was made yet. */
  zahlungsziel_tage?: number
}

/** The company's other columns on the paper. */
type Fristen = Pick<Abrechnungskopf, "einspruchsfrist_tage" | "zahlungsziel_tage">

/** To be raised when the letterhead gains fields: one that was kept with fewer is not used again. */
const FORM = 2

const logoOf = query<{ aktualisiert_am: string }, { id: string }>`
  SELECT l.aktualisiert_am FROM ${firmenlogos} l WHERE l.id = :id`

const withStand = query<{ id: string }, { stand: string }>`
  SELECT b.id FROM ${briefkoepfe} b WHERE b.stand = :stand`

/**
 * Freezes sender and recipient of a settlement, so that it is the same whenever it is printed. The cancellation of an
 * erased customer's settlement takes over the recipient, and is locked as well.
 */
export function freezeKopf(
  tenant: TenantDb,
  {
    id,
    jahr,
    kunde_id,
    storno_von,
  }: Pick<Row<typeof abrechnungen>, "id" | "jahr" | "kunde_id" | "storno_von">,
): void {
  const before = storno_von === null ? undefined : tenant.find(abrechnungskoepfe, storno_von)
  const isGone = before?.gesperrt === 1
  tenant.insert(abrechnungskoepfe, {
    id,
    briefkopf_id: keepBriefkopf(tenant),
    an: isGone ? before.an : JSON.stringify(getEmpfaenger(tenant, kunde_id)),
    gesperrt: isGone ? 1 : 0,
    aufbewahren_bis: `${jahr + YEARS.abrechnung}-12-31`,
  })
}

/** @returns the id of the letterhead of this moment, which is kept only if it is another one than before */
function keepBriefkopf(tenant: TenantDb): string {
  const { version, einspruchsfrist_tage, zahlungsziel_tage } = tenant.get(tenants, tenant.id)
  const stand = `${FORM} ${version} ${tenant.first(logoOf, { id: tenant.id })?.aktualisiert_am ?? ""}`
  const known = tenant.first(withStand, { stand })
  if (known) return known.id
  const { logo, ...firma } = getFirma(tenant)
  return tenant.insert(briefkoepfe, {
    stand,
    firma: JSON.stringify({ ...firma, einspruchsfrist_tage, zahlungsziel_tage }),
    logo: logo && Buffer.from(logo.bytes),
    breite: logo?.breite ?? null,
    hoehe: logo?.hoehe ?? null,
  }).id
}

/** @returns to whom a settlement was made out, as it was then; undefined for a customer who was erased */
export function findEmpfaenger(tenant: TenantReader, id: string): Empfaenger | undefined {
  const kopf = tenant.find(abrechnungskoepfe, id)
  return kopf?.gesperrt === 0 ? (JSON.parse(kopf.an) as Empfaenger) : undefined
}

/** @returns whether a settlement's paper is shown to nobody, as its customer was erased */
export const isLocked = (tenant: TenantReader, id: string): boolean =>
  tenant.find(abrechnungskoepfe, id)?.gesperrt !== 0

/** @throws Refusal missing, also for a customer who was erased */
export function readKopf(tenant: TenantReader, id: string): Abrechnungskopf {
  const kopf = tenant.find(abrechnungskoepfe, id)
  if (kopf?.gesperrt !== 0) throw missing("Beleg nicht gefunden")
  const { firma, logo, breite, hoehe } = tenant.get(briefkoepfe, kopf.briefkopf_id)
  const { einspruchsfrist_tage, zahlungsziel_tage, ...rest } = JSON.parse(firma) as Firma & Fristen
  const picture = logo && { bytes: logo, breite: breite ?? 0, hoehe: hoehe ?? 0 }
  return {
    firma: { ...rest, logo: picture },
    an: JSON.parse(kopf.an) as Empfaenger,
    einspruchsfrist_tage,
    ...(zahlungsziel_tage !== undefined && { zahlungsziel_tage }),
  }
}
