import { query } from "../../db/query.ts"
import { kunden, lieferungen, liefertage, liefertagwochen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { mondayOf } from "../../lib/day.ts"
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
 * Regular deliveries that fall on a day and that nobody has decided about. Left out are customers who have another
 * delivery on that day, and what was agreed on only after it.
 */
const due = query<DueLiefertag, { datum: string; woche: string; feiertag: 0 | 1 }>`
  SELECT t.id, t.version, :datum AS datum, t.kunde_id, k.name AS kunde_name, k.ort, t.fahrer_id
  FROM ${liefertage} t CROSS JOIN ${kunden} k ON k.id = t.kunde_id
  WHERE t.ab <= :datum AND (t.bis IS NULL OR t.bis >= :datum) AND k.aktiv = 1
    AND (julianday(:datum) - julianday(t.ab)) % (7 * t.alle_wochen) = 0
    AND (t.auch_feiertags = 1 OR :feiertag = 0) AND t.erstellt_am < date(:datum, '+1 day')
    AND NOT EXISTS (SELECT 1 FROM ${liefertagwochen} w WHERE w.liefertag_id = t.id AND w.woche = :woche)
    AND NOT EXISTS (SELECT 1 FROM ${lieferungen} l
      WHERE l.kunde_id = t.kunde_id AND l.datum = :datum AND l.status <> 'storniert')
  ORDER BY t.ab, t.id LIMIT 500`

/** @returns the regular deliveries of these days that are neither planned nor left out, day by day */
export function readDue(tenant: TenantReader, tage: readonly string[]): DueLiefertag[] {
  const { bundesland } = tenant.get(tenants, tenant.id)
  return tage.flatMap((datum) => {
    const isHoliday = feiertageOf(Number(datum.slice(0, 4)), bundesland).has(datum)
    return tenant.all(due, { datum, woche: mondayOf(datum), feiertag: isHoliday ? 1 : 0 })
  })
}
