import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, inventuren, kunden, pfandartikel, pfandbestaende, pfandsalden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { countOpenDeposits, listOpenDeposits } from "../schwund/pfand.ts"
import { sumBeyond } from "../pfandsalden/beyond.ts"
import type { TodayReply } from "./model.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { SHOWN } from "./tag.ts"
import { olderThan } from "../shared/time.ts"
import { sumOlderThan } from "./old.ts"

type Today = Static<typeof TodayReply>
type Geraet = Today["geraete_verloren"]["items"][number]
type Saldo = Today["groesste_salden"][number]
type Artikel = Today["pfand"]["artikel"][number]

const artikelstaende = query<Omit<Artikel, "mehr_zurueck">>`
  SELECT s.pfandartikel_id, a.nummer, a.bezeichnung, a.einheit, s.bestand, s.wert_cent
  FROM ${pfandbestaende} s CROSS JOIN ${pfandartikel} a ON a.id = s.pfandartikel_id
  WHERE s.pfandartikel_id > ''`

/** Most articles that are listed; the sum is that of all. */
const MOST_ARTIKEL = 1000

const geraetestand = query<{ wert_cent: number }>`
  SELECT s.wert_cent FROM ${pfandbestaende} s WHERE s.pfandartikel_id IS NULL`

const withKunden = query<{ n: number }>`
  SELECT count(*) AS n FROM (SELECT 1 FROM ${geraete} g WHERE g.status = 'beim_kunden' LIMIT 100000)`

/** @returns what all customers hold per article, largest sum first, and the sum of all devices */
export function sumOutside(tenant: TenantReader): Today["pfand"] {
  const artikel = tenant.all(artikelstaende, {}).toSorted((a, b) => b.wert_cent - a.wert_cent)
  const geraete_wert_cent = tenant.first(geraetestand, {})?.wert_cent ?? 0
  const wert_cent = artikel.reduce((sum, stand) => sum + stand.wert_cent, geraete_wert_cent)
  const over = sumBeyond(tenant)
  const told = artikel
    .slice(0, MOST_ARTIKEL)
    .map((stand) => ({ ...stand, mehr_zurueck: over.get(stand.pfandartikel_id) ?? 0 }))
  const outside = tenant.first(withKunden, {})?.n ?? 0
  const geraete_verloren = Math.min(1000, countOpenDeposits(tenant))
  return { wert_cent, geraete_wert_cent, geraete: outside, geraete_verloren, artikel: told }
}

const largest = query<Saldo, { limit: number }>`
  SELECT s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.seit_am
  FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE s.wert_cent > 0 ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const oldest = query<Saldo, { limit: number }>`
  SELECT s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.seit_am
  FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE s.seit_am > '' ORDER BY s.seit_am, s.id LIMIT :limit`

const outdated = query<{ n: number }, { vor: string }>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${pfandsalden} s
    WHERE s.seit_am > '' AND s.seit_am < :vor ORDER BY s.seit_am, s.id LIMIT 10000) a`

/** @returns the largest balances, the oldest ones, and how many hold something older than the given days */
export function readSalden(
  tenant: TenantReader,
  tage: number,
): Pick<Today, "alte_salden" | "groesste_salden" | "aelteste_salden"> {
  const vor = olderThan(tenant, tage)
  return {
    alte_salden: {
      tage,
      kunden: tenant.first(outdated, { vor })?.n ?? 0,
      ...sumOlderThan(tenant, vor),
    },
    groesste_salden: tenant.all(largest, { limit: SHOWN }),
    aelteste_salden: tenant.all(oldest, { limit: SHOWN }),
  }
}

const stillOpen = query<NonNullable<Today["inventur_offen"]>, { vor: string }>`
  SELECT i.id, i.bezeichnung, i.erstellt_am FROM ${inventuren} i
  WHERE i.status = 'offen' AND i.erstellt_am < :vor LIMIT 1`

/** @returns the count that is open since an earlier day: on the day of its opening people are at it; null without one */
export const findOpenInventur = (tenant: TenantReader): Today["inventur_offen"] =>
  tenant.first(stillOpen, { vor: olderThan(tenant, 0) }) ?? null

type Range = { status: "verloren" | "wartung"; vor: string }

const numberOfGeraete = query<{ n: number }, Range>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${geraete} g WHERE g.status = :status AND g.status_seit < :vor LIMIT 1000)`

const geraeteSince = query<Geraet, Range & { limit: number }>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.status_seit FROM ${geraete} g
  WHERE g.status = :status AND g.status_seit < :vor ORDER BY g.status_seit, g.id LIMIT :limit`

/** @param days only those for more than so many days. @returns devices in a status, the longest first */
export function listGeraeteSince(
  tenant: TenantReader,
  status: Range["status"],
  days?: number,
): Today["geraete_verloren"] {
  return {
    anzahl: countGeraeteSince(tenant, status, days),
    items: tenant.all(geraeteSince, { ...rangeOf(tenant, status, days), limit: SHOWN }),
  }
}

/** Days after which a repair takes long. */
export const LONG_IN_WARTUNG = 30

/** @returns how many devices `listGeraeteSince` finds, counted to 1000 */
export const countGeraeteSince = (tenant: TenantReader, status: Range["status"], days?: number): number =>
  tenant.first(numberOfGeraete, rangeOf(tenant, status, days))?.n ?? 0

const rangeOf = (tenant: TenantReader, status: Range["status"], days?: number): Range => ({
  status,
  vor: days === undefined ? END_OF_TIME : olderThan(tenant, days),
})

/** @returns deposits with customers who do not have the device, which is not lost either: somebody has to refund or keep them */
export function listOpenElsewhere(tenant: TenantReader): Today["geraete_pfand_offen"] {
  const { items } = listOpenDeposits(tenant, { ort: "woanders", limit: SHOWN })
  return { anzahl: countOpenElsewhere(tenant), items: items.map((one) => ({ ...one, id: one.geraet_id })) }
}

/** @returns how many of them there are, counted to 1000 */
export const countOpenElsewhere = (tenant: TenantReader): number =>
  Math.min(1000, countOpenDeposits(tenant, "woanders"))
