import { query } from "../../db/query.ts"
import { type liefertage, liefertagwochen } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { addDays, DAY, daysAfterMonday, mondayOf } from "../../lib/day.ts"

type Liefertagzeile = Row<typeof liefertage>

/** @returns the day of a regular delivery in that week; undefined where it has none */
export function dayIn(woche: string, { ab, bis, alle_wochen }: Liefertagzeile): string | undefined {
  const weeks = (Date.parse(woche) - Date.parse(mondayOf(ab))) / (7 * DAY)
  const datum = addDays(woche, daysAfterMonday(ab))
  return weeks >= 0 && weeks % alle_wochen === 0 && (bis === null || datum <= bis) ? datum : undefined
}

/** A year of weeks: nobody plans further ahead. */
const WEEKS = 53

const decided = query<{ woche: string }, { liefertag_id: string; woche: string; most: number }>`
  SELECT w.woche FROM ${liefertagwochen} w
  WHERE w.liefertag_id = :liefertag_id AND w.woche >= :woche ORDER BY w.woche LIMIT :most`

/**
 * @param today the company's day
 * @returns the next day of a regular delivery that is neither planned nor left out; null where none is to come
 */
export function nextProposed(tenant: TenantReader, liefertag: Liefertagzeile, today: string): string | null {
  const { id: liefertag_id, ab } = liefertag
  const first = mondayOf(ab > today ? ab : today)
  const found = tenant.all(decided, { liefertag_id, woche: first, most: WEEKS })
  const over = new Set(found.map(({ woche }) => woche))
  for (let week = 0; week < WEEKS; week++) {
    const woche = addDays(first, 7 * week)
    const datum = dayIn(woche, liefertag)
    if (datum !== undefined && datum >= today && !over.has(woche)) return datum
  }
  return null
}
