import type { Database, Statement } from "bun:sqlite"
import { type Build, type Prepared, Statements } from "./statements.ts"

/**
 * One connection's statements, and the transaction that all reads of one turn of the event loop share: they see the
 * same state, whoever else writes, and take SQLite's locks once instead of each (a fifth of what a small read costs).
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

  /** To be called before each read. Within a writing transaction it reads what that one has written. */
  join(): void {
    if (this.#isOpen || this.#sqlite.inTransaction) return
    this.statements.written("BEGIN").run()
    this.#isOpen = true
    setImmediate(this.end)
  }

  /** No transaction is left open while the service waits: it would stop checkpoints, and hide what others commit. */
  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A failed read of the disk may have ended it already.
    if (this.#sqlite.inTransaction) this.statements.written("COMMIT").run()
  }

  close(): void {
    this.end()
    this.statements.forgetAll()
  }
}
