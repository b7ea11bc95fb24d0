import { query } from "../../db/query.ts"
import { firmenlogos, geraete, kunden, pfandartikel, pfandbuchungen, tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Bestand, Empfaenger, Firma } from "../../print/modell.ts"
import { instants, localTime } from "../time.ts"

const empfaenger = query<Empfaenger, { kunde_id: string }>`
  SELECT k.kundennummer, k.name, k.ansprechpartner, k.strasse, k.plz, k.ort, k.land
  FROM ${kunden} k WHERE k.id = :kunde_id`

/** @returns what stands in the letterhead of a company's documents */
export function getFirma(tenant: TenantDb): Firma {
  const { name, strasse, plz, ort, telefon, email, steuernummer, ust_id, iban, zeitzone } = tenant.get(
    tenants,
    tenant.id,
  )
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
    logo: logo ? { bytes: logo.daten, breite: logo.breite, hoehe: logo.hoehe } : null,
  }
}

/** @throws Refusal missing */
export const getEmpfaenger = (tenant: TenantDb, kunde_id: string): Empfaenger =>
  tenant.getFirst(empfaenger, { kunde_id }, "Kunde nicht gefunden")

type Bestandszeile = Omit<Bestand, "geraet"> & { geraet: 0 | 1 }

const readable = ({ geraet, ...zeile }: Bestandszeile): Bestand => ({ ...zeile, geraet: geraet === 1 })

const bestaende = query<Bestandszeile, { kunde_id: string; vor: string }>`
  SELECT coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung,
    s.menge, s.wert_cent, s.geraet_id IS NOT NULL AS geraet
  FROM (
    SELECT b.pfandartikel_id, b.geraet_id, sum(b.summe_cent) AS wert_cent,
      sum(CASE WHEN b.art IN ('ruecknahme', 'korrektur_minus') THEN -b.menge ELSE b.menge END) AS menge
    FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.erfasst_am < :vor
    GROUP BY b.pfandartikel_id, b.geraet_id
  ) s
  LEFT JOIN ${pfandartikel} a ON a.id = s.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = s.geraet_id
  WHERE s.menge <> 0 OR s.wert_cent <> 0
  ORDER BY geraet, nummer`

/** @returns what the ledger says that a customer held before an instant, by what was captured until then */
export const listBestand = (tenant: TenantDb, kunde_id: string, vor: string): Bestand[] =>
  tenant.all(bestaende, { kunde_id, vor }).map(readable)

const gebuchte = query<Bestandszeile, { kunde_id: string; bis: string }>`
  SELECT coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung,
    s.menge, s.wert_cent, s.geraet_id IS NOT NULL AS geraet
  FROM (
    SELECT b.pfandartikel_id, b.geraet_id, sum(b.summe_cent) AS wert_cent,
      sum(CASE WHEN b.art IN ('ruecknahme', 'korrektur_minus') THEN -b.menge ELSE b.menge END) AS menge
    FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.gebucht_am <= :bis
    GROUP BY b.pfandartikel_id, b.geraet_id
  ) s
  LEFT JOIN ${pfandartikel} a ON a.id = s.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = s.geraet_id
  WHERE s.menge <> 0 OR s.wert_cent <> 0
  ORDER BY geraet, nummer`

/** @returns what was booked for a customer up to an instant: never changes afterwards */
export const listGebucht = (tenant: TenantDb, kunde_id: string, bis: string): Bestand[] =>
  tenant.all(gebuchte, { kunde_id, bis }).map(readable)

/** The midnight with which today began: a document printed twice on a day, from the same data, is the same. */
export const startOfToday = (tenant: TenantDb): string =>
  instants(tenant, { von: localTime(tenant).datum }).seit ?? tenant.now()
