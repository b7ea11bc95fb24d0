import type { Database, Statement } from "bun:sqlite"
import type { Pieces } from "../lib/pieces.ts"
import { Checkpoint } from "./checkpoint.ts"
import { GroupCommit } from "./group-commit.ts"
import { openReader } from "./open.ts"
import { Probe } from "./probe.ts"
import { Reader } from "./reader.ts"
import type { Build, Prepared } from "./statements.ts"

/**
 * The database of one running service: statements are compiled once and kept; all writing passes `write`.
 * Only `db/` ever holds one of these: everybody else has a `TenantDb`, or a `SystemDb` where that is allowed.
 */
export class Connection {
  readonly #sqlite: Database
  readonly #clock: () => Date
  readonly #own: Reader
  /** Reads while a long writer is interrupted, and sees nothing of what that one has not finished. */
  #aside: { sqlite: Database; reader: Reader } | undefined
  readonly #writing: GroupCommit
  readonly #checkpoint: Checkpoint
  readonly #probe: Probe
  /** How many changes this process made, by company; those that belong to none are under "". */
  readonly #changes = new Map<string, number>()
  /** Whose changes may not be committed yet. */
  readonly #changing = new Set<string>()

  /** @param mayWrite passes over companies whose writers have to wait still */
  constructor(sqlite: Database, clock: () => Date, mayWrite: (owner: string) => boolean = () => true) {
    this.#sqlite = sqlite
    // SQLite's own waiting would block the whole service: `write` waits instead.
    sqlite.run("PRAGMA busy_timeout = 0")
    this.#clock = clock
    this.#own = new Reader(sqlite)
    this.#writing = new GroupCommit(sqlite, this.#own, clock, () => this.#countAgain(), mayWrite)
    this.#checkpoint = new Checkpoint(sqlite)
    this.#probe = new Probe(sqlite.filename)
  }

  now(): string {
    return this.#clock().toISOString()
  }

  /** @returns the statement for this text, compiled at its first use; run it at once */
  statement(sql: string): Statement {
    return this.#reader().statement(sql)
  }

  /**
   * The same for a statement that changes something.
   *
   * @throws Error outside of `write`, which shares transactions and waits for the disk
   */
  changing(sql: string): Statement {
    this.#requireWrite()
    this.#count("")
    return this.#own.statements.written(sql)
  }

  /** @returns the statement that drizzle builds, kept under `key`; run it at once */
  prepared(key: string, build: Build): Prepared {
    return this.#reader().prepared(key, build)
  }

  /** The same for a statement that changes something of a company; @throws Error like `changing` */
  preparedChange(key: string, build: Build, owner: string): Prepared {
    this.#requireWrite()
    this.#count(owner)
    return this.#own.statements.built(key, build)
  }

  /**
   * Runs `work` in a transaction and resolves when its result is on the disk. Writers that arrive in the same
   * turn of the event loop share one transaction, so that they share the fsync; the failure of one undoes that one.
   *
   * @param work synchronous: an asynchronous one would be committed before it ends, and is refused. It changes nothing
   *   but the database: it is done again when another one that shares its transaction has failed. A long one is done
   *   in pieces: between them others read, as if it had not begun, and writers wait
   * @param owner the company for which it is done: when many wait, companies take turns
   * @throws what `work` throws, after undoing what it did, or what the commit throws; SQLITE_BUSY when another program
   *   has been writing for too long
   */
  write<T>(work: () => T | Pieces<T>, owner = ""): Promise<T> {
    return this.#writing.add(work, owner)
  }

  /**
   * @returns a text that differs whenever something of that company may have changed since, by this process or any
   *   other. It costs next to nothing, and may differ although nothing changed
   */
  changesOf(owner: string): string {
    // Always of the same connection: each has numbers of its own.
    if (!this.#writing.isInterrupted) this.#own.turn.join()
    const version = this.#own.statements.written("PRAGMA data_version")
    const [[others = 0] = []] = version.values() as number[][]
    return `${others}.${this.#changes.get("") ?? 0}.${this.#changes.get(owner) ?? 0}`
  }

  #count(owner: string): void {
    this.#changes.set(owner, (this.#changes.get(owner) ?? 0) + 1)
    this.#changing.add(owner)
  }

  /** Who read between the pieces of a writer has seen the state of before, under a number of after. */
  #countAgain(): void {
    for (const owner of this.#changing) this.#count(owner)
    this.#changing.clear()
  }

  #reader(): Reader {
    if (!this.#writing.isInterrupted) return this.#own
    if (!this.#aside) {
      const sqlite = openReader(this.#sqlite.filename)
      this.#aside = { sqlite, reader: new Reader(sqlite) }
    }
    return this.#aside.reader
  }

  /** See `ReadingTurn.end`. */
  endTurn(): void {
    this.#own.turn.end()
  }

  /** See `Probe.run`. */
  probe(sql: string): void {
    this.#probe.run(sql)
  }

  /** See `Checkpoint.soon`. */
  truncateWal(): void {
    this.#checkpoint.soon(this.#own.turn.end)
  }

  close(): void {
    this.#checkpoint.cancel()
    this.#writing.close()
    this.#aside?.reader.close()
    this.#aside?.sqlite.close()
    this.#own.close()
    this.#sqlite.close(true)
  }

  #requireWrite(): void {
    if (!this.#writing.isWorking || !this.#sqlite.inTransaction)
      throw new Error("only write() changes the database")
  }
}
