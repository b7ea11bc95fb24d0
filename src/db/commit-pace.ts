/**
 * Time in ms for which a transaction accepts writers, while readers wait. After a commit that took longer, it is as
 * long as that commit was: a writer that comes too late has to wait for the whole commit and for the pause after it.
 */
const INTAKE = 10
/** Shortest commit that is followed by a pause of the same length, for readers, in ms. */
const SLOW = 5
/** Longest such pause, and longest intake, in ms. */
const LONGEST = 100

/** Pace of commits, by the time that the last one took. A disk may take from less than one to a hundred ms. */
export class CommitPace {
  readonly #elapsed: () => number
  /** Duration of the last commit, in ms, at most LONGEST. */
  #commitMs = 0
  /** End of the pause after it, by `#elapsed`. */
  #pauseEnd = 0

  /** @param elapsed milliseconds that never go back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** Time for which the next transaction accepts writers, in ms. */
  get intake(): number {
    return Math.max(INTAKE, this.#commitMs)
  }

  /** Time until the next transaction may begin, in ms; not above 0 when it may begin now. */
  get pause(): number {
    return this.#pauseEnd - this.#elapsed()
  }

  /** Notes a commit that has just ended. @param begun its beginning, by `elapsed` */
  note(begun: number): void {
    const now = this.#elapsed()
    this.#commitMs = Math.min(LONGEST, now - begun)
    this.#pauseEnd = this.#commitMs < SLOW ? now : now + this.#commitMs
  }
}
