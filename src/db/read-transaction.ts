import type { Database } from "bun:sqlite"
import type { Statements } from "./statements.ts"

/**
 * Transaction that the reads in one turn of the event loop share. Unless this connection writes in between, they see the
 * same state. SQLite's locks, a fifth of the cost of a small read, are taken only once.
 */
export class ReadTransaction {
  readonly #statements: Statements
  readonly #sqlite: Database
  #isOpen = false

  constructor(sqlite: Database, statements: Statements) {
    this.#sqlite = sqlite
    this.#statements = statements
  }

  /** Begins the shared read unless a transaction is open. Call it before each read. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.#statements.run("BEGIN")
    this.#isOpen = true
    setImmediate(this.end)
  }

  /**
   * Ends the shared read: at the end of the turn, or before a write. Left open, it would block checkpoints and
   * hide new commits.
   */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // After a failed disk read SQLite may have rolled back already.
    if (this.#sqlite.inTransaction) this.#statements.run("COMMIT")
  }
}
