import { FairLine, machine } from "./fair-line.ts"
import { hungUp, unavailable } from "./refusal.ts"

/** Work in one turn of the event loop, in ms; after it, new arrivals take their places in the line. */
const SLICE = 2
/** Most waiting requests of one company; those of strangers have the number of connections as their limit. */
const WAITING = 500

/**
 * The event loop's work, in fair order (fair-line.ts). With nobody waiting, work is done at once. Otherwise it is done
 * in slices, and between two slices the loop receives new requests.
 */
export class Turns {
  readonly #clock: typeof machine
  readonly #line: FairLine<() => void>
  /** End of the slice under way, by `performance.now`. */
  #end = 0
  #isOpen = false

  constructor(clock = machine) {
    this.#clock = clock
    this.#line = new FairLine(clock)
  }

  /** See `FairLine.first`. */
  first(): number {
    return this.#line.first()
  }

  /**
   * @param owner the company for which it is done; "" for what belongs to none
   * @param work until it returns, it counts for the company
   * @param signal of the caller: a request is dropped when its caller has hung up before its turn
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

  /** Does long work piece by piece, each piece in a turn of its own. @returns its result */
  async through<T>(owner: string, pieces: Iterator<unknown, T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const { done, value } = await this.soon(owner, () => pieces.next(), signal)
      if (done) return value
    }
  }

  /** The same as `run` in a later turn of the loop, so that companies that have had less go first. */
  async soon<T>(owner: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    await new Promise(setImmediate)
    return this.run(owner, work, signal)
  }

  /**
   * Breaks for asynchronous work that cannot be cut into pieces.
   *
   * @returns a function to be called after each piece: it counts the piece for the company, and resolves in its next
   *   turn
   */
  breaks(owner: string): () => Promise<void> {
    let since = performance.now()
    return async () => {
      this.#clock.charge(owner, performance.now() - since)
      await this.soon(owner, () => {})
      since = performance.now()
    }
  }

  #hasTime(): boolean {
    this.#open()
    return performance.now() < this.#end
  }

  /** Begins a slice; it is over when the loop has looked for new requests. */
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

/** The event loop of this process. */
export const loop = new Turns()
