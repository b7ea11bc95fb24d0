import type { Database, Statement } from "bun:sqlite"
import { type Build, type Prepared, Statements } from "./statements.ts"

/**
 * One connection's statements, and the transaction that all reads of one turn of the event loop share. They see the
 * same state, and take SQLite's locks once for all (a fifth of the cost of a small read).
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

  /** Begins the shared read; call it before each read. Inside a writing transaction it does nothing. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.statements.written("BEGIN").run()
    this.#isOpen = true
    setImmediate(this.end)
  }

  /** Ends the shared read before the service waits: left open, it would stop checkpoints and hide new commits. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A failed disk read may have ended it already.
    if (this.#sqlite.inTransaction) this.statements.written("COMMIT").run()
  }

  close(): void {
    this.end()
    this.statements.forgetAll()
  }
}
