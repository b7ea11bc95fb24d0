import type { Database } from "bun:sqlite"
import { FairLine } from "../lib/fair-line.ts"
import { isPieces, type Pieces } from "../lib/pieces.ts"
import type { Reader } from "./reader.ts"

type Job = {
  owner: string
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
/** After so many ms, a work that comes in pieces lets others have their turn. */
const SLICE = 8
/** After so many ms it finishes at a stretch when other writers wait. */
const HURRY = 30

/** When all who wait have to give way, they are looked at again after so many ms. */
const SOON = 10

/** While another program writes (an import), how long writers wait, and how often they try again. In ms. */
const PATIENCE = 5000
const RETRY = 5

/** Writers that arrive in the same turn of the event loop share a transaction; of many, companies take turns. */
export class GroupCommit {
  readonly #sqlite: Database
  readonly #reader: Reader
  readonly #line = new FairLine<Job>()
  readonly #clock: () => Date
  readonly #committed: () => void
  /** Whether it is a company's turn at all. */
  #mayNow: (owner: string) => boolean
  /** How long the last commit took, in ms. */
  #commitMs = 0
  #isDue = false
  /** Since when another program writes. */
  #lockedSince: number | undefined
  /** Set while all who wait have to give way. */
  #timer: Timer | undefined
  /** The transaction under way: it waits for its next piece, unless `#isWorking`. */
  #running: { batch: Job[]; pieces: Pieces<(() => void)[]> } | undefined
  #isWorking = false

  /**
   * @param committed is called right after each transaction in which others have had their turn
   * @param mayNow passes over companies that have to wait still
   */
  constructor(
    sqlite: Database,
    reader: Reader,
    clock: () => Date,
    committed: () => void,
    mayNow: (owner: string) => boolean,
  ) {
    this.#sqlite = sqlite
    this.#mayNow = mayNow
    this.#committed = committed
    this.#clock = clock
    this.#reader = reader
  }

  /** Whether a writer is at work, this very moment. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  /** Whether a transaction is open of which others must not see anything: its writer goes on after them. */
  get isInterrupted(): boolean {
    return this.#running !== undefined && !this.#isWorking
  }

  /** See `Connection.write`. */
  add<T>(work: () => T | Pieces<T>, owner: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const done = resolve as (result: unknown) => void
      this.#line.push(owner, { owner, work, done, failed: reject, since: performance.now() })
      this.#flushSoon()
    })
  }

  /** Stores all that waits, blocking: nobody is left to be held up. Gives up when another program has the lock. */
  close(): void {
    this.#mayNow = () => true
    while (this.#running) this.#goOn(this.#running)
    clearTimeout(this.#timer)
    if (this.#line.size === 0) return
    this.#sqlite.run(`PRAGMA busy_timeout = ${PATIENCE}`)
    const end = performance.now() + PATIENCE
    while (this.#running || (this.#line.size > 0 && performance.now() < end)) {
      if (this.#running) this.#goOn(this.#running)
      else this.#flush()
    }
    for (const job of this.#line.remove(() => true)) job.failed(new Error("the database was closed"))
  }

  #flushSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (this.#commitMs < SLOW) setImmediate(() => this.#flush())
    else this.#flushLater(this.#commitMs)
  }

  #flush(): void {
    this.#isDue = false
    if (this.#line.size === 0 || this.#running) return
    if (!this.#line.has(this.#mayNow)) return this.#lookAgain()
    this.#reader.turn.end()
    const batch: Job[] = []
    this.#goOn({ batch, pieces: this.#commit(batch) })
  }

  #goOn(running: { batch: Job[]; pieces: Pieces<(() => void)[]> }): void {
    const { batch, pieces } = running
    const wasInterrupted = this.#running !== undefined
    this.#running = running
    let tell: (() => void)[]
    this.#isWorking = true
    try {
      const { done, value } = pieces.next()
      if (!done) {
        // Through the timers, and with it through whatever has arrived meanwhile.
        setImmediate(() => this.#running === running && this.#goOn(running))
        return
      }
      tell = value
    } catch (error) {
      this.#running = undefined
      if (batch.length === 0 && isBusy(error)) return this.#tryLater(error)
      // The transaction did not even begin: without this, its writers would wait for ever.
      const lost = batch.length > 0 ? batch : this.#line.remove(() => true)
      tell = lost.map((job) => () => job.failed(error))
    } finally {
      this.#isWorking = false
    }
    this.#running = undefined
    if (wasInterrupted) {
      this.#committed()
      // Those who came meanwhile have waited long enough.
      for (const { owner } of batch) this.#line.goBehind(owner)
    }
    if (this.#line.size > 0) this.#flushSoon()
    // Nobody is told of a result before the commit.
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

  /** Whoever comes meanwhile is not kept waiting by it. */
  #lookAgain(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#flushSoon()
    }, SOON)
  }

  #flushLater(ms: number): void {
    this.#isDue = true
    setTimeout(() => this.#flush(), ms)
  }

  /**
   * Runs each job as if it were alone. A savepoint costs a tenth of the job inside, so there are none at first: only
   * when a job fails, all run again, each in a savepoint, and the failed one is undone.
   *
   * @param batch collects the jobs of this transaction
   * @returns calls that tell each writer its result, to be made after the commit
   * @throws what made the whole transaction fail
   */
  *#commit(batch: Job[]): Pieces<(() => void)[]> {
    let inJob = false
    const slice = new Slice()
    try {
      return yield* this.#inTransaction(function* (this: GroupCommit) {
        const tell: (() => void)[] = []
        for (const job of this.#next(batch)) {
          inJob = true
          const result = yield* this.#perform(job, slice, tell.length > 0)
          inJob = false
          if (result === POSTPONED) {
            batch.pop()
            break
          }
          tell.push(() => job.done(result))
        }
        return tell
      })
    } catch (error) {
      if (!inJob || batch.length === 1) throw error
      return yield* this.#inTransaction(function* (this: GroupCommit) {
        const tell: (() => void)[] = []
        for (const job of batch) tell.push(yield* this.#runGuarded(job, slice))
        for (const job of this.#next(batch)) tell.push(yield* this.#runGuarded(job, slice))
        return tell
      })
    }
  }

  *#next(batch: Job[]): Generator<Job> {
    const start = this.#now()
    const most = Math.max(LONG, this.#commitMs)
    const isLong = (): boolean => this.#now() - start >= most
    while (batch.length < BATCH && (batch.length === 0 || !isLong())) {
      const job = this.#line.shift(this.#mayNow)
      if (!job) return
      batch.push(job)
      yield job
    }
  }

  /**
   * @param hasCompany whether others in this transaction are done, and would have to wait: a long work is undone then,
   *   and is the first of the next transaction
   * @throws TypeError for asynchronous work; what the work throws
   */
  *#perform(job: Job, slice: Slice, hasCompany: boolean): Pieces<unknown> {
    const result = job.work()
    if (result instanceof Promise) throw new TypeError("work in a transaction must be synchronous")
    if (!isPieces(result)) return result
    if (hasCompany) this.#run("SAVEPOINT long")
    const begun = performance.now()
    for (;;) {
      const { done, value } = result.next()
      if (done) {
        if (hasCompany) this.#run("RELEASE long")
        return value
      }
      if (!slice.isOver()) continue
      if (hasCompany) {
        this.#run("ROLLBACK TO long")
        this.#run("RELEASE long")
        this.#line.putBack(job.owner, job)
        return POSTPONED
      }
      if (this.#line.size > 0 && performance.now() - begun >= HURRY) continue
      yield
      slice.begin()
    }
  }

  *#runGuarded(job: Job, slice: Slice): Pieces<() => void> {
    this.#run("SAVEPOINT job")
    try {
      const result = yield* this.#perform(job, slice, false)
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
  *#inTransaction<T>(work: (this: GroupCommit) => Pieces<T>): Pieces<T> {
    this.#run("BEGIN IMMEDIATE")
    this.#lockedSince = undefined
    try {
      const result = yield* work.call(this)
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
    this.#reader.statements.written(sql).run()
  }

  #now(): number {
    return this.#clock().getTime()
  }
}

const POSTPONED = Symbol("postponed")

/** What is worked at a stretch. */
class Slice {
  #since = performance.now()

  begin(): void {
    this.#since = performance.now()
  }

  isOver(): boolean {
    return performance.now() - this.#since >= SLICE
  }
}

const isBusy = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith("SQLITE_BUSY") === true
