import type { Database } from "bun:sqlite"

/** Time before a retry, in ms. */
const AGAIN = 1000

/** Truncation of the write-ahead log (WAL), in which erased data could still be read. */
export class WalTruncation {
  readonly #sqlite: Database
  #timer: Timer | undefined

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
  }

  /**
   * Checkpoints and truncates the WAL in a later turn of the event loop. A reader of an older state, such as
   * a backup, prevents that: it is retried until it succeeds.
   *
   * @param before called first, to end this connection's own read
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
      // The database is locked, or the disk fails, which the next request reports.
      return false
    }
  }
}
