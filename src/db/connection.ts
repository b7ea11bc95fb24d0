import type { Database, Statement } from "bun:sqlite"
import { GroupCommit } from "./group-commit.ts"
import { Probe } from "./probe.ts"
import { ReadTransaction } from "./read-transaction.ts"
import type { Build, Prepared } from "./statements.ts"
import { WalTruncation } from "./wal-truncation.ts"

/**
 * The database of one running service: statements are compiled once and kept; all writing passes `write`.
 * Only `db/` ever holds one of these: everybody else has a `TenantDb`, or a `SystemDb` where that is allowed.
 */
export class Connection {
  readonly #sqlite: Database
  readonly #clock: () => Date
  readonly #reads: ReadTransaction
  readonly #writing: GroupCommit
  readonly #truncation: WalTruncation
  readonly #probe: Probe
  /** Number of changes made by this process, by company; "" counts those that belong to none. */
  readonly #changes = new Map<string, number>()

  constructor(sqlite: Database, clock: () => Date, elapsed = () => performance.now()) {
    this.#sqlite = sqlite
    // SQLite's own waiting would block the whole service: `write` waits instead.
    sqlite.run("PRAGMA busy_timeout = 0")
    this.#clock = clock
    this.#reads = new ReadTransaction(sqlite)
    this.#writing = new GroupCommit(sqlite, this.#reads, elapsed)
    this.#truncation = new WalTruncation(sqlite)
    this.#probe = new Probe(sqlite.filename)
  }

  now(): string {
    return this.#clock().toISOString()
  }

  /** @returns the statement for this text, compiled at its first use; run it in the same turn of the event loop */
  statement(sql: string): Statement {
    return this.#reads.statement(sql)
  }

  /**
   * The same for a statement that changes something.
   *
   * @throws Error outside of `write`, which shares transactions and waits for the disk
   */
  changing(sql: string): Statement {
    this.#requireWrite()
    this.#count("")
    return this.#reads.statements.written(sql)
  }

  /** @returns the statement that drizzle builds, kept under `key`; run it in the same turn of the event loop */
  prepared(key: string, build: Build): Prepared {
    return this.#reads.prepared(key, build)
  }

  /** The same for a statement that changes something of a company; @throws Error like `changing` */
  preparedChange(key: string, build: Build, owner: string): Prepared {
    this.#requireWrite()
    this.#count(owner)
    return this.#reads.statements.built(key, build)
  }

  /**
   * Runs `work` in a transaction and resolves when its result is on the disk. Writers that arrive in the same
   * turn of the event loop share one transaction, and with it the fsync; a failing one is undone alone.
   *
   * @param work synchronous, as an asynchronous one would be committed before it ends; it runs once
   * @param owner the company for which it is done, in fair order (lib/fair-line.ts)
   * @throws what `work` throws, after undoing what it did, or what the commit throws; SQLITE_BUSY when another program
   *   has been writing for too long
   */
  write<T>(work: () => T, owner = ""): Promise<T> {
    return this.#writing.add(work, owner)
  }

  /**
   * The same for work over another connection, which begins and ends its own transaction: until it is done, nobody
   * writes over this one.
   */
  writeElsewhere<T>(work: () => Promise<T>, owner: string): Promise<T> {
    return this.#writing.addElsewhere(work, owner)
  }

  /**
   * @returns a text that differs whenever something of that company may have changed since, by this process or any
   *   other. It is cheap, and may differ although nothing changed
   */
  changesOf(owner: string): string {
    this.#reads.join()
    const version = this.#reads.statements.written("PRAGMA data_version")
    const [[others = 0] = []] = version.values() as number[][]
    return `${others}.${this.#changes.get("") ?? 0}.${this.#changes.get(owner) ?? 0}`
  }

  #count(owner: string): void {
    this.#changes.set(owner, (this.#changes.get(owner) ?? 0) + 1)
  }

  /** See `ReadTransaction.end`. */
  endTurn(): void {
    this.#reads.end()
  }

  /** See `Probe.run`. */
  probe(sql: string): void {
    this.#probe.run(sql)
  }

  /** See `WalTruncation.soon`. */
  truncateWal(): void {
    this.#truncation.soon(this.#reads.end)
  }

  close(): void {
    this.#truncation.cancel()
    this.#writing.close()
    this.#reads.close()
    this.#sqlite.close(true)
  }

  #requireWrite(): void {
    if (!this.#writing.isWorking || !this.#sqlite.inTransaction)
      throw new Error("only write() changes the database")
  }
}
