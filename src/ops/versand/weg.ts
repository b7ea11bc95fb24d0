import type { Stoerung } from "../../api/frame/services.ts"
import type { Mail } from "../../lib/mail/server.ts"

/** Times in ms, which tests shorten. */
export type Times = {
  /** Between two looks at the queue. */
  look: number
  /** After a mail server that took nothing, ever longer; then the last one. */
  rests: readonly number[]
  /** After a write that failed: what became of a message must not be lost. */
  again: number
}

/** Messages in a row that a server hangs up at: one may be that message's own fault, so many are the server's. */
const CUTS = 3

/** One mail server with its pace and its rest: the operator's for many companies, or a company's own. */
export class Weg {
  readonly mail: Mail
  readonly #times: Times
  readonly #tell: (stoerung: Stoerung | undefined) => void
  /** Earliest time for the next message, and for the next connection after a fault, in ms since 1970. */
  #paced = 0
  #rested = 0
  #faults = 0
  #cuts = 0
  #since: Date | undefined
  #running = 0

  /** @param tell is told since when the server takes nothing, or that it does again */
  constructor(mail: Mail, times: Times, tell: (stoerung: Stoerung | undefined) => void) {
    this.mail = mail
    this.#times = times
    this.#tell = tell
  }

  /** @param lanes messages on their way at once @returns whether another one may go now */
  isFree(lanes: number, now = Date.now()): boolean {
    if (now < this.#paced || now < this.#rested) return false
    // After a fault, one connection finds out whether the server is there again.
    return this.#running < (this.#faults > 0 ? 1 : lanes)
  }

  begin(): void {
    this.#running++
    const { perMinute } = this.mail
    this.#paced = Math.max(this.#paced, Date.now() - this.#times.look) + 60_000 / perMinute
  }

  end(): void {
    this.#running--
  }

  /** @param fault why it takes nothing at all */
  rest(fault: string): void {
    this.#faults++
    const { rests } = this.#times
    this.#rested = Date.now() + (rests[Math.min(this.#faults, rests.length) - 1] ?? 0)
    this.#since ??= new Date()
    this.#tell({ seit: this.#since, grund: fault })
  }

  /** @param fault that it hung up in the middle of a message: it rests before it makes a whole month unclear */
  cut(fault: string): void {
    this.#cuts++
    if (this.#cuts >= CUTS) this.rest(fault)
  }

  /** It takes what is sent, or nobody waits for it any more. */
  recover(): void {
    this.#cuts = 0
    if (this.#faults === 0) return
    this.#faults = 0
    this.#since = undefined
    this.#tell(undefined)
  }
}
