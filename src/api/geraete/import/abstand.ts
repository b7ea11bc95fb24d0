import { addDays, nextAfter } from "../../../lib/day.ts"

/** Days that a test may be due beside its interval: a month alone is its first day, or its last. */
const LEEWAY = 31
/** Intervals are whole years and halves, up to twenty years. */
const [STEP, MOST] = [6, 240]

/** @returns the interval that the days of the last and the next test say; undefined where they say none */
export function intervalBetween(last: unknown, next: unknown): string | undefined {
  if (typeof last !== "string" || typeof next !== "string") return undefined
  for (let months = STEP; months <= MOST; months += STEP) {
    const due = nextAfter(last, { intervall: months, intervall_in: "monate" })
    if (addDays(due, -LEEWAY) <= next && next <= addDays(due, LEEWAY)) return `${months} Monate`
  }
  return undefined
}
