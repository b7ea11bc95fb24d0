import { unavailable } from "./refusal.ts"

/** What a company may take of the machine at once, in ms, and what it gets back for each millisecond that passes. */
const BURST = 50
const REFILL = 0.25
/** After so long without anybody else, in ms, nobody has to be given way to. */
const ALONE = 1000
/** Of one company so many requests wait for their turn. */
const WAITING = 500
/** A waiting company is looked at again after so long, in ms, at least and at most. */
const SOON = 1
const LATE = 50

type Account = { spent: number; at: number; waiting: (() => void)[]; timer: Timer | undefined }

/**
 * Keeps one company from slowing down another: whoever has used more than a quarter of the event loop's time lately
 * waits until others have had theirs. A company alone on the machine has all of it.
 */
export class Shares {
  readonly #accounts = new Map<string, Account>()
  #latest = ""
  #aloneSince = 0

  /**
   * @param owner the company for which it is done
   * @param work what it takes until it returns counts against the company's share
   * @returns its result, at once unless the company has used up its share
   * @throws Refusal unavailable when too many requests of the company wait already
   */
  run<T>(owner: string, work: () => T | Promise<T>): T | Promise<T> {
    const now = performance.now()
    const account = this.#account(owner, now)
    if (this.#isAlone(owner, now) || (account.waiting.length === 0 && excess(account, now) <= 0))
      return this.measure(owner, work)
    if (account.waiting.length >= WAITING)
      throw unavailable("Zu viele Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.")
    return new Promise<T>((resolve, reject) => {
      account.waiting.push(() => {
        try {
          resolve(this.measure(owner, work))
        } catch (error) {
          reject(error as Error)
        }
      })
      this.#wake(owner, account, now)
    })
  }

  /** Counts work that was let in before and is done now: a writer's, in its transaction. */
  measure<T>(owner: string, work: () => T): T {
    const start = performance.now()
    try {
      return work()
    } finally {
      const end = performance.now()
      const account = this.#account(owner, start)
      account.spent = Math.max(0, account.spent - (end - account.at) * REFILL) + end - start
      account.at = end
    }
  }

  #account(owner: string, now: number): Account {
    const known = this.#accounts.get(owner)
    if (known) return known
    const account = { spent: 0, at: now, waiting: [], timer: undefined }
    this.#accounts.set(owner, account)
    return account
  }

  #isAlone(owner: string, now: number): boolean {
    if (owner !== this.#latest) {
      this.#latest = owner
      this.#aloneSince = now
    }
    return now - this.#aloneSince >= ALONE
  }

  /** One at a time: what a writer costs is known when it was written. */
  #wake(owner: string, account: Account, now: number): void {
    if (account.timer !== undefined || account.waiting.length === 0) return
    const wait = Math.min(LATE, Math.max(SOON, excess(account, now) / REFILL))
    account.timer = setTimeout(() => {
      account.timer = undefined
      const then = performance.now()
      const isAlone = owner === this.#latest && then - this.#aloneSince >= ALONE
      if (isAlone || excess(account, then) <= 0) account.waiting.shift()?.()
      this.#wake(owner, account, performance.now())
    }, wait)
  }
}

/** @returns by how much a company has used more than its share, in ms */
const excess = ({ spent, at }: Account, now: number): number => spent - (now - at) * REFILL - BURST
