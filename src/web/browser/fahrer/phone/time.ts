import { type Moment, ServiceClock } from "../outbox/clock.ts"
import { browserStore } from "../../ui/values/stores.ts"

const KEY = "uhr"

/** Clock by which every tap is dated. */
export const time = new ServiceClock({
  wall: () => Date.now(),
  mono: () => performance.now(),
  page: crypto.getRandomValues(new Uint32Array(2)).join("-"),
  read,
  write: (moment) => browserStore.set(KEY, JSON.stringify(moment)),
})

function read(): Moment | undefined {
  try {
    const kept = JSON.parse(browserStore.get(KEY) ?? "null") as Moment | number | null
    // Earlier versions kept the difference alone.
    if (typeof kept === "number") return { service: Date.now() + kept, wall: Date.now(), mono: 0, page: "" }
    return kept ?? undefined
  } catch {
    return undefined
  }
}

/** @returns now, by the service's clock as far as it is known; ISO 8601 */
export const momentNow = (): string => new Date(time.now()).toISOString()
