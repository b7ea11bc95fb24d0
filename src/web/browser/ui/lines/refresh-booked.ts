import { refresh } from "../state/query.ts"
import { today } from "../values/format.ts"

/** Where anything that was booked, delivered or decided is seen. */
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
 * @param day none is now
 * @returns the moment of another day than today, at noon, so that it is that day wherever the clock stands; else nothing.
 *   The service refuses a day to come
 */
export const momentOf = (day: string | null): { erfasst_am?: string } =>
  day !== null && day !== today() ? { erfasst_am: new Date(`${day}T12:00`).toISOString() } : {}
