import { machine } from "../lib/fair-line.ts"

/** Shortest write that counts as long, in ms. */
const LONG = 8
/** Time between two checks of whether a rest is over, in ms. */
export const RESTING = 2

/**
 * Rests of companies after a long write. Where others are there, a company's next write begins after a rest of the same
 * length, in a transaction of its own: others then wait for one long write, and not for two.
 */
export class Rests {
  readonly #elapsed: () => number
  /** Companies whose last write was long: the end of their rest, and `machine.changes` at its beginning. */
  readonly #rests = new Map<string, { end: number; changes: number }>()
  #haveEnded = false

  /** @param elapsed milliseconds that never go back */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** @param ms length of a company's write @returns whether it was long */
  note(owner: string, ms: number): boolean {
    const isLong = ms >= LONG && !this.#haveEnded
    if (isLong) this.#rests.set(owner, { end: this.#elapsed() + ms, changes: machine.changes })
    else this.#rests.delete(owner)
    return isLong
  }

  /** @returns whether the company's last write was long */
  has(owner: string): boolean {
    return this.#rests.has(owner)
  }

  /** @returns whether a company may write again. One that is alone need not rest. */
  readonly isOver = (owner: string): boolean => {
    const rest = this.#rests.get(owner)
    return !rest || this.#haveEnded || rest.changes === machine.changes || this.#elapsed() >= rest.end
  }

  /** Ends all rests for good, as the service stops. */
  end(): void {
    this.#haveEnded = true
  }
}
