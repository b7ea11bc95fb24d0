import { faultOf } from "../lib/disk-fault.ts"
import { FairLine, sharedClock } from "../lib/fair-line.ts"
import { unavailable } from "../lib/refusal.ts"
import { loop } from "../lib/turns.ts"
import { CommitPace, INTAKE, Rests } from "./pauses.ts"
import { PATIENCE, RETRY, type WriteTransaction } from "./write-transaction.ts"

type Writer = {
  owner: string
  done: (result: unknown) => void
  failed: (error: unknown) => void
  /** Time of arrival, by `performance.now`: patience is real time, also where tests stop the clock of `elapsed`. */
  since: number
}
type Here = Writer & { work: () => unknown; elsewhere?: never }
/** A writer over another connection: of long writes (http/run.ts) or of jobs (ops/auftraege/thread.ts). */
type Elsewhere = Writer & { work?: never; elsewhere: WorkElsewhere }
/**
 * Work over another connection. If it calls `worked` with the time that it took without its commit, in ms, its company
 * rests afterwards, however short that was.
 */
export type WorkElsewhere<T = unknown> = (worked: (ms: number) => void) => Promise<T>

/** Most waiting writers per company. */
const WAITING = 500
/**
 * Head start of writers over readers, in ms of virtual time (lib/fair-line.ts): the length of one transaction. Readers
 * are all who wait for the event loop (lib/turns.ts). Writers wait only while a reader is ahead of all of them by more
 * than this.
 */
const AHEAD = INTAKE

/**
 * Group commit: waiting writers share a transaction, and so one fsync, in fair order (lib/fair-line.ts). Each
 * runs once, in its own savepoint, so that a failing one is rolled back alone.
 *
 * A flush runs one transaction. It begins once the pause after the last commit is over (pauses.ts) and
 * the earliest writer whose company does not rest goes before the waiting readers (AHEAD).
 *
 * A writer elsewhere (over another connection) waits in the same queue. It ends the transaction in which its
 * turn comes, and runs after the commit. Until it is done, nobody writes here.
 */
export class GroupCommit {
  readonly #transaction: WriteTransaction
  readonly #line = new FairLine<Here | Elsewhere>(sharedClock, WAITING)
  readonly #elapsed: () => number
  readonly #rests: Rests
  readonly #pace: CommitPace
  #isFlushDue = false
  #isClosing = false
  /** The writer elsewhere that runs, or runs after this commit. */
  #elsewhere: Elsewhere | undefined
  /** First try that found the database locked, by `performance.now`; undefined after a success. */
  #lockedSince: number | undefined

  /** @param elapsed milliseconds that never go back */
  constructor(transaction: WriteTransaction, elapsed: () => number) {
    this.#transaction = transaction
    this.#elapsed = elapsed
    this.#rests = new Rests(elapsed)
    this.#pace = new CommitPace(elapsed)
  }

  add<T>(work: () => T, owner: string): Promise<T> {
    return this.#push<T>(owner, { work })
  }

  addElsewhere<T>(elsewhere: WorkElsewhere<T>, owner: string): Promise<T> {
    return this.#push<T>(owner, { elsewhere })
  }

  #push<T>(owner: string, how: Pick<Here, "work"> | Pick<Elsewhere, "elsewhere">): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#line.isFull(owner))
        throw unavailable("Zu viele Änderungen dieser Firma auf einmal. Bitte gleich noch einmal versuchen.")
      const done = resolve as (result: unknown) => void
      this.#line.push(owner, { owner, ...how, done, failed: reject, since: performance.now() })
      this.#flushSoon()
    })
  }

  /**
   * Commits the waiting writes before the service stops. Waiting writers elsewhere fail, and so do all that have not
   * got the lock after PATIENCE. A running writer elsewhere ends with its thread (deps.ts).
   */
  close(): void {
    const closed = new Error("the database was closed")
    for (const writer of this.#line.remove(({ elsewhere }) => elsewhere !== undefined)) writer.failed(closed)
    this.#elsewhere = undefined
    if (this.#line.size === 0) return
    this.#isClosing = true
    const end = performance.now() + PATIENCE
    while (this.#line.size > 0 && performance.now() < end) this.#flush()
    for (const { failed } of this.#line.remove(() => true)) failed(closed)
  }

  #flushSoon(): void {
    if (!this.#isFlushDue && !this.#elsewhere) this.#flushIn(this.#pace.pause)
  }

  /** @param ms time to wait; 0 or less: until the next turn of the event loop */
  #flushIn(ms: number): void {
    this.#isFlushDue = true
    if (ms > 0) setTimeout(() => this.#flush(), ms)
    else setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushDue = false
    if (this.#line.size === 0 || this.#elsewhere) return
    const start = this.#line.earliestStart(this.#mayWrite)
    // Every waiting company rests.
    if (start === Infinity) return this.#flushIn(RETRY)
    if (start > this.#latest()) return this.#flushIn(0)
    const batch: Here[] = []
    let tell: (() => void)[]
    try {
      tell = this.#commit(batch)
    } catch (error) {
      const hasWriters = batch.length > 0
      if (!hasWriters && faultOf(error) === "locked") return this.#tryLater(error)
      // If no transaction can begin, all waiting writers fail: nobody else would answer them.
      const lost = hasWriters ? batch : this.#line.remove(() => true)
      tell = lost.map((writer) => () => writer.failed(error))
    }
    if (this.#elsewhere) void this.#performElsewhere(this.#elsewhere)
    else if (this.#line.size > 0) this.#flushSoon()
    // Results are reported only after the commit.
    for (const one of tell) one()
  }

  /** Performs a writer elsewhere, then flushes the writers that waited meanwhile. */
  async #performElsewhere(writer: Elsewhere): Promise<void> {
    const begun = this.#elapsed()
    let worked: number | undefined
    try {
      writer.done(await writer.elsewhere((ms) => (worked = ms)))
    } catch (error) {
      writer.failed(error)
    }
    this.#rests.note(writer.owner, worked ?? this.#elapsed() - begun, worked !== undefined)
    this.#elsewhere = undefined
    if (this.#line.size > 0) this.#flushSoon()
  }

  /** Fails the writers that have waited too long for the lock, and schedules another try for the rest. */
  #tryLater(error: unknown): void {
    const now = performance.now()
    const locked = (this.#lockedSince ??= now)
    const isOver = ({ since }: Writer): boolean => now - Math.max(since, locked) >= PATIENCE
    for (const { failed } of this.#line.remove(isOver)) failed(error)
    if (this.#line.size > 0) this.#flushIn(RETRY)
  }

  /**
   * Runs one transaction.
   *
   * @param batch filled with the writers of this transaction
   * @returns functions that report the results; call them after the commit
   * @throws the error that made the whole transaction fail
   */
  #commit(batch: Here[]): (() => void)[] {
    const tell: (() => void)[] = []
    let begun = 0
    const work = (): void => {
      this.#lockedSince = undefined
      for (const writer of this.#next(batch)) tell.push(this.#perform(writer))
      begun = this.#elapsed()
    }
    // The event loop goes on while another program holds the lock (`#tryLater`), unless the service stops.
    this.#transaction.run(work, this.#isClosing ? PATIENCE : 0)
    // An empty transaction, before a writer elsewhere, says nothing of the disk.
    if (batch.length > 0) this.#pace.note(begun)
    return tell
  }

  /** Yields writers, each after the previous one has run. A long write or a writer elsewhere ends the transaction. */
  *#next(batch: Here[]): Generator<Here> {
    const end = this.#elapsed() + this.#pace.intake
    // A company whose last write was long may only come first: its next one may be long, too, and writers before it
    // would have to wait for its end.
    const mayBegin = (owner: string): boolean =>
      batch.length === 0 ? this.#mayWrite(owner) : !this.#rests.wroteLong(owner)
    while (batch.length === 0 || this.#elapsed() < end) {
      const writer = this.#line.shift(mayBegin, this.#latest())
      if (!writer?.work) {
        this.#elsewhere = writer
        return
      }
      batch.push(writer)
      const begun = this.#elapsed()
      yield writer
      if (this.#rests.note(writer.owner, this.#elapsed() - begun)) return
    }
  }

  /** @returns whether a company does not rest; while the service stops, none does */
  readonly #mayWrite = (owner: string): boolean => this.#isClosing || this.#rests.mayWrite(owner)

  /** @returns the latest virtual start with which a writer goes before the waiting readers */
  #latest(): number {
    return this.#isClosing ? Infinity : loop.earliestStart() + AHEAD
  }

  /**
   * Runs a writer in its own savepoint.
   *
   * @returns a function that reports the result; call it after the commit
   * @throws the error that ended the whole transaction
   */
  #perform({ owner, work, done, failed }: Here): () => void {
    try {
      const result = sharedClock.measure(owner, () => this.#transaction.part(work))
      return () => done(result)
    } catch (error) {
      // On a full disk SQLite rolls back the whole transaction, not just this part.
      if (!this.#transaction.isWorking) throw error
      return () => failed(error)
    }
  }
}
