import type { Database } from "bun:sqlite"
import { FairLine, machine } from "../lib/fair-line.ts"
import type { ReadTransaction } from "./read-transaction.ts"

type Job = {
  owner: string
  work: () => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** Time of arrival, in ms since the process began. */
  since: number
}

/** Most writers in one transaction, and with it one fsync; the rest wait for the next. */
const BATCH = 64
/**
 * Time after which a transaction takes in no more writers, in ms, because readers are waiting. On a slow disk it is
 * as long as the last commit took: each that is left out waits for another commit of that length.
 */
const LONG = 10
/** Duration of a commit, in ms, above which a pause of the same length follows, in which readers go first. */
const SLOW = 5
const LONGEST_PAUSE = 100

/** While another program writes (an import): the longest wait of a writer, and the time between two tries. In ms. */
const PATIENCE = 5000
const RETRY = 5

/**
 * Writers that arrive in the same turn of the event loop share a transaction, in fair order. Each runs once, in a
 * savepoint of its own: the failure of one undoes that one.
 */
export class GroupCommit {
  readonly #sqlite: Database
  readonly #reads: ReadTransaction
  readonly #line = new FairLine<Job>()
  readonly #elapsed: () => number
  /** Duration of the last commit, in ms. */
  #commitMs = 0
  #isDue = false
  #isWorking = false
  /** Start of another program's writing, on the same clock. */
  #lockedSince: number | undefined

  /** @param elapsed milliseconds that never go back */
  constructor(sqlite: Database, reads: ReadTransaction, elapsed: () => number) {
    this.#sqlite = sqlite
    this.#reads = reads
    this.#elapsed = elapsed
  }

  /** True while a writer runs. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  /** See `Connection.write`. */
  add<T>(work: () => T, owner: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = resolve as (result: unknown) => void
      this.#line.push(owner, { owner, work, done, failed: reject, since: performance.now() })
      this.#flushSoon()
    })
  }

  /** Stores all waiting writes at once, as the service stops. Gives up when another program has the lock. */
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
    else this.#flushLater(this.#commitMs)
  }

  #flushLater(ms: number): void {
    this.#isDue = true
    setTimeout(() => this.#flush(), ms)
  }

  #flush(): void {
    this.#isDue = false
    if (this.#line.size === 0) return
    this.#reads.end()
    const batch: Job[] = []
    let tell: (() => void)[]
    this.#isWorking = true
    try {
      tell = this.#commit(batch)
    } catch (error) {
      if (batch.length === 0 && isBusy(error)) return this.#tryLater(error)
      // The transaction did not begin: without this, its writers would wait for ever.
      const lost = batch.length > 0 ? batch : this.#line.remove(() => true)
      tell = lost.map((job) => () => job.failed(error))
    } finally {
      this.#isWorking = false
    }
    if (this.#line.size > 0) this.#flushSoon()
    // Results are told only after the commit.
    for (const one of tell) one()
  }

  /** Refuses the writers that have waited too long for the other program. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    const locked = (this.#lockedSince ??= now)
    const isOver = ({ since }: Job): boolean => now - Math.max(since, locked) >= PATIENCE
    for (const job of this.#line.remove(isOver)) job.failed(error)
    if (this.#line.size > 0) this.#flushLater(RETRY)
  }

  /**
   * @param batch collects the jobs of this transaction
   * @returns calls that tell each writer its result, to be made after the commit
   * @throws what made the whole transaction fail
   */
  #commit(batch: Job[]): (() => void)[] {
    this.#run("BEGIN IMMEDIATE")
    this.#lockedSince = undefined
    try {
      const tell: (() => void)[] = []
      for (const job of this.#next(batch)) tell.push(this.#perform(job))
      const begun = this.#elapsed()
      this.#run("COMMIT")
      this.#commitMs = Math.min(LONGEST_PAUSE, this.#elapsed() - begun)
      return tell
    } catch (error) {
      // A full disk may have ended it already.
      if (this.#sqlite.inTransaction) this.#run("ROLLBACK")
      throw error
    }
  }

  *#next(batch: Job[]): Generator<Job> {
    const end = this.#elapsed() + Math.max(LONG, this.#commitMs)
    while (batch.length < BATCH && (batch.length === 0 || this.#elapsed() < end)) {
      const job = this.#line.shift()
      if (!job) return
      batch.push(job)
      yield job
    }
  }

  /**
   * Each statement costs more, the more pages its savepoint has changed (SQLite walks through what it keeps of them,
   * in memory by `temp_store`): 20 000 rows one by one take a minute, by one statement (`TenantDb.insertAll`) half a
   * second.
   */
  #perform(job: Job): () => void {
    this.#run("SAVEPOINT job")
    try {
      const result = machine.measure(job.owner, job.work)
      if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
      this.#run("RELEASE job")
      return () => job.done(result)
    } catch (error) {
      // A full disk ends the transaction, not just this savepoint: nothing is stored.
      if (!this.#sqlite.inTransaction) throw error
      this.#run("ROLLBACK TO job")
      this.#run("RELEASE job")
      return () => job.failed(error)
    }
  }

  /** With statements that are kept: `Database.transaction` would make four functions for each call. */
  #run(sql: string): void {
    this.#reads.statements.written(sql).run()
  }
}

const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith("SQLITE_BUSY") === true
