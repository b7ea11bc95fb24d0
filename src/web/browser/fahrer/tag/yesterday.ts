import { addDays } from "../../../../lib/day.ts"
import type { Entry } from "../outbox/entry.ts"
import { type Day, isAhead, isOfEvening } from "../phone/tag.ts"
import { useMadeDay, usePhone } from "../phone/use.ts"
import { sentOf } from "./evening.ts"

/** Who comes home past midnight counts the day before. @returns it, if this telephone knows it */
export function useYesterday({ tag, stopps }: Day): Day | undefined {
  const state = usePhone()
  const day = useMadeDay({ ...state, fetched: state.gestern })
  if (!day || addDays(day.tag.heute, 1) !== tag.heute) return undefined
  // What was left undone may be planned otherwise by now.
  const now = (id: string) => stopps.find((one) => one.id === id) ?? []
  return { ...day, stopps: day.stopps.flatMap((one) => (isAhead(one) ? now(one.id) : one)) }
}

/** @returns whether something was done on that day, and nobody counted in its evening, as far as is known */
export const isUncounted = ({ tag, stopps }: Day, entries: Entry[]): boolean =>
  !tag.gezaehlt_am &&
  !sentOf(entries, tag) &&
  stopps.some((stopp) => !isAhead(stopp) && isOfEvening(stopp, tag.heute))
