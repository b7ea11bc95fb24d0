import type { Database, Statement } from "bun:sqlite"
import { type Build, type Prepared, Statements } from "./statements.ts"

/**
 * Transaction that the reads in one turn of the event loop share, and the statements of its connection. Unless
 * this connection writes in between, the reads see the same state. SQLite's locks, a fifth of the cost of a
 * small read, are taken only once.
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
    return this.statements.forSql(sql)
  }

  /** See `Connection.prepared`. */
  prepared(key: string, build: Build): Prepared {
    this.join()
    return this.statements.forKey(key, build)
  }

  /** Begins the shared read unless a transaction is open. Call it before each read. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.statements.forSql("BEGIN").run()
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
    if (this.#sqlite.inTransaction) this.statements.forSql("COMMIT").run()
  }

  close(): void {
    this.end()
    this.statements.forgetAll()
  }
}
