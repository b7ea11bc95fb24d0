import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandverlauf } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import type { HistoryQuery, HistoryReply } from "./model.ts"
import { DAY } from "../../lib/day.ts"

type History = Static<typeof HistoryReply>
type Day = Pick<History["items"][number], "tag" | "zugang_cent" | "abgang_cent">

/** Three years and a little. */
const LONGEST = 1100

const stand = query<{ cent: number | null }, { vor: string }>`
  SELECT sum(v.zugang_cent - v.abgang_cent) AS cent FROM ${pfandverlauf} v WHERE v.tag < :vor`

const days = query<Day, { von: string; bis: string; limit: number }>`
  SELECT v.tag, v.zugang_cent, v.abgang_cent FROM ${pfandverlauf} v
  WHERE v.tag >= :von AND v.tag <= :bis ORDER BY v.tag LIMIT :limit`

/**
 * @returns the deposit out at the end of every day of the period, with or without bookings
 * @throws Refusal invalid for a period that ends before it begins or is too long for a plot
 */
export function getPfandverlauf(tenant: TenantReader, { von, bis }: Static<typeof HistoryQuery>): History {
  const [first, last] = [Date.parse(von), Date.parse(bis)]
  if (last < first) throw invalid("bis", "liegt vor von", "query")
  if ((last - first) / DAY > LONGEST) throw invalid("bis", `ist mehr als ${LONGEST} Tage nach von`, "query")
  const booked = new Map(tenant.all(days, { von, bis, limit: LONGEST + 1 }).map((day) => [day.tag, day]))
  let stand_cent = tenant.first(stand, { vor: von })?.cent ?? 0
  const items: History["items"] = []
  for (let time = first; time <= last; time += DAY) {
    const tag = new Date(time).toISOString().slice(0, 10)
    const { zugang_cent = 0, abgang_cent = 0 } = booked.get(tag) ?? {}
    stand_cent += zugang_cent - abgang_cent
    items.push({ tag, stand_cent, zugang_cent, abgang_cent })
  }
  return { items }
}
