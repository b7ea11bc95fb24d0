import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, lieferungen, liefertage, liefertagwochen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays, mondayOf } from "../../lib/day.ts"
import { feiertageOf } from "../../lib/feiertage.ts"
import { personNames } from "../shared/names.ts"
import { localTime } from "../shared/time.ts"
import type { TodayReply } from "./model.ts"
import { SHOWN } from "./tag.ts"

type Liefertage = Static<typeof TodayReply>["liefertage"]
type Faellig = Omit<Liefertage["items"][number], "fahrer_name">

/** Regular days that fall on a day, and that nobody has decided about; not who has another delivery then. */
const due = query<Faellig, { datum: string; woche: string; feiertag: 0 | 1 }>`
  SELECT t.id, :datum AS datum, t.kunde_id, k.name AS kunde_name, k.ort, t.fahrer_id
  FROM ${liefertage} t CROSS JOIN ${kunden} k ON k.id = t.kunde_id
  WHERE t.ab <= :datum AND (t.bis IS NULL OR t.bis >= :datum) AND k.aktiv = 1
    AND (julianday(:datum) - julianday(t.ab)) % (7 * t.alle_wochen) = 0
    AND (t.auch_feiertags = 1 OR :feiertag = 0)
    AND NOT EXISTS (SELECT 1 FROM ${liefertagwochen} w WHERE w.liefertag_id = t.id AND w.woche = :woche)
    AND NOT EXISTS (SELECT 1 FROM ${lieferungen} l
      WHERE l.kunde_id = t.kunde_id AND l.datum = :datum AND l.status <> 'storniert')
  ORDER BY t.ab, t.id LIMIT 500`

/** Those of today and of tomorrow: later ones are still planned with their week. */
function readDue(tenant: TenantReader): Faellig[] {
  const { datum: today } = localTime(tenant)
  const { bundesland } = tenant.get(tenants, tenant.id)
  return [today, addDays(today, 1)].flatMap((datum) => {
    const isHoliday = feiertageOf(Number(datum.slice(0, 4)), bundesland).has(datum)
    return tenant.all(due, { datum, woche: mondayOf(datum), feiertag: isHoliday ? 1 : 0 })
  })
}

/** @returns how many regular deliveries are due today or tomorrow and not planned, counted to 1000 */
export const countUnplanned = (tenant: TenantReader): number => readDue(tenant).length

/** @returns their number, and the first of them */
export function listUnplanned(tenant: TenantReader): Liefertage {
  const found = readDue(tenant)
  const first = found.slice(0, SHOWN)
  const names = personNames(
    tenant,
    first.map(({ fahrer_id }) => fahrer_id),
  )
  return {
    anzahl: found.length,
    items: first.map((one) => ({ ...one, fahrer_name: names.get(one.fahrer_id ?? "") ?? null })),
  }
}
