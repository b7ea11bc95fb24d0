import { type Changes, Database, type Statement } from "bun:sqlite"
import { statSync } from "node:fs"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { SystemDb } from "./system-db.ts"
import { TenantDb } from "./tenant-db.ts"

type Values = Record<string, unknown>
type Prepared = { get(values: Values): unknown; run(values: Values): Changes; forget(): void }
/** What drizzle builds. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
type Job = {
  work: () => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** In milliseconds since the start. */
  since: number
}

/** So many statements of drizzle's are kept, of some 40 KB each; the service itself has about sixty. */
const KEPT = 200

/** So many writers share one transaction, and with it one fsync; more wait for the next one. */
const BATCH = 64
/** After which a log that could not be emptied is tried again, in ms. */
const AGAIN = 1000

/** So long writers wait while another program writes (it takes in a company), trying again so often. In ms. */
const PATIENCE = 5000
const RETRY = 5

/**
 * The database of one running service: statements are compiled once and kept; all writing passes `write`.
 * Only `db/` ever holds one of these: everybody else has a `TenantDb`, or a `SystemDb` where that is allowed.
 */
export class Connection {
  readonly #sqlite: Database
  readonly #drizzle: BunSQLiteDatabase
  readonly #statements = new Map<string, Statement>()
  readonly #prepared = new Map<string, Prepared>()
  readonly #clock: () => Date
  /** Which file was opened: what lies under its name later may be another one. */
  readonly #inode: number
  /** When `probe` last read the file, in milliseconds since the start. */
  #readAt = Number.NEGATIVE_INFINITY
  /** Whether the reads of this turn have their transaction. */
  #looking = false
  #jobs: Job[] = []
  #emptying: Timer | undefined

  constructor(sqlite: Database, clock: () => Date) {
    this.#sqlite = sqlite
    // SQLite would wait with the whole service standing still: `write` waits by itself.
    sqlite.run("PRAGMA busy_timeout = 0")
    this.#drizzle = drizzle(sqlite)
    this.#clock = clock
    this.#inode = statSync(sqlite.filename).ino
  }

  tenant(id: string): TenantDb {
    return new TenantDb(this, id)
  }

  system(): SystemDb {
    return new SystemDb(this)
  }

  now(): string {
    return this.#clock().toISOString()
  }

  /** @returns the statement for this text, compiled at its first use; run it at once */
  statement(sql: string): Statement {
    this.#look()
    return this.#kept(sql)
  }

  #kept(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /**
   * The same for a statement that changes something.
   *
   * @throws Error outside of `write` and `writeNow`, where it would be on the disk too late, and alone
   */
  changing(sql: string): Statement {
    this.#requireWrite()
    return this.statement(sql)
  }

  /** `prepared` for a statement that changes something; @throws Error like `changing` */
  preparedChange(key: string, build: Parameters<Connection["prepared"]>[1]): Prepared {
    this.#requireWrite()
    return this.prepared(key, build)
  }

  /**
   * Drizzle writes the statement, SQLite runs it: building one costs forty times running it, and drizzle's own
   * mapping of the row (which is the record already) as much again as reading it.
   *
   * @param build makes the statement at the first use
   */
  prepared(key: string, build: (db: BunSQLiteDatabase) => Built): Prepared {
    this.#look()
    const known = this.#prepared.get(key)
    if (known) return known
    const { sql, params } = build(this.#drizzle).toSQL()
    const names = params.map(nameOf)
    const statement = this.#sqlite.prepare(sql)
    const bound = (values: Values) => names.map((name) => values[name]) as string[]
    const prepared: Prepared = {
      get: (values) => statement.get(...bound(values)) ?? undefined,
      run: (values) => statement.run(...bound(values)),
      forget: () => statement.finalize(),
    }
    if (this.#prepared.size >= KEPT) this.#forgetOldest()
    this.#prepared.set(key, prepared)
    return prepared
  }

  /** Each set of fields that somebody changes together is a statement: there are too many to keep them all. */
  #forgetOldest(): void {
    for (const [key, prepared] of this.#prepared) {
      this.#prepared.delete(key)
      prepared.forget()
      return
    }
  }

  /**
   * Runs `work` in a transaction and resolves when its result is on the disk. Writers that arrive in the same
   * turn of the event loop share one transaction, so that they share the fsync; the failure of one undoes that one.
   *
   * @param work synchronous: an asynchronous one would be committed before it ends, and is refused. It changes nothing
   *   but the database: it is done again when another one that shares its transaction has failed
   * @throws what `work` throws, after undoing what it did, or what the commit throws; SQLITE_BUSY when another program
   *   has been writing for too long
   */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({
        work,
        done: resolve as (result: unknown) => void,
        failed: reject,
        since: performance.now(),
      })
      if (this.#jobs.length === 1) setImmediate(() => this.#flush())
    })
  }

  /** The same at once and alone: for the command line and the start. */
  writeNow<T>(work: () => T): T {
    this.#lookAway()
    return this.#inTransaction(() => synchronous(work()))
  }

  /**
   * Asks the file itself, over a connection of its own: this one would answer from memory although the disk is
   * gone. (Never open the file in another way: closing it would end SQLite's locks on it.) Whether it lies there
   * is looked at every time; it is read at most once a second, since anybody may ask.
   *
   * @throws Error when the file is gone, was replaced or is damaged
   */
  probe(sql: string): void {
    const { filename } = this.#sqlite
    const { ino, size } = statSync(filename)
    if (ino !== this.#inode || size === 0) throw new Error("the database file was replaced or emptied")
    if (performance.now() - this.#readAt < 1000) return
    const fresh = new Database(filename, { readonly: true })
    try {
      fresh.query(sql).get()
    } finally {
      fresh.close()
    }
    this.#readAt = performance.now()
  }

  /**
   * Moves the log (-wal) into the file and empties it, soon: what was erased can still be read there. Whoever reads
   * an older state, such as a backup, holds that up; it is tried again until it is done.
   *
   * @param delay in ms
   */
  emptyLog(delay = 0): void {
    clearTimeout(this.#emptying)
    this.#emptying = setTimeout(() => {
      if (!this.#isLogEmptied()) this.emptyLog(AGAIN)
    }, delay)
  }

  #isLogEmptied(): boolean {
    this.#lookAway()
    try {
      return this.#sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").values()[0]?.[0] === 0
    } catch {
      // Locked, or a disk that fails: the next request tells of that.
      return false
    }
  }

  close(): void {
    clearTimeout(this.#emptying)
    // Now there is nobody else to hold up.
    if (this.#jobs.length > 0) this.#sqlite.run(`PRAGMA busy_timeout = ${PATIENCE}`)
    while (this.#jobs.length > 0) this.#flush()
    this.#lookAway()
    this.#statements.clear()
    this.#prepared.clear()
    this.#sqlite.close(true)
  }

  /**
   * All reads of one turn of the event loop share one transaction: they see the same state, whoever writes
   * beside, and take SQLite's locks once instead of each (a fifth of what a small read costs).
   */
  #look(): void {
    if (this.#looking || this.#sqlite.inTransaction) return
    this.#run("BEGIN")
    this.#looking = true
    setImmediate(this.#lookAway)
  }

  #requireWrite(): void {
    if (this.#looking || !this.#sqlite.inTransaction) throw new Error("only write() changes the database")
  }

  /** Nothing is held while the service waits: a checkpoint could not go on, and a commit elsewhere be missed. */
  readonly #lookAway = (): void => {
    if (!this.#looking) return
    this.#looking = false
    // A page that the disk could not read has ended it already.
    if (this.#sqlite.inTransaction) this.#run("COMMIT")
  }

  #flush(): void {
    const batch = this.#jobs.slice(0, BATCH)
    if (batch.length === 0) return
    this.#lookAway()
    let settle: (() => void)[]
    try {
      settle = this.#runAll(batch)
    } catch (error) {
      if (isBusy(error)) return this.#tryLater(error)
      settle = batch.map((job) => () => job.failed(error))
    }
    this.#jobs = this.#jobs.slice(batch.length)
    if (this.#jobs.length > 0) setImmediate(() => this.#flush())
    // Nobody is told of a result before the commit.
    for (const tell of settle) tell()
  }

  /** Whoever waited too long is told so. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    const late = (job: Job) => now - job.since >= PATIENCE
    for (const job of this.#jobs.filter(late)) job.failed(error)
    this.#jobs = this.#jobs.filter((job) => !late(job))
    if (this.#jobs.length > 0) setTimeout(() => this.#flush(), RETRY)
  }

  /** With the statements kept: `Database.transaction` makes four functions of each one it is given. */
  #inTransaction<T>(work: () => T): T {
    this.#run("BEGIN IMMEDIATE")
    try {
      const result = work()
      this.#run("COMMIT")
      return result
    } catch (error) {
      // A full disk may have ended it already.
      if (this.#sqlite.inTransaction) this.#run("ROLLBACK")
      throw error
    }
  }

  /**
   * As if each were alone. Savepoints cost a tenth of what they hold, so they are set when a job has failed: then all
   * are done again, and only its part is undone.
   *
   * @returns what is to be told after the commit; throws when the transaction as a whole is lost
   */
  #runAll(batch: Job[]): (() => void)[] {
    let inJob = false
    try {
      return this.#inTransaction(() =>
        batch.map(({ work, done }) => {
          inJob = true
          const result = synchronous(work())
          inJob = false
          return () => done(result)
        }),
      )
    } catch (error) {
      if (!inJob || batch.length === 1) throw error
      return this.#inTransaction(() => batch.map((job) => this.#runJob(job)))
    }
  }

  #runJob({ work, done, failed }: Job): () => void {
    this.#run("SAVEPOINT einer")
    try {
      const result = synchronous(work())
      this.#run("RELEASE einer")
      return () => done(result)
    } catch (error) {
      // A full disk ends the transaction, not just this savepoint: nothing is stored.
      if (!this.#sqlite.inTransaction) throw error
      this.#run("ROLLBACK TO einer")
      this.#run("RELEASE einer")
      return () => failed(error)
    }
  }

  #run(sql: string): void {
    this.#kept(sql).run()
  }
}

/** Of a parameter, by which it is given: TenantDb puts nothing else into a statement. */
function nameOf(param: unknown): string {
  const value = is(param, Param) ? param.value : param
  if (!is(value, Placeholder)) throw new Error("a statement is kept, so all of its values have names")
  return value.name
}

const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith("SQLITE_BUSY") === true

function synchronous<T>(result: T): T {
  if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
  return result
}
