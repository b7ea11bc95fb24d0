import type { Database, Statement } from "bun:sqlite"
import { type Build, type Prepared, Statements } from "./statements.ts"

/**
 * Transaction that all reads in one turn of the event loop share, and the statements of its connection. The
 * reads see the same state, and SQLite's locks, a fifth of the cost of a small read, are taken only once.
 */
export class ReadTransaction {
  readonly statements: Statements
  readonly #sqlite: Database
  #isOpen = false

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
    this.statements = new Statements(sqlite)
  }

  /** See `Connection.statement`. */
  statement(sql: string): Statement {
    this.join()
    return this.statements.written(sql)
  }

  /** See `Connection.prepared`. */
  prepared(key: string, build: Build): Prepared {
    this.join()
    return this.statements.built(key, build)
  }

  /** Begins the shared read unless a transaction is open. Call it before each read. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.statements.written("BEGIN").run()
    this.#isOpen = true
    setImmediate(this.end)
  }

  /** Ends the shared read when the turn ends. Left open, it would block checkpoints and hide new commits. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // After a failed disk read SQLite may have rolled back already.
    if (this.#sqlite.inTransaction) this.statements.written("COMMIT").run()
  }

  close(): void {
    this.end()
    this.statements.forgetAll()
  }
}
