import type { Database } from "bun:sqlite"

/** Wait before the next attempt, in ms. */
const AGAIN = 1000

/** Empties the write-ahead log (WAL), in which erased data can still be read. */
export class WalTruncation {
  readonly #sqlite: Database
  #timer: Timer | undefined

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
  }

  /**
   * Moves the log into the database and truncates it, once the current work is done. Readers of an older state, such
   * as a backup, prevent that: it is tried again until it succeeds.
   *
   * @param before ends this connection's own read
   */
  soon(before: () => void, delay = 0): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      before()
      if (!this.#isEmptied()) this.soon(before, AGAIN)
    }, delay)
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }

  #isEmptied(): boolean {
    try {
      return this.#sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").values()[0]?.[0] === 0
    } catch {
      // Locked, or a failing disk: the next request reports it.
      return false
    }
  }
}
