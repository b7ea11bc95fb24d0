import type { Database } from "bun:sqlite"
import { faultOf } from "../lib/disk-fault.ts"
import type { Statements } from "./statements.ts"

/** Longest wait for the write lock while another program, such as a command, holds it, in ms. */
export const PATIENCE = 5000
/**
 * Time between two tries, in ms. SQLite's own wait, up to 100 ms at a time, would miss the short moments between the
 * transactions of a busy service.
 */
export const RETRY = 5

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
   * @param patience time to wait for the write lock, in ms; this thread does nothing else meanwhile
   * @throws errors of `work` and of the commit, after a rollback; SQLITE_BUSY when another program held the lock for
   *   longer: then `work` has not run
   */
  run<T>(work: () => T, patience = PATIENCE): T {
    this.#endReads()
    this.#begin(performance.now() + patience)
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

  #begin(end: number): void {
    for (;;)
      try {
        return this.#statements.run("BEGIN IMMEDIATE")
      } catch (error) {
        if (faultOf(error) !== "locked" || performance.now() >= end) throw error
        Bun.sleepSync(RETRY)
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
