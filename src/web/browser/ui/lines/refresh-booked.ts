import { refresh } from "../state/query.ts"
import { today } from "../values/format.ts"

/** Addresses whose data change when something is booked, delivered or decided. */
export const BOOKED = [
  "/api/lieferungen",
  "/api/touren",
  "/api/feierabend",
  "/api/klaerungen",
  "/api/heute",
  "/api/kunden",
  "/api/geraete",
  "/api/pfandbuchungen",
  "/api/pfandalter",
  "/api/schwund",
  "/api/protokoll",
] as const

/** Reads all of that again. */
export const refreshBooked = (): Promise<void> => refresh(...BOOKED)

/**
 * @param day null for now
 * @returns the moment for a booking of another day: its noon, which is the same day in any time zone near; {} for today.
 *   The service refuses a future day
 */
export const momentOf = (day: string | null): { erfasst_am?: string } =>
  day !== null && day !== today() ? { erfasst_am: new Date(`${day}T12:00`).toISOString() } : {}
