import { DAY } from "../../../../lib/day.ts"
import type { Answer } from "../api/call.ts"
import { Badge } from "../parts/badge.tsx"
import { plural, today } from "../values/format.ts"

export type Plan = Answer<"get", "/api/geraete/{id}/pruefplaene">["items"][number]
export type Pruefart = Plan["art"]

/** @param tage until it is due; below zero it is overdue */
export function Due({ tage }: { tage: number }) {
  if (tage < 0) return <Badge tone="bad">überfällig</Badge>
  if (tage === 0) return <Badge tone="warn">heute fällig</Badge>
  return <Badge tone={tage <= 30 ? "warn" : "plain"}>{`in ${plural(tage, "Tag", "Tagen")}`}</Badge>
}

/** @returns the number of days, by this computer's calendar */
export const daysUntil = (datum: string): number => (Date.parse(datum) - Date.parse(today())) / DAY
