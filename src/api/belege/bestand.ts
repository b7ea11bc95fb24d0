import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Bestand } from "../../print/modell.ts"
import { listThere, listThereAsBooked } from "../pfandlots/lots.ts"
import { listLostThere } from "../pfandlots/verloren.ts"
import { firstNumber } from "../shared/ledger-numbers.ts"
import { withPosten } from "../shared/names.ts"
import { SIGNED_QUANTITY } from "../shared/sign.ts"

/** What a customer holds, as letters and the auditor's export say it. */

type Kontobestand = {
  pfandartikel_id: string | null
  geraet_id: string | null
  menge: number
  wert_cent: number
} & Pick<Bestand, "verbleib">

const captured = query<Kontobestand, { kunde_id: string; vor: string }>`
  SELECT b.pfandartikel_id, b.geraet_id, sum(b.summe_cent) AS wert_cent, sum(${SIGNED_QUANTITY}) AS menge
  FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.erfasst_am < :vor
  GROUP BY b.pfandartikel_id, b.geraet_id`

/** The accounts as they are, less what was booked later: mostly fewer bookings than all before. */
const booked = query<Kontobestand, { kunde_id: string; bis: string; ab_nr: number }>`
  SELECT m.pfandartikel_id, m.geraet_id, sum(m.wert_cent) AS wert_cent, sum(m.menge) AS menge
  FROM (
    SELECT k.pfandartikel_id, k.geraet_id, k.wert_cent, k.bestand AS menge
    FROM ${pfandkonten} k WHERE k.kunde_id = :kunde_id
    UNION ALL
    SELECT b.pfandartikel_id, b.geraet_id, -b.summe_cent, -(${SIGNED_QUANTITY})
    FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.lfd_nr >= :ab_nr AND b.gebucht_am > :bis
  ) m
  GROUP BY m.pfandartikel_id, m.geraet_id`

/** @returns accounts with their names: articles before devices, by their numbers */
function named(tenant: TenantReader, konten: readonly Kontobestand[]): Bestand[] {
  return withPosten(tenant, [...konten])
    .map(({ pfandartikel_id: _, geraet_id, ...zeile }) => ({ ...zeile, geraet: geraet_id !== null }))
    .toSorted((a, b) => Number(a.geraet) - Number(b.geraet) || (a.nummer < b.nummer ? -1 : 1))
}

const isUsed = ({ menge, wert_cent }: Kontobestand): boolean => menge !== 0 || wert_cent !== 0

/**
 * @param list which devices were there, by the same times as the accounts
 * @returns accounts that are not empty; a device counts once while it is there, whatever its deposit has become, and while
 *   it is lost there. Once it is elsewhere, its deposit may be open still, which is no piece
 */
function held(
  tenant: TenantReader,
  konten: readonly Kontobestand[],
  { kunde_id, vor }: { kunde_id: string; vor: string },
  list = listThere,
): Kontobestand[] {
  const ids = konten.flatMap(({ geraet_id }) => geraet_id ?? [])
  const here = new Set(list(tenant, kunde_id, ids, vor).map(({ geraet_id }) => geraet_id))
  const lost = new Set(listLostThere(tenant, kunde_id, ids, vor))
  return konten.flatMap((konto) => {
    const { geraet_id, menge, wert_cent } = konto
    if (geraet_id === null) return isUsed(konto) ? konto : []
    if (here.has(geraet_id)) return { ...konto, menge: 1 }
    if (wert_cent > 0)
      return lost.has(geraet_id)
        ? { ...konto, menge: 1, verbleib: "verloren" }
        : { ...konto, menge: 0, verbleib: "fort" }
    return wert_cent === 0 ? [] : { ...konto, menge: Math.sign(menge) }
  })
}

/**
 * @param vor an instant
 * @returns what a customer held before it, by the bookings that were captured until then
 */
export const listBestand = (tenant: TenantReader, kunde_id: string, vor: string): Bestand[] =>
  named(tenant, held(tenant, tenant.all(captured, { kunde_id, vor }), { kunde_id, vor }))

const lastNr = query<{ nr: number | null }, { kunde_id: string; vor: string }>`
  SELECT max(b.lfd_nr) AS nr FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.erfasst_am < :vor`

/** @returns the number of the last booking that `listBestand` counts: the same for as long as that is the same */
export const lastNrBefore = (tenant: TenantReader, kunde_id: string, vor: string): number | null =>
  tenant.first(lastNr, { kunde_id, vor })?.nr ?? null

/**
 * @param bis an instant
 * @returns a function that tells what a customer's bookings made up to then come to, which never changes afterwards. A
 *   correction of a device's deposit counts as a piece: so the auditor's export adds up
 */
export function bookedUntil(tenant: TenantReader, bis: string): (kunde_id: string) => Bestand[] {
  const ab_nr = firstNumber(tenant, bis)
  return (kunde_id) => named(tenant, tenant.all(booked, { kunde_id, bis, ab_nr }).filter(isUsed))
}

/**
 * @param bis an instant
 * @returns what a customer held then, by the bookings made up to it: reprinted later, a delivery note says the same
 */
export function listBestandAt(tenant: TenantReader, kunde_id: string, bis: string): Bestand[] {
  const konten = tenant.all(booked, { kunde_id, bis, ab_nr: firstNumber(tenant, bis) })
  const vor = new Date(Date.parse(bis) + 1).toISOString()
  return named(tenant, held(tenant, konten, { kunde_id, vor }, listThereAsBooked))
}
