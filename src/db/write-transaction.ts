import type { Database } from "bun:sqlite"
import type { Statements } from "./statements.ts"

/** Transaction in which a connection writes: for one writer, or for a group of them (group-commit.ts). */
export class WriteTransaction {
  readonly #sqlite: Database
  readonly #statements: Statements
  readonly #endReads: () => void
  #isWorking = false

  /** @param endReads ends the transaction that reads share, before one that writes */
  constructor(sqlite: Database, statements: Statements, endReads: () => void) {
    this.#sqlite = sqlite
    this.#statements = statements
    this.#endReads = endReads
  }

  /** True while the connection may write: from BEGIN to COMMIT. */
  get isWorking(): boolean {
    return this.#isWorking && this.#sqlite.inTransaction
  }

  /**
   * Runs `work` from BEGIN to COMMIT. Its changes are on the disk when this returns.
   *
   * @throws errors of `work` and of the commit, after a rollback; SQLITE_BUSY when another program holds the write lock
   *   for longer than SQLite's busy timeout: then `work` has not run
   */
  run<T>(work: () => T): T {
    this.#endReads()
    this.#statements.run("BEGIN IMMEDIATE")
    this.#isWorking = true
    try {
      const result = synchronous(work)
      this.#statements.run("COMMIT")
      return result
    } catch (error) {
      // SQLite may have rolled back already, on a full disk.
      if (this.#sqlite.inTransaction) this.#statements.run("ROLLBACK")
      throw error
    } finally {
      this.#isWorking = false
    }
  }

  /** Runs `work` in a savepoint. @throws its errors, after a rollback of it alone, or of all if `isWorking` is false then */
  part<T>(work: () => T): T {
    this.#statements.run("SAVEPOINT part")
    try {
      const result = synchronous(work)
      this.#statements.run("RELEASE part")
      return result
    } catch (error) {
      if (this.#sqlite.inTransaction) {
        this.#statements.run("ROLLBACK TO part")
        this.#statements.run("RELEASE part")
      }
      throw error
    }
  }
}

/** @throws TypeError for asynchronous work: it would go on after the commit */
function synchronous<T>(work: () => T): T {
  const result = work()
  if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
  return result
}
