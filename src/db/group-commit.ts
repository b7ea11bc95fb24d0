import type { Database } from "bun:sqlite"
import { faultOf } from "../lib/disk-fault.ts"
import { FairLine, machine } from "../lib/fair-line.ts"
import { loop } from "../lib/turns.ts"
import { CommitPace } from "./commit-pace.ts"
import type { ReadTransaction } from "./read-transaction.ts"
import { RESTING, Rests } from "./rests.ts"

type Writer = {
  owner: string
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** Time of arrival, by `performance.now`. */
  since: number
}
type Job = Writer & { work: () => unknown; elsewhere?: never }
/** A writer over another connection, such as that of a route thread. */
type Elsewhere = Writer & { work?: never; elsewhere: () => Promise<unknown> }
type How = Pick<Job, "work"> | Pick<Elsewhere, "elsewhere">

/** Most writers in one transaction; the rest wait for the next. */
const BATCH = 64
/**
 * Virtual ms by which a writer's start may be later than that of waiting readers, and the writer still goes
 * first. Without it, few writers would share a commit.
 */
const AHEAD = 10

/** Longest wait for the write lock while another program, such as an import, holds it, in ms. */
const PATIENCE = 5000
/** Time between two tries to get the write lock, in ms. */
const RETRY = 5

/**
 * Group commit: waiting writers share a transaction, and so one fsync, in fair order (lib/fair-line.ts). Each
 * runs once, in its own savepoint, so that a failing one is rolled back alone. A writer elsewhere (over
 * another connection) waits in the same queue; until it is done, nobody writes here.
 */
export class GroupCommit {
  readonly #sqlite: Database
  readonly #reads: ReadTransaction
  readonly #line = new FairLine<Job | Elsewhere>()
  readonly #elapsed: () => number
  readonly #rests: Rests
  readonly #pace: CommitPace
  /** True while a flush is scheduled. */
  #isDue = false
  #isWorking = false
  #isClosing = false
  /** The writer elsewhere that runs, or runs after this commit. */
  #elsewhere: Elsewhere | undefined
  /** First try that found the database locked, by `performance.now`; undefined after a success. */
  #lockedSince: number | undefined

  /** @param elapsed milliseconds that never go back */
  constructor(sqlite: Database, reads: ReadTransaction, elapsed: () => number) {
    this.#sqlite = sqlite
    this.#reads = reads
    this.#elapsed = elapsed
    this.#rests = new Rests(elapsed)
    this.#pace = new CommitPace(elapsed)
  }

  /** True while this connection may write: from BEGIN to COMMIT. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  /** See `Connection.write`. */
  add<T>(work: () => T, owner: string): Promise<T> {
    return this.#push<T>(owner, { work })
  }

  /** See `Connection.writeElsewhere`. */
  addElsewhere<T>(elsewhere: () => Promise<T>, owner: string): Promise<T> {
    return this.#push<T>(owner, { elsewhere })
  }

  #push<T>(owner: string, how: How): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = resolve as (result: unknown) => void
      this.#line.push(owner, { owner, ...how, done, failed: reject, since: performance.now() })
      this.#flushSoon()
    })
  }

  /** Commits all waiting writes before the service stops. Those elsewhere, or too late, fail. */
  close(): void {
    const closed = new Error("the database was closed")
    for (const job of this.#line.remove(({ elsewhere }) => elsewhere !== undefined)) job.failed(closed)
    this.#elsewhere = undefined
    if (this.#line.size === 0) return
    this.#isClosing = true
    this.#rests.end()
    this.#sqlite.run(`PRAGMA busy_timeout = ${PATIENCE}`)
    const end = performance.now() + PATIENCE
    while (this.#line.size > 0 && performance.now() < end) this.#flush()
    for (const job of this.#line.remove(() => true)) job.failed(closed)
  }

  #flushSoon(): void {
    if (this.#isDue || this.#elsewhere) return
    const { pause } = this.#pace
    if (pause > 0) this.#flushLater(pause)
    else this.#flushNext()
  }

  #flushNext(): void {
    this.#isDue = true
    setImmediate(() => this.#flush())
  }

  #flushLater(ms: number): void {
    this.#isDue = true
    setTimeout(() => this.#flush(), ms)
  }

  #flush(): void {
    this.#isDue = false
    if (this.#line.size === 0 || this.#elsewhere) return
    const first = this.#line.first(this.#rests.isOver)
    if (first === Infinity) return this.#flushLater(RESTING)
    if (first > this.#latest()) return this.#flushNext()
    this.#reads.end()
    const batch: Job[] = []
    let tell: (() => void)[]
    this.#isWorking = true
    try {
      tell = this.#commit(batch)
    } catch (error) {
      const hasBegun = batch.length > 0
      if (!hasBegun && faultOf(error) === "locked") return this.#tryLater(error)
      // No transaction could begin, and nobody else would answer the waiting writers: fail all of them.
      const lost = hasBegun ? batch : this.#line.remove(() => true)
      tell = lost.map((job) => () => job.failed(error))
    } finally {
      this.#isWorking = false
    }
    if (this.#elsewhere) void this.#wait(this.#elsewhere)
    else if (this.#line.size > 0) this.#flushSoon()
    // Results are reported only after the commit.
    for (const one of tell) one()
  }

  /** Runs a writer elsewhere, then flushes those that waited meanwhile. */
  async #wait(job: Elsewhere): Promise<void> {
    const begun = this.#elapsed()
    try {
      job.done(await job.elsewhere())
    } catch (error) {
      job.failed(error)
    }
    this.#rests.note(job.owner, this.#elapsed() - begun)
    this.#elsewhere = undefined
    if (this.#line.size > 0) this.#flushSoon()
  }

  /** Fails the writers that have waited too long for the lock, and schedules another try for the rest. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    const locked = (this.#lockedSince ??= now)
    const isOver = ({ since }: Writer): boolean => now - Math.max(since, locked) >= PATIENCE
    for (const job of this.#line.remove(isOver)) job.failed(error)
    if (this.#line.size > 0) this.#flushLater(RETRY)
  }

  /**
   * Runs one transaction.
   *
   * @param batch filled with the jobs of this transaction
   * @returns a function per writer that reports its result; call them after the commit
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
      // An empty transaction, before a writer elsewhere, says nothing of the disk.
      if (batch.length > 0) this.#pace.note(begun)
      return tell
    } catch (error) {
      // SQLite may have rolled back already, on a full disk.
      if (this.#sqlite.inTransaction) this.#run("ROLLBACK")
      throw error
    }
  }

  /** Yields the writers of one transaction, each after the previous one has run. A long write is the last. */
  *#next(batch: Job[]): Generator<Job> {
    const end = this.#elapsed() + this.#pace.intake
    const mayBegin = (owner: string): boolean =>
      batch.length === 0 ? this.#rests.isOver(owner) : !this.#rests.has(owner)
    while (batch.length < BATCH && (batch.length === 0 || this.#elapsed() < end)) {
      const job = this.#line.shift(mayBegin, this.#latest())
      if (!job?.work) {
        this.#elsewhere = job
        return
      }
      batch.push(job)
      const begun = this.#elapsed()
      yield job
      if (this.#rests.note(job.owner, this.#elapsed() - begun)) return
    }
  }

  /** @returns the latest virtual start with which a writer goes before the waiting readers */
  #latest(): number {
    return this.#isClosing ? Infinity : loop.first() + AHEAD
  }

  /**
   * Runs a job in its own savepoint. A statement gets slower with every page that its savepoint has changed:
   * inserting 20 000 rows takes a minute row by row, and half a second in one statement
   * (`TenantDb.insertAll`).
   *
   * @returns a function that reports the result; call it after the commit
   * @throws what ended the whole transaction
   */
  #perform({ owner, work, done, failed }: Job): () => void {
    this.#run("SAVEPOINT job")
    try {
      const result = machine.measure(owner, work)
      if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
      this.#run("RELEASE job")
      return () => done(result)
    } catch (error) {
      // On a full disk SQLite rolls back the whole transaction, not just this savepoint.
      if (!this.#sqlite.inTransaction) throw error
      this.#run("ROLLBACK TO job")
      this.#run("RELEASE job")
      return () => failed(error)
    }
  }

  /** Runs a cached statement. `Database.transaction` would create four functions per call. */
  #run(sql: string): void {
    this.#reads.statements.written(sql).run()
  }
}
