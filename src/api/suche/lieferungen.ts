import type { Static } from "@sinclair/typebox"
import { Fragment, type Params, query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { localTime } from "../shared/time.ts"
import type { SearchReply } from "./model.ts"

type Lieferung = Static<typeof SearchReply>["lieferungen"][number]

/** @param rest condition and order */
const lieferungenWhere = <P extends Params>(rest: string) => query<Lieferung, P & { limit: number }>`
  SELECT l.id, l.datum, l.status, l.kunde_id, k.name AS kunde_name, m.name AS fahrer_name
  FROM ${lieferungen} l CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE ${new Fragment(rest)} LIMIT :limit`

type Nearby = { kunde_id: string; heute: string }
const onDay = lieferungenWhere<{ datum: string }>("l.datum = :datum ORDER BY l.datum, l.id")
const coming = lieferungenWhere<Nearby>("l.kunde_id = :kunde_id AND l.datum >= :heute ORDER BY l.datum, l.id")
const past = lieferungenWhere<Nearby>(
  "l.kunde_id = :kunde_id AND l.datum < :heute ORDER BY l.datum DESC, l.id DESC",
)

/** Customers whose deliveries are shown, and coming and past ones of each. */
const KUNDEN = 3
const PER_KUNDE = 2

/** @returns the deliveries of a typed day, else those nearest to today of the first customers found */
export function searchLieferungen(
  tenant: TenantReader,
  q: string,
  found: { id: string }[],
  limit: number,
): Lieferung[] {
  const { datum: today } = localTime(tenant)
  const datum = readDay(q, today)
  if (datum !== undefined) return tenant.all(onDay, { datum, limit })
  return found
    .slice(0, KUNDEN)
    .flatMap(({ id: kunde_id }) => [
      ...tenant.all(coming, { kunde_id, heute: today, limit: PER_KUNDE }),
      ...tenant.all(past, { kunde_id, heute: today, limit: PER_KUNDE }),
    ])
    .slice(0, limit)
}

/**
 * @returns the day in `2026-03-31`, `31.03.2026`, `31.3.26` or `31.3.` of this year; undefined for other text
 */
function readDay(typed: string, today: string): string | undefined {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$/.exec(text) ?? []
  if (!iso && !day) return undefined
  const fullYear = year === undefined ? today.slice(0, 4) : year.padStart(4, "20")
  const date = iso ? text : `${fullYear}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}
