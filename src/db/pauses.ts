import { sharedClock } from "../lib/fair-line.ts"

/**
 * In ms: how long a transaction accepts writers, and from how long on a write counts as long. After a slow commit, the
 * next transaction accepts writers for as long as that commit took: a writer that misses it has to wait for another
 * slow commit and the pause after it.
 */
export const INTAKE = 10
/** Shortest commit that is followed by a pause of the same length, for readers, in ms. */
const SLOW = 5
/** A longer commit counts as one of this length, for the pause and the intake after it; in ms. */
const LONGEST_COMMIT = 100
/** Length of a rest, as a multiple of the write: beside others, one company's long writes take a ninth of the time. */
const REST_FACTOR = 8

/** Pace of commits, by the time that the last one took. A disk may take from less than one to a hundred ms. */
export class CommitPace {
  readonly #elapsed: () => number
  /** Duration of the last commit, in ms, at most LONGEST_COMMIT. */
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
    this.#commitMs = Math.min(LONGEST_COMMIT, now - begun)
    this.#pauseEnd = this.#commitMs < SLOW ? now : now + this.#commitMs
  }
}

/**
 * Rests of companies after a long write. While others are active, the company's next write waits for
 * REST_FACTOR times the length of the long one (lib/fair-line.ts). In any case it is the first of its
 * transaction: it may be long again, and writers before it would wait for it.
 */
export class Rests {
  readonly #elapsed: () => number
  /**
   * Companies whose last write was long. They rest until `end`, by `elapsed`, except while no other company has worked
   * since: then `sharedClock.changes` is still `changes`. An entry stays until the company's next short write.
   */
  readonly #rests = new Map<string, { end: number; changes: number }>()

  /** @param elapsed milliseconds that never go back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /**
   * Begins a rest after a long write, ends it after a short one.
   *
   * @param ms length of the write
   * @param isLong whether it counts as long; one of a job does in any case
   * @returns whether a rest began
   */
  note(owner: string, ms: number, isLong = ms >= INTAKE): boolean {
    if (isLong)
      this.#rests.set(owner, { end: this.#elapsed() + REST_FACTOR * ms, changes: sharedClock.changes })
    else this.#rests.delete(owner)
    return isLong
  }

  /** @returns whether the company's last write was long */
  wroteLong(owner: string): boolean {
    return this.#rests.has(owner)
  }

  /** @returns whether a company may write again. It need not rest while no other company is active. */
  readonly mayWrite = (owner: string): boolean => {
    const rest = this.#rests.get(owner)
    return !rest || rest.changes === sharedClock.changes || this.#elapsed() >= rest.end
  }
}
