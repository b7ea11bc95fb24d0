import type { Database } from "bun:sqlite"
import type { Statements } from "./statements.ts"

/**
 * The transaction that all reads of one turn of the event loop share: they see the same state, whoever else
 * writes, and take SQLite's locks once instead of each (a fifth of what a small read costs).
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

  /** No transaction is left open while the service waits: it would stop checkpoints, and hide what others commit. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A failed read of the disk may have ended it already.
    if (this.#sqlite.inTransaction) this.#statements.written("COMMIT").run()
  }
}
