import { FairLine, machine } from "./fair-line.ts"
import { hungUp, unavailable } from "./refusal.ts"

/** Work of one turn of the event loop, in ms: then what has arrived meanwhile takes its place in the line. */
const SLICE = 2
/** Requests of one company that may wait; those of strangers are bounded by their connections. */
const WAITING = 500

/**
 * The event loop's work, in fair order (fair-line.ts). Work that finds nobody waiting is done at once; the rest in
 * slices, between which the loop receives what has arrived.
 */
export class Turns {
  readonly #clock: typeof machine
  readonly #line: FairLine<() => void>
  /** End of the slice under way, on the clock of `performance.now`. */
  #end = 0
  #isOpen = false

  constructor(clock = machine) {
    this.#clock = clock
    this.#line = new FairLine(clock)
  }

  /**
   * @param owner the company for which it is done; "" for what belongs to none
   * @param work until it returns, it counts for the company
   * @param signal of the caller: who has hung up before the turn came is not served
   * @returns the work's result, at once where nobody waits
   * @throws Refusal unavailable when too many requests of the company wait; gone
   */
  run<T>(owner: string, work: () => T | Promise<T>, signal?: AbortSignal): T | Promise<T> {
    if (this.#line.size === 0 && this.#hasTime()) {
      this.#clock.serve(this.#clock.startOf(owner))
      return this.#clock.measure(owner, work)
    }
    if (owner !== "" && this.#line.waiting(owner) >= WAITING)
      throw unavailable("Zu viele Anfragen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.")
    return new Promise<T>((resolve, reject) => {
      this.#line.push(owner, () => {
        if (signal?.aborted) return reject(hungUp())
        try {
          resolve(this.#clock.measure(owner, work))
        } catch (error) {
          reject(error as Error)
        }
      })
      this.#open()
    })
  }

  /** Does a long work piece by piece, each in a turn of its own. @returns its result */
  async through<T>(owner: string, pieces: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const { done, value } = await this.soon(owner, () => pieces.next(), signal)
      if (done) return value
    }
  }

  /** The same as `run`, but never at once: others come first who have had less. */
  async soon<T>(owner: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    await new Promise(setImmediate)
    return this.run(owner, work, signal)
  }

  #hasTime(): boolean {
    this.#open()
    return performance.now() < this.#end
  }

  /** A slice lasts until the loop has looked for what has arrived. */
  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#end = performance.now() + SLICE
    setImmediate(() => {
      this.#isOpen = false
      if (this.#line.size > 0) this.#work()
    })
  }

  #work(): void {
    this.#open()
    do this.#line.shift()?.()
    while (this.#line.size > 0 && performance.now() < this.#end)
  }
}
