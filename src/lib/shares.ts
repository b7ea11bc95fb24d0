import type { Pieces } from "./pieces.ts"
import { unavailable } from "./refusal.ts"
import { workedMs } from "./threads.ts"

/** What a company may take of the machine at once, in ms. */
const BURST = 300
/**
 * What takes longer at a stretch, in ms, counts by its square: the longer it is, the more come meanwhile and wait, and
 * the longer each of them.
 */
const STRETCH = 10
/** But never for more than this, in ms, unless it took so long: whoever has done it once is not kept waiting for it. */
const DEAREST = 300
/** What a thread has worked is told in steps of so many ms at most: what takes less is measured by the clock. */
const STEP = 16
/**
 * What it gets back for each millisecond that passes: half of the machine for all who are at work, and never less than
 * a twentieth for one of them. The other half is for who comes now and then, which most companies do.
 */
const ALL = 0.5
const LEAST = 0.05
/** How often is counted who is at work, in ms. */
const COUNT = 1000
/** After so long without anybody else, in ms, nobody has to be given way to. */
const ALONE = 1000
/** Of one company so many requests wait for their turn. */
const WAITING = 500
/** A waiting company is looked at again after so long, in ms, at least and at most. */
const SOON = 1
const LATE = 50

type Account = { spent: number; at: number; waiting: (() => void)[]; timer: Timer | undefined }

/**
 * Keeps one company from slowing down another: whoever has used more than their share of the event loop's time lately
 * waits until others have had theirs. A company alone on the machine has all of it.
 */
export class Shares {
  readonly #accounts = new Map<string, Account>()
  readonly #clock: () => number
  readonly #used: () => number
  #latest = ""
  #latestAt = 0
  #aloneSince = 0
  #refill = ALL
  #countedAt = 0

  /**
   * @param clock milliseconds that never go back
   * @param used how many of them this thread has worked: who is slow because the disk or another program is, has not
   *   taken more of the machine; told in steps of STEP at most
   */
  constructor(clock = () => performance.now(), used = workedMs) {
    this.#clock = clock
    this.#used = used
  }

  /**
   * @param owner the company for which it is done
   * @param work what it takes until it returns counts against the company's share
   * @returns its result, at once unless the company has used up its share
   * @throws Refusal unavailable when too many requests of the company wait already
   */
  run<T>(owner: string, work: () => T | Promise<T>): T | Promise<T> {
    const now = this.#clock()
    const account = this.#account(owner, now)
    this.#latestAt = now
    this.#count(now)
    if (this.#isAlone(owner, now) || (account.waiting.length === 0 && this.#excess(account, now) <= 0))
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
    const since = this.#stopwatch()
    try {
      return work()
    } finally {
      this.#add(owner, weigh(since()))
    }
  }

  /** Counts what was done for a company elsewhere, where it held up nobody. @param ms that a thread has worked */
  charge(owner: string, ms: number): void {
    this.#add(owner, ms)
  }

  /** Whether a company's work that waits already has to wait on: it has used up its share, and others are there. */
  isUsedUp(owner: string): boolean {
    const now = this.#clock()
    const account = this.#accounts.get(owner)
    if (!account || this.#excess(account, now) <= 0) return false
    const isQuiet = now - this.#latestAt >= ALONE
    return !isQuiet && !this.#wasAlone(owner, now)
  }

  /**
   * The same for work in pieces. What others do between them counts, too: until it is done, nobody else writes.
   *
   * @throws what the work throws
   */
  *measurePieces<T>(owner: string, pieces: Pieces<T>): Pieces<T> {
    const since = this.#stopwatch()
    for (let counted = 0; ;) {
      const { done, value } = pieces.next()
      const cost = weigh(since())
      this.#add(owner, cost - counted)
      counted = cost
      if (done) return value
      yield
    }
  }

  /** @returns how long this thread has worked since, in ms */
  #stopwatch(): () => number {
    const [at, used] = [this.#clock(), this.#used()]
    return () => Math.min(this.#clock() - at, this.#used() - used + STEP)
  }

  #add(owner: string, ms: number): void {
    const now = this.#clock()
    const account = this.#account(owner, now)
    account.spent = Math.max(0, account.spent - (now - account.at) * this.#refill) + ms
    account.at = now
  }

  #account(owner: string, now: number): Account {
    const known = this.#accounts.get(owner)
    if (known) return known
    const account = { spent: 0, at: now, waiting: [], timer: undefined }
    this.#accounts.set(owner, account)
    return account
  }

  /** Whether nobody else has come for a while. */
  #wasAlone(owner: string, now: number): boolean {
    return owner === this.#latest && now - this.#aloneSince >= ALONE
  }

  #isAlone(owner: string, now: number): boolean {
    if (owner !== this.#latest) {
      this.#latest = owner
      this.#aloneSince = now
    }
    return this.#wasAlone(owner, now)
  }

  /** One at a time: what a writer costs is known when it was written. */
  #wake(owner: string, account: Account, now: number): void {
    if (account.timer !== undefined || account.waiting.length === 0) return
    const wait = Math.min(LATE, Math.max(SOON, this.#excess(account, now) / this.#refill))
    account.timer = setTimeout(() => {
      account.timer = undefined
      const then = this.#clock()
      if (this.#wasAlone(owner, then) || this.#excess(account, then) <= 0) account.waiting.shift()?.()
      this.#wake(owner, account, this.#clock())
    }, wait)
  }

  #count(now: number): void {
    if (now - this.#countedAt < COUNT) return
    let atWork = 0
    for (const { at } of this.#accounts.values()) if (at >= this.#countedAt) atWork++
    this.#countedAt = now
    this.#refill = Math.max(LEAST, ALL / Math.max(1, atWork))
  }

  /** @returns by how much a company has used more than its share, in ms */
  #excess({ spent, at }: Account, now: number): number {
    return spent - (now - at) * this.#refill - BURST
  }
}

const weigh = (ms: number): number =>
  ms > STRETCH ? Math.max(ms, Math.min(DEAREST, (ms * ms) / STRETCH)) : ms
