import { addDays } from "../../../../lib/day.ts"
import type { Entry } from "../outbox/entry.ts"
import { type Day, isAhead, isOfEvening } from "../phone/tag.ts"
import { useMadeDay, usePhone } from "../phone/use.ts"
import { isAfter, sentOf } from "./evening.ts"

/** Who comes home past midnight counts the day before. @returns it, if this telephone knows it */
export function useYesterday({ tag, stopps }: Day): Day | undefined {
  const state = usePhone()
  const day = useMadeDay({ ...state, fetched: state.gestern })
  if (!day || addDays(day.tag.heute, 1) !== tag.heute) return undefined
  // What was left undone may be planned otherwise by now.
  const now = (id: string) => stopps.find((one) => one.id === id) ?? []
  return { ...day, stopps: day.stopps.flatMap((one) => (isAhead(one) ? now(one.id) : one)) }
}

/** @returns whether something was done on that day, and nobody counted after it, as far as is known */
export function isUncounted({ tag, stopps }: Day, entries: Entry[]): boolean {
  const counted = sentOf(entries, tag)?.erfasst_am ?? tag.gezaehlt_am
  const done = stopps.filter((stopp) => !isAhead(stopp) && isOfEvening(stopp, tag.heute))
  return done.some((stopp) => !counted || isAfter(stopp, counted))
}
