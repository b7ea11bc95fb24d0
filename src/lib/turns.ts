import { FairLine } from "./fair-line.ts"

/** In one turn of the event loop so much is done of what waits; then requests that came meanwhile go first. In ms. */
const SLICE = 2
/** When requests have taken longer than this in between, others are at work, and the next slice keeps away for a while. */
const BUSY = 0.5
const PAUSE = 10

/**
 * Work that would hold up others, were it done as soon as it is asked for: a little of it in each turn of the event
 * loop, and one piece of each company after another.
 */
export class Turns {
  readonly #line = new FairLine<() => void>()
  #isDue = false

  /** @returns how many pieces of this owner wait */
  waiting(owner: string): number {
    return this.#line.waiting(owner)
  }

  /**
   * @param owner the company for which it is done
   * @param work a piece of a few milliseconds, synchronous
   */
  run<T>(owner: string, work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#line.push(owner, () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error as Error)
        }
      })
      this.#goOn()
    })
  }

  /** Does a long work piece by piece, and ends with its result. @param pieces each of a few milliseconds */
  async through<T>(owner: string, pieces: Generator<unknown, T>): Promise<T> {
    for (;;) {
      const { done, value } = await this.run(owner, () => pieces.next())
      if (done) return value
    }
  }

  #goOn(): void {
    if (this.#isDue || this.#line.size === 0) return
    this.#isDue = true
    const left = performance.now()
    setImmediate(() => {
      if (performance.now() - left > BUSY) setTimeout(() => this.#slice(), PAUSE)
      else this.#slice()
    })
  }

  #slice(): void {
    this.#isDue = false
    const end = performance.now() + SLICE
    do this.#line.shift()?.()
    while (this.#line.size > 0 && performance.now() < end)
    this.#goOn()
  }
}
