import type { Database } from "bun:sqlite"
import { FairLine, machine } from "../lib/fair-line.ts"
import { loop } from "../lib/turns.ts"
import type { ReadTransaction } from "./read-transaction.ts"

type Job = {
  owner: string
  work: () => unknown
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** Time of arrival, by `performance.now`. */
  since: number
}

/** Most writers in one transaction; the rest wait for the next. */
const BATCH = 64
/**
 * Time in ms for which a transaction takes in writers, as readers wait meanwhile. Where the last commit took longer,
 * its time counts instead: on a slow disk, a writer that is left out waits long for the next commit.
 */
const INTAKE = 10
/** Shortest commit, in ms, that is followed by a pause of the same length, in which readers go first. */
const SLOW = 5
const LONGEST_PAUSE = 100
/** Work in ms that a writer's company may have had more than a waiting reader's: more writers share a commit. */
const AHEAD = 10

/**
 * Shortest write, in ms, that counts as long. Where others are there, its company's next write begins after a rest of
 * the same length, in a transaction of its own: others then wait for one long write, and not for two.
 */
const LONG = 8
/** Time in ms between two checks of who has rested. */
const RESTING = 2

/** Longest wait of a writer while another program (an import) writes, in ms. */
const PATIENCE = 5000
/** Time between two tries meanwhile, in ms. */
const RETRY = 5

/**
 * Writers that arrive in the same turn of the event loop share a transaction, and with it one fsync, in fair order.
 * Each runs once, in a savepoint of its own, so that a failing one is undone alone.
 */
export class GroupCommit {
  readonly #sqlite: Database
  readonly #reads: ReadTransaction
  readonly #line = new FairLine<Job>()
  readonly #elapsed: () => number
  /** Companies whose last write was long: the end of their rest, and `machine.changes` at its beginning. */
  readonly #rests = new Map<string, { end: number; changes: number }>()
  /** Duration of the last commit, in ms, at most LONGEST_PAUSE. */
  #commitMs = 0
  #isDue = false
  #isWorking = false
  #isClosing = false
  /** First try that found another program writing, by `performance.now`; undefined when the last one succeeded. */
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
    this.#isClosing = true
    this.#sqlite.run(`PRAGMA busy_timeout = ${PATIENCE}`)
    const end = performance.now() + PATIENCE
    while (this.#line.size > 0 && performance.now() < end) this.#flush()
    for (const job of this.#line.remove(() => true)) job.failed(new Error("the database was closed"))
  }

  #flushSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (this.#commitMs < SLOW) this.#flushNext()
    else this.#flushLater(this.#commitMs)
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
    if (this.#line.size === 0) return
    const first = this.#line.first(this.#hasRested)
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
      if (!hasBegun && isBusy(error)) return this.#tryLater(error)
      // Without a transaction, nobody who waits would ever get an answer: all are refused.
      const lost = hasBegun ? batch : this.#line.remove(() => true)
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

  /** The writers that one transaction takes in, each when the one before is done; a long one is alone, or the last. */
  *#next(batch: Job[]): Generator<Job> {
    const end = this.#elapsed() + Math.max(INTAKE, this.#commitMs)
    const mayBegin = (owner: string): boolean =>
      batch.length === 0 ? this.#hasRested(owner) : !this.#rests.has(owner)
    while (batch.length < BATCH && (batch.length === 0 || this.#elapsed() < end)) {
      const job = this.#line.shift(mayBegin, this.#latest())
      if (!job) return
      batch.push(job)
      const begun = this.#elapsed()
      yield job
      if (this.#noteLength(job.owner, this.#elapsed() - begun)) return
    }
  }

  /** @returns whether a write was long */
  #noteLength(owner: string, ms: number): boolean {
    const isLong = ms >= LONG && !this.#isClosing
    if (isLong) this.#rests.set(owner, { end: this.#elapsed() + ms, changes: machine.changes })
    else this.#rests.delete(owner)
    return isLong
  }

  /** A company that is alone need not rest. */
  readonly #hasRested = (owner: string): boolean => {
    const rest = this.#rests.get(owner)
    return !rest || this.#isClosing || rest.changes === machine.changes || this.#elapsed() >= rest.end
  }

  /** Latest start of a writer who need not wait for the readers. */
  #latest(): number {
    return this.#isClosing ? Infinity : loop.first() + AHEAD
  }

  /**
   * Runs a job in its savepoint. Statements become slower with every page that their savepoint has changed: 20 000 rows
   * take a minute one by one, and half a second in one statement (`TenantDb.insertAll`).
   *
   * @returns a call that tells the result, to be made after the commit
   * @throws what ended the whole transaction
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

  /** Runs a kept statement; `Database.transaction` would make four functions at each call. */
  #run(sql: string): void {
    this.#reads.statements.written(sql).run()
  }
}

const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith("SQLITE_BUSY") === true
