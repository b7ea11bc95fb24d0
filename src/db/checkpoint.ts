import type { Database } from "bun:sqlite"

/** After which a log that could not be emptied is tried again, in ms. */
const AGAIN = 1000

/** Empties the log of writes (WAL): what was erased from the database can still be read there. */
export class Checkpoint {
  readonly #sqlite: Database
  #timer: Timer | undefined

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
  }

  /**
   * Moves the log into the database and cuts it to nothing, once the current work is done. Whoever reads an older
   * state, such as a backup, holds that up; it is tried again until it succeeds.
   *
   * @param before ends what this connection itself reads
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
      // Locked, or a disk that fails: the next request tells of that.
      return false
    }
  }
}
