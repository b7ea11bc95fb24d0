import type { Database } from "bun:sqlite"
import { FairLine } from "../lib/fair-line.ts"
import type { ReadingTurn } from "./reading-turn.ts"
import type { Statements } from "./statements.ts"

type Job = {
  work: () => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** When it arrived, in ms since the process began. */
  since: number
}

/** At most so many writers share one transaction, and with it one fsync; the rest wait for the next. */
const BATCH = 64
/**
 * After so many ms a transaction takes in no more writers, because readers are waiting. On a slow disk the limit is
 * as long as the last commit took: whoever is left out waits for another commit of that length.
 */
const LONG = 10
/** A commit that takes longer than this, in ms, is followed by a pause of the same length, in which readers go first. */
const SLOW = 5

const LONGEST_PAUSE = 100

/** While another program writes (an import), how long writers wait, and how often they try again. In ms. */
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

  /** Stores all that waits, blocking: nobody is left to be held up. Gives up when another program has the lock. */
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
      // The transaction did not even begin: without this, its writers would wait for ever.
      const lost = batch.length > 0 ? batch : this.#line.remove(() => true)
      tell = lost.map((job) => () => job.failed(error))
    }
    if (this.#line.size > 0) this.#flushSoon()
    // Nobody is told of a result before the commit.
    for (const one of tell) one()
  }

  /** Refuses the writers that have waited too long. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    for (const job of this.#line.remove(({ since }) => now - since >= PATIENCE)) job.failed(error)
    if (this.#line.size === 0) return
    this.#isDue = true
    setTimeout(() => this.#flush(), RETRY)
  }

  /**
   * Runs each job as if it were alone. A savepoint costs a tenth of the job inside, so there are none at first: only
   * when a job fails, all run again, each in a savepoint, and the failed one is undone.
   *
   * @param batch collects the jobs of this transaction
   * @returns calls that tell each writer its result, to be made after the commit
   * @throws what made the whole transaction fail
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

  /** With statements that are kept: `Database.transaction` would make four functions for each call. */
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
