import type { ServiceClock } from "./clock.ts"
import type { Entry } from "./entry.ts"
import type { Store } from "./store.ts"

/** Result of a round of sending. `nothing`: there was nothing to send, or another page is sending. */
export type Outcome =
  | { state: "sent" | "nothing" | "login" }
  /** `retryAfter`: pause before the next try, in ms; `text`: why the service lets nobody of the company in. */
  | { state: "offline"; retryAfter?: number; text?: string | undefined }

/** What an outbox needs of the page around it. */
export type Surroundings = {
  /** The account that this outbox belongs to. */
  konto: string
  store: Store
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The phone's own clock, in ms. */
  clock: () => number
  time: ServiceClock
  /** Runs work, unless some runs already, in this or another tab: then returns `undefined`. */
  alone: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Runs work as soon as no other runs. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Called with the error if something cannot be stored. */
  reportFault: (error: unknown) => void
  /** Called before a finished entry is deleted, so that it does not count as lost. */
  leaves: (entry: Entry) => void
  /** @returns whether the day knows what an entry has done; before, it is not deleted. Left out: always */
  isKnown?: (entry: Entry) => boolean
  /** Remembers, also for the next page, what the store had no room for. */
  unnoted: {
    has: (entry: Entry) => boolean
    /** An entry was sent. */
    add: (entry: Entry) => void
    drop: (entry: Entry) => void
    /** Called before an entry is removed that has arrived. */
    arrived: (entry: Entry) => void
  }
}
