import type { Database, Statement } from "bun:sqlite"
import { NO_COMPANY } from "../lib/fair-line.ts"
import { GroupCommit, type WorkElsewhere } from "./group-commit.ts"
import { Probe, WriteProbe } from "./probe.ts"
import { type Build, type Prepared, Statements } from "./statements.ts"
import { WalTruncation } from "./wal-truncation.ts"
import { WriteTransaction } from "./write-transaction.ts"

/**
 * Connection to the database. Its statements are cached (statements.ts); the reads of one turn of the event
 * loop share a transaction. A write has a transaction of its own, except over the service's one connection on which
 * writers wait: there they share it (group-commit.ts). Only `db/` holds a `Connection`. All other code gets a `TenantDb`,
 * or a `SystemDb` where that is allowed.
 */
export class Connection {
  readonly #sqlite: Database
  readonly #clock: () => Date
  readonly #statements: Statements
  readonly #reads: ReadTransaction
  readonly #transaction: WriteTransaction
  /** The line in which writers wait; undefined where each writes at once. */
  readonly #group: GroupCommit | undefined
  readonly #truncation: WalTruncation
  readonly #probe: Probe
  readonly #writeProbe = new WriteProbe((work) => this.write(work))
  /** Number of changes over this connection that count for every company. */
  #changesForAll = 0
  /** Number of the others, by company. */
  readonly #changes = new Map<string, number>()

  /**
   * @param isGrouped whether many write over it at once, and wait without blocking the event loop
   * @param elapsed milliseconds that never go back
   */
  constructor(sqlite: Database, clock: () => Date, isGrouped = false, elapsed = () => performance.now()) {
    this.#sqlite = sqlite
    // Who writes tries again itself (write-transaction.ts).
    sqlite.run("PRAGMA busy_timeout = 0")
    this.#clock = clock
    this.#statements = new Statements(sqlite)
    this.#reads = new ReadTransaction(sqlite, this.#statements)
    this.#transaction = new WriteTransaction(sqlite, this.#statements, this.#reads.end)
    if (isGrouped) this.#group = new GroupCommit(this.#transaction, elapsed)
    this.#truncation = new WalTruncation(sqlite)
    this.#probe = new Probe(sqlite.filename)
  }

  now(): string {
    return this.#clock().toISOString()
  }

  /** @returns the statement for this text, compiled at its first use; run it in the same turn of the event loop */
  statement(sql: string): Statement {
    this.#reads.join()
    return this.#statements.forSql(sql)
  }

  /**
   * Like `statement`, for a statement that writes. Counts as a change for every company (`changesOf`).
   *
   * @throws Error outside of `write`
   */
  changing(sql: string): Statement {
    this.#requireWrite()
    this.#changesForAll++
    return this.#statements.forSql(sql)
  }

  /** @returns the statement that drizzle builds, kept under `key`; run it in the same turn of the event loop */
  prepared(key: string, build: Build): Prepared {
    this.#reads.join()
    return this.#statements.forKey(key, build)
  }

  /** Like `prepared`, for a statement that changes data of one company. @throws Error outside of `write` */
  preparedChange(key: string, build: Build, owner: string): Prepared {
    this.#requireWrite()
    this.#changes.set(owner, (this.#changes.get(owner) ?? 0) + 1)
    return this.#statements.forKey(key, build)
  }

  /**
   * Runs `work` in a transaction and resolves when its result is on the disk. One that fails is rolled back alone,
   * also where waiting writers share the transaction (group-commit.ts).
   *
   * @param work synchronous: a promise would still be pending at the commit. It never runs twice; if no
   *   transaction could begin, it does not run
   * @param owner company to charge (lib/fair-line.ts), or NO_COMPANY
   * @throws errors of `work`, after its rollback; those of the commit; SQLITE_BUSY when
   *   another program holds the write lock for too long; Refusal `unavailable` when too many writers of the
   *   company wait
   */
  write<T>(work: () => T, owner = NO_COMPANY): Promise<T> {
    return this.#group ? this.#group.add(work, owner) : Promise.try(() => this.#transaction.run(work))
  }

  /**
   * Like `write`, for work over another connection, which runs its own transaction. Until it is done, nobody
   * writes over this connection.
   */
  writeElsewhere<T>(work: WorkElsewhere<T>, owner: string): Promise<T> {
    if (!this.#group) throw new Error("only the service's own connection has a line of writers")
    return this.#group.addElsewhere(work, owner)
  }

  /**
   * @returns a cheap change marker: two equal ones mean that no data of this company changed in between, by
   *   this process or another. They may differ although nothing changed. Compare only those of the same
   *   connection
   */
  changesOf(owner: string): string {
    this.#reads.join()
    const version = this.#statements.forSql("PRAGMA data_version")
    const [[others = 0] = []] = version.values() as number[][]
    return `${others}.${this.#changesForAll}.${this.#changes.get(owner) ?? 0}`
  }

  /** See `ReadTransaction.end`. */
  endTurn(): void {
    this.#reads.end()
  }

  /**
   * Runs `work`, which takes many rows out of a full-text index. Their words are only marked as deleted there:
   * removing each at once, as is done otherwise, takes far too long. `purgeStep` removes them.
   */
  markingDeleted<T>(index: string, work: () => T): T {
    this.#setIndex(index, "secure-delete", 0)
    try {
      return work()
    } finally {
      // After a failed write SQLite may have rolled back already, this setting as well.
      if (this.#sqlite.inTransaction) this.#setIndex(index, "secure-delete", 1)
    }
  }

  /**
   * Removes from a full-text index a part of what is only marked as deleted.
   *
   * @param isFirst whether it begins anew, with all that is marked by then
   * @returns whether something may be left
   */
  purgeStep(index: string, isFirst: boolean): boolean {
    const before = this.#totalChanges()
    this.#setIndex(index, "merge", isFirst ? -PURGED_PAGES : PURGED_PAGES)
    // The statement itself counts as one.
    return this.#totalChanges() - before > 1
  }

  #setIndex(index: string, option: "secure-delete" | "merge", value: number): void {
    this.#requireWrite()
    this.#statements.forSql(`INSERT INTO ${index} (${index}, rank) VALUES (?, ?)`).run(option, value)
  }

  #totalChanges(): number {
    const [[changes = 0] = []] = this.#statements.forSql("SELECT total_changes()").values() as number[][]
    return changes
  }

  /** See `Probe.run`. */
  probe(sql: string): void {
    this.#probe.run(sql)
  }

  /** See `WriteProbe.run`. */
  probeWriting(): Promise<void> {
    return this.#writeProbe.run()
  }

  /** See `WalTruncation.soon`. */
  truncateWal(): void {
    this.#truncation.soon(this.#reads.end)
  }

  close(): void {
    this.#truncation.cancel()
    this.#group?.close()
    this.#reads.end()
    this.#statements.forgetAll()
    this.#sqlite.close(true)
  }

  #requireWrite(): void {
    if (!this.#transaction.isWorking) throw new Error("only write() changes the database")
  }
}

/** Pages of a full-text index that one step of its purge writes: some milliseconds. */
const PURGED_PAGES = 8

/**
 * Transaction that the reads in one turn of the event loop share. Unless this connection writes in between, they see the
 * same state. SQLite's locks, a fifth of the cost of a small read, are taken only once.
 */
class ReadTransaction {
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
