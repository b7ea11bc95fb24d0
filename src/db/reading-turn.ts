import type { Database } from "bun:sqlite"
import type { Statements } from "./statements.ts"

/**
 * The transaction that all reads of one turn of the event loop share: they see the same state, whoever writes
 * beside, and take SQLite's locks once instead of each (a fifth of what a small read costs).
 */
export class ReadingTurn {
  readonly #sqlite: Database
  readonly #statements: Statements
  #isOpen = false

  constructor(sqlite: Database, statements: Statements) {
    this.#sqlite = sqlite
    this.#statements = statements
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** To be called before each read. Within a writing transaction it reads what that one has written. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.#statements.written("BEGIN").run()
    this.#isOpen = true
    setImmediate(this.end)
  }

  /** Nothing is held while the service waits: a checkpoint could not go on, and a commit elsewhere be missed. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A page that the disk could not read has ended it already.
    if (this.#sqlite.inTransaction) this.#statements.written("COMMIT").run()
  }
}
