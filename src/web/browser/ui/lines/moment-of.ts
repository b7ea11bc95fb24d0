import { today } from "../values/format.ts"

/**
 * @param day null for now
 * @returns the moment for a booking of another day: its noon, which is the same day in any time zone near; {} for today.
 *   The service refuses a future day
 */
export const momentOf = (day: string | null): { erfasst_am?: string } =>
  day !== null && day !== today() ? { erfasst_am: new Date(`${day}T12:00`).toISOString() } : {}
