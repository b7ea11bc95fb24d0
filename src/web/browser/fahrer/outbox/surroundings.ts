import type { ServiceClock } from "./clock.ts"
import type { Entry } from "./entry.ts"
import type { Store } from "./store.ts"

/** Results of a round of sending. `nothing`: another page is sending, or there was nothing to send. */
export type Outcome =
  | { state: "sent" | "nothing" | "login" }
  /** Pause before another try, in ms. */
  | { state: "offline"; retryAfter?: number }

/** Parts of the page that an outbox needs. */
export type Surroundings = {
  /** The account that this outbox belongs to. */
  konto: string
  store: Store
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The phone's own clock, in ms. */
  clock: () => number
  time: ServiceClock
  /** Runs the work unless it runs already, in this tab or another; then `undefined`. */
  alone: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Runs the work as soon as no other does. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Tells what the telephone could not write down. */
  reportFault: (error: unknown) => void
  /** Told before an entry goes that is done with: nobody is to miss it. */
  leaves: (entry: Entry) => void
  /** Tells whether the day knows what an entry has done; until then it is not forgotten. Left out: it does. */
  isKnown?: (entry: Entry) => boolean
  /** Notes of what could not be noted in the store, kept beside it: the next page knows it too. */
  unnoted: {
    has: (entry: Entry) => boolean
    /** It has left. */
    add: (entry: Entry) => void
    drop: (entry: Entry) => void
    /** Told before it goes because it has arrived. */
    arrived: (entry: Entry) => void
  }
}
