import { corrected, type Correction } from "../outbox/clock.ts"

const KEY = "uhr"

/** In the browser's small store, which answers at once: a tap needs the moment. */
export const correction: Correction = {
  get: () => Number(localStorage.getItem(KEY) ?? 0) || 0,
  set: (offset) => localStorage.setItem(KEY, String(Math.round(offset))),
}

/** @returns now, by the service's clock as far as it is known; ISO 8601 */
export const momentNow = (): string => corrected(correction, Date.now())
