import type { Database } from "bun:sqlite"
import { FairLine } from "../lib/fair-line.ts"
import type { ReadingTurn } from "./reading-turn.ts"
import type { Statements } from "./statements.ts"

type Job = {
  work: () => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** When it came, in milliseconds since the start. */
  since: number
}

/** So many writers share one transaction, and with it one fsync; more wait for the next one. */
const BATCH = 64
/**
 * After so many milliseconds a transaction takes in no more of them: readers wait meanwhile. On a slow disk it is as
 * long as the last commit took, which all who wait would have to wait for again.
 */
const LONG = 10
/** After a commit that took so long, in ms, the next one begins after a pause of the same length: readers go first. */
const SLOW = 5

const LONGEST_PAUSE = 100

/** While another program writes (it takes in a company), writers wait for so long and try again so often. In ms. */
const PATIENCE = 5000
const RETRY = 5

/** Writers that arrive in the same turn of the event loop share a transaction; of many, companies take turns. */
export class GroupCommit {
  readonly #sqlite: Database
  readonly #statements: Statements
  readonly #reading: ReadingTurn
  readonly #line = new FairLine<Job>()
  readonly #clock: () => Date
  /** How long the last commit took, in ms. */
  #commitMs = 0
  #isDue = false

  constructor(sqlite: Database, statements: Statements, reading: ReadingTurn, clock: () => Date) {
    this.#sqlite = sqlite
    this.#clock = clock
    this.#statements = statements
    this.#reading = reading
  }

  /** See `Connection.write`. */
  add<T>(work: () => T, owner: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = resolve as (result: unknown) => void
      this.#line.push(owner, { work, done, failed: reject, since: performance.now() })
      this.#flushSoon()
    })
  }

  /** Stores all that waits, standing still: there is nobody left to hold up. Another program's lock ends that. */
  close(): void {
    if (this.#line.size === 0) return
    this.#sqlite.run(`PRAGMA busy_timeout = ${PATIENCE}`)
    const end = performance.now() + PATIENCE
    while (this.#line.size > 0 && performance.now() < end) this.#flush()
    for (const job of this.#line.remove(() => true)) job.failed(new Error("the database was closed"))
  }

  #flushSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (this.#commitMs < SLOW) setImmediate(() => this.#flush())
    else setTimeout(() => this.#flush(), this.#commitMs)
  }

  #flush(): void {
    this.#isDue = false
    if (this.#line.size === 0) return
    this.#reading.end()
    const batch: Job[] = []
    let tell: (() => void)[]
    try {
      tell = this.#commit(batch)
    } catch (error) {
      if (batch.length === 0 && isBusy(error)) return this.#tryLater(error)
      // It did not even begin: whoever waits would wait for ever.
      const lost = batch.length > 0 ? batch : this.#line.remove(() => true)
      tell = lost.map((job) => () => job.failed(error))
    }
    if (this.#line.size > 0) this.#flushSoon()
    // Nobody is told of a result before the commit.
    for (const one of tell) one()
  }

  /** Whoever has waited too long is told so. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    for (const job of this.#line.remove(({ since }) => now - since >= PATIENCE)) job.failed(error)
    if (this.#line.size === 0) return
    this.#isDue = true
    setTimeout(() => this.#flush(), RETRY)
  }

  /**
   * Does them as if each were alone. Savepoints cost a tenth of what they hold, so they are set when a job has failed:
   * then all are done again, and only its part is undone.
   *
   * @param batch takes those that are done in this transaction
   * @returns what is to be told after the commit; throws when the transaction as a whole is lost
   */
  #commit(batch: Job[]): (() => void)[] {
    let inJob = false
    try {
      return this.#inTransaction(() => {
        const tell: (() => void)[] = []
        for (const job of this.#next(batch)) {
          inJob = true
          const result = synchronous(job.work())
          inJob = false
          tell.push(() => job.done(result))
        }
        return tell
      })
    } catch (error) {
      if (!inJob || batch.length === 1) throw error
      return this.#inTransaction(() => {
        const tell = batch.map((job) => this.#runGuarded(job))
        for (const job of this.#next(batch)) tell.push(this.#runGuarded(job))
        return tell
      })
    }
  }

  *#next(batch: Job[]): Generator<Job> {
    const start = this.#now()
    const most = Math.max(LONG, this.#commitMs)
    const isLong = (): boolean => this.#now() - start >= most
    while (batch.length < BATCH && (batch.length === 0 || !isLong())) {
      const job = this.#line.shift()
      if (!job) return
      batch.push(job)
      yield job
    }
  }

  #runGuarded({ work, done, failed }: Job): () => void {
    this.#run("SAVEPOINT job")
    try {
      const result = synchronous(work())
      this.#run("RELEASE job")
      return () => done(result)
    } catch (error) {
      // A full disk ends the transaction, not just this savepoint: nothing is stored.
      if (!this.#sqlite.inTransaction) throw error
      this.#run("ROLLBACK TO job")
      this.#run("RELEASE job")
      return () => failed(error)
    }
  }

  /** With the statements kept: `Database.transaction` makes four functions of each one it is given. */
  #inTransaction<T>(work: () => T): T {
    this.#run("BEGIN IMMEDIATE")
    try {
      const result = work()
      const begun = this.#now()
      this.#run("COMMIT")
      this.#commitMs = Math.min(LONGEST_PAUSE, Math.max(0, this.#now() - begun))
      return result
    } catch (error) {
      // A full disk may have ended it already.
      if (this.#sqlite.inTransaction) this.#run("ROLLBACK")
      throw error
    }
  }

  #run(sql: string): void {
    this.#statements.written(sql).run()
  }

  #now(): number {
    return this.#clock().getTime()
  }
}

const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith("SQLITE_BUSY") === true

function synchronous<T>(result: T): T {
  if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
  return result
}
