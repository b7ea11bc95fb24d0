/** Time in ms for which a good result is reused, as anybody may request the probe. */
const PAUSE = 1000
/** Time in ms after which a writer that has not come to its end is said to hang. */
const LONGEST = 6000

/** Health check: something can be written, and no writer hangs. */
export class WriteProbe {
  readonly #write: (work: () => void) => Promise<void>
  /** Probe under way: many callers share it. */
  #running: Promise<void> | undefined
  /** Time of the last good one, in ms since the process began. */
  #doneAt = Number.NEGATIVE_INFINITY

  /** @param write as of the connection: an empty transaction takes the lock and no fsync */
  constructor(write: (work: () => void) => Promise<void>) {
    this.#write = write
  }

  /** @throws Error when another program holds the lock, or a writer hangs; within six seconds */
  run(): Promise<void> {
    if (performance.now() - this.#doneAt < PAUSE) return Promise.resolve()
    this.#running ??= this.#try().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #try(): Promise<void> {
    const { promise: hanging, reject } = Promise.withResolvers<never>()
    const end = setTimeout(() => reject(new Error("a writer hangs")), LONGEST)
    try {
      await Promise.race([this.#write(() => {}), hanging])
      this.#doneAt = performance.now()
    } finally {
      clearTimeout(end)
    }
  }
}
