import { Refusal } from "./refusal.ts"
import type { Turns } from "./turns.ts"

/** What a company may take of the machine at once, in ms, and what it gets back for each millisecond that passes. */
const BURST = 50
const REFILL = 0.25
/** Alone for so long, in ms, nobody has to be given way to. */
const ALONE = 1000
/** Of one company so many requests wait for their turn. */
const WAITING = 500

type Account = { spent: number; at: number }

/**
 * Keeps one company from slowing down another: who has used more than a quarter of the machine lately is served in
 * turn (turns.ts), behind everybody who has not. Nothing is left unused: with nobody else there, all is as ever.
 */
export class Shares {
  readonly #turns: Turns
  readonly #accounts = new Map<string, Account>()
  #latest = ""
  #aloneSince = 0

  constructor(turns: Turns) {
    this.#turns = turns
  }

  /**
   * @param owner the company for which it is done
   * @param work synchronous; what it takes counts, not what it waits for
   * @returns its result, at once unless the company has used up its share
   * @throws Refusal unavailable when too many requests of the company wait already
   */
  run<T>(owner: string, work: () => T | Promise<T>): T | Promise<T> {
    const now = performance.now()
    if (this.#isAlone(owner, now) || this.#isWithin(owner, now)) return this.#measured(owner, work, now)
    if (this.#turns.waiting(owner) >= WAITING)
      throw new Refusal(
        "unavailable",
        "Zu viele Anfragen dieser Firma auf einmal. Bitte gleich noch einmal.",
        {
          retryAfter: 1,
        },
      )
    return this.#turns
      .run(owner, () => this.#measured(owner, work, performance.now()))
      .then((result) => result)
  }

  #isAlone(owner: string, now: number): boolean {
    if (owner !== this.#latest) {
      this.#latest = owner
      this.#aloneSince = now
    }
    return now - this.#aloneSince >= ALONE
  }

  #isWithin(owner: string, now: number): boolean {
    const account = this.#accounts.get(owner)
    return !account || account.spent - (now - account.at) * REFILL < BURST
  }

  #measured<T>(owner: string, work: () => T, start: number): T {
    try {
      return work()
    } finally {
      this.#spend(owner, start, performance.now())
    }
  }

  #spend(owner: string, start: number, end: number): void {
    const account = this.#accounts.get(owner)
    if (!account) {
      this.#accounts.set(owner, { spent: end - start, at: end })
      return
    }
    account.spent = Math.max(0, account.spent - (end - account.at) * REFILL) + end - start
    account.at = end
  }
}
