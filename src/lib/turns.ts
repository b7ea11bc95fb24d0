import { FairLine, sharedClock } from "./fair-line.ts"
import { hungUp, unavailable } from "./refusal.ts"

/** Time for work in one turn of the event loop, in ms. Then the loop accepts new requests. */
const SLICE = 2
/** Most waiting requests per company. Those without a company are limited by the number of connections. */
const WAITING = 500

/** Caller of the work, such as a Request. */
export type Caller = { readonly signal: AbortSignal }

/**
 * Scheduler of the event loop's work, in fair order (fair-line.ts). Work runs at once if none waits and the
 * current slice has time left. Otherwise it waits for a later slice; between slices the loop accepts new
 * requests.
 */
export class Turns {
  readonly #clock: typeof sharedClock
  readonly #line: FairLine<() => void>
  /** End of the current slice, in the clock's `elapsed` time. */
  #end = 0
  #isOpen = false

  constructor(clock = sharedClock) {
    this.#clock = clock
    this.#line = new FairLine(clock, WAITING)
  }

  /** See `FairLine.earliestStart`. */
  earliestStart(): number {
    return this.#line.earliestStart()
  }

  /**
   * Runs work at once or in its turn.
   *
   * @param owner company to charge, or NO_COMPANY
   * @param work charged until it returns; what goes on in a promise that it returns is not charged
   * @param caller work that still waits when the caller hangs up is dropped. Its signal is read only if the
   *   work has to wait, as Bun makes one at the first reading
   * @returns the result; a promise if the work had to wait
   * @throws Refusal `unavailable` when too many requests of the company wait, `gone` when the caller hung up
   */
  run<T>(owner: string, work: () => T | Promise<T>, caller?: Caller): T | Promise<T> {
    if (this.#line.isFull(owner))
      throw unavailable("Zu viele Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.")
    return this.#turn(owner, work, caller)
  }

  #turn<T>(owner: string, work: () => T | Promise<T>, caller?: Caller): T | Promise<T> {
    this.#open()
    if (this.#line.size === 0 && this.#hasTime) {
      this.#clock.serve(this.#clock.startOf(owner))
      return this.#clock.measure(owner, work)
    }
    const signal = caller?.signal
    return new Promise<T>((resolve, reject) => {
      this.#line.push(owner, () => {
        if (signal?.aborted) return reject(hungUp())
        try {
          resolve(this.#clock.measure(owner, work))
        } catch (error) {
          reject(error as Error)
        }
      })
    })
  }

  /** Runs long work one piece per turn. @returns its result */
  async through<T>(owner: string, pieces: Iterator<unknown, T>, caller?: Caller): Promise<T> {
    for (;;) {
      const { done, value } = await this.soon(owner, () => pieces.next(), caller)
      if (done) return value
    }
  }

  /**
   * Like `run`, but in a later turn of the loop, so that companies that have used less time go first. It is for work
   * that has begun, and so is never refused: a file half sent would be cut off.
   */
  async soon<T>(owner: string, work: () => T | Promise<T>, caller?: Caller): Promise<T> {
    await new Promise(setImmediate)
    if (caller?.signal.aborted) throw hungUp()
    return this.#turn(owner, work, caller)
  }

  /**
   * Makes pauses for long asynchronous work, which cannot be an iterator for `through`.
   *
   * @returns a function to call between two pieces: it charges the piece to the company and resolves in its
   *   next turn. It throws Refusal `gone` when the caller has hung up
   */
  breaks(owner: string, caller?: Caller): () => Promise<void> {
    let since = this.#clock.elapsed()
    return async () => {
      this.#clock.charge(owner, this.#clock.elapsed() - since)
      await this.soon(owner, () => {}, caller)
      since = this.#clock.elapsed()
    }
  }

  get #hasTime(): boolean {
    return this.#clock.elapsed() < this.#end
  }

  /** Begins a slice unless one is open. The next can begin only after the loop has accepted new requests. */
  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#end = this.#clock.elapsed() + SLICE
    setImmediate(() => {
      this.#isOpen = false
      if (this.#line.size > 0) this.#work()
    })
  }

  #work(): void {
    this.#open()
    do this.#line.shift()?.()
    while (this.#line.size > 0 && this.#hasTime)
  }
}

/**
 * Calls `next` with a value: at once, or when it resolves if it is a promise. A read that need not wait
 * creates no promise this way.
 */
export function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Scheduler of this thread's event loop. */
export const loop = new Turns()
