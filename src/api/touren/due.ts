import { Fragment, query } from "../../db/query.ts"
import { kunden, lieferungen, liefertage, liefertagwochen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays, mondayOf } from "../../lib/day.ts"
import { feiertageOf } from "../../lib/feiertage.ts"

/** A regular delivery that is due on a day. */
export type DueLiefertag = {
  id: string
  version: number
  datum: string
  kunde_id: string
  kunde_name: string
  ort: string | null
  fahrer_id: string | null
}

/**
 * Whether a delivery `l` can stand for a regular one, which always goes to the customer's own address: not one to another
 * place, and no pick-up on the way. What was planned from another Liefertag stands for that one only.
 */
const STANDS = new Fragment("l.status <> 'storniert' AND l.standort_id IS NULL AND l.ungeplant = 0")

/**
 * Regular deliveries that fall on a day and that nobody has decided about. Left out are customers who have a delivery
 * that stands for it, and what was agreed on only after that day.
 */
const due = query<DueLiefertag, { datum: string; woche: string; feiertag: 0 | 1 }>`
  SELECT t.id, t.version, :datum AS datum, t.kunde_id, k.name AS kunde_name, k.ort, t.fahrer_id
  FROM ${liefertage} t CROSS JOIN ${kunden} k ON k.id = t.kunde_id
  WHERE t.ab <= :datum AND (t.bis IS NULL OR t.bis >= :datum) AND k.aktiv = 1
    AND (julianday(:datum) - julianday(t.ab)) % (7 * t.alle_wochen) = 0
    AND (t.auch_feiertags = 1 OR :feiertag = 0) AND t.erstellt_am < date(:datum, '+1 day')
    AND NOT EXISTS (SELECT 1 FROM ${liefertagwochen} w WHERE w.liefertag_id = t.id AND w.woche = :woche)
    AND NOT EXISTS (SELECT 1 FROM ${lieferungen} l
      WHERE l.kunde_id = t.kunde_id AND l.datum = :datum AND ${STANDS}
        AND NOT EXISTS (SELECT 1 FROM ${liefertagwochen} w WHERE w.lieferung_id = l.id AND w.liefertag_id <> t.id))
  ORDER BY t.ab, t.id LIMIT 500`

/** @returns the regular deliveries of these days that are neither planned nor left out, day by day */
export function readDue(tenant: TenantReader, tage: readonly string[]): DueLiefertag[] {
  const { bundesland } = tenant.get(tenants, tenant.id)
  return tage.flatMap((datum) => {
    const isHoliday = feiertageOf(Number(datum.slice(0, 4)), bundesland).has(datum)
    return tenant.all(due, { datum, woche: mondayOf(datum), feiertag: isHoliday ? 1 : 0 })
  })
}

type Standing = { datum: string; kunde_id: string; liefertag_id: string | null }

/** `ids`: of customers, as JSON. */
const standing = query<Standing, { ids: string; von: string; bis: string; most: number }>`
  SELECT l.datum, l.kunde_id, w.liefertag_id FROM json_each(:ids) j
  CROSS JOIN ${lieferungen} l ON l.kunde_id = j.value AND l.datum BETWEEN :von AND :bis AND ${STANDS}
  LEFT JOIN ${liefertagwochen} w ON w.lieferung_id = l.id LIMIT :most`

/** Most deliveries of a week: seven full days. */
const MOST_STANDING = 10_500

/** @returns whether a customer has a delivery on a day of that week that stands for this regular one */
export function standingIn(
  tenant: TenantReader,
  woche: string,
  kundenIds: readonly string[],
): (liefertag: { id: string; kunde_id: string; datum: string }, datum: string) => boolean {
  const found = tenant.all(standing, {
    ids: JSON.stringify([...new Set(kundenIds)]),
    von: woche,
    bis: addDays(woche, 6),
    most: MOST_STANDING,
  })
  const byDay = Map.groupBy(found, ({ datum, kunde_id }) => `${datum} ${kunde_id}`)
  // On a day that is not its own, every other delivery speaks against it.
  return ({ id, kunde_id, datum: own }, datum) =>
    (byDay.get(`${datum} ${kunde_id}`) ?? []).some(
      ({ liefertag_id }) => datum !== own || liefertag_id === null || liefertag_id === id,
    )
}
