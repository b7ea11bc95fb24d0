/** How far a telephone's clock is from the service's, which refuses what lies in its future. */
export type Correction = {
  /** In ms, to be added to the phone's time. */
  get(): number
  set(offset: number): void
}

/** A header's moment is of a whole second, and the answer was under way: less than this is no difference. In ms. */
const NOTHING = 2000

/** Learns from an answer what time it is. Answers without our mark do not count. */
export function learn(correction: Correction, headers: Headers, now: number): void {
  const told = Date.parse(headers.get("date") ?? "")
  if (!headers.has("x-request-id") || Number.isNaN(told)) return
  const offset = told - now
  correction.set(Math.abs(offset) < NOTHING ? 0 : offset)
}

/** @returns the moment by the service's clock, ISO 8601 */
export const corrected = (correction: Correction, now: number): string =>
  new Date(now + correction.get()).toISOString()
