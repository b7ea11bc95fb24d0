/**
 * Virtual clock of start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), by which companies share the
 * service's time. Work waits in three kinds of lines, and all of them keep this order:
 *
 * - for the event loop (turns.ts): handlers, and the pieces of long documents;
 * - for the lock of writers (db/group-commit.ts): all that the service stores, also by the threads of long writes and of
 *   jobs. Only commands, other processes, wait for that lock outside of the order (db/write-transaction.ts);
 * - for one of a few places (queue.ts): hashing, pictures, printing, tables, the threads of long reads and writes.
 *
 * Outside of it are raw routes (http/http-deps.ts: pages and pictures), the check of the token, receiving the body, and
 * the slices in which a photo is laid on white (picture-flat.ts): its company is charged for all of them by its queue.
 * Jobs take the companies in turns (db/system-db.ts: `nextAuftrag`); only their writes are ordered here. Memory is not
 * waited for: what finds none is refused (budget.ts, memory.ts).
 *
 * Each piece of work has a virtual start time: the virtual end of the same company's work so far, but not before
 * virtual time now. Each queue serves the waiting company with the earliest start, and virtual time moves to
 * that start. Charging a piece of work adds its length to its company's end, or to virtual time now if that is later.
 * So an idle company saves up no credit: its next work starts at virtual time now, like a newcomer's. And a company
 * that had the machine to itself owes no more for that than its last piece of work.
 *
 * No queue idles while work waits in it, and all keep this order, with four exceptions. Each says what it would cost to
 * leave it out (test/bench measures it):
 *
 * - While others are active, a company rests after a long write (db/pauses.ts). Without it, the bookings of all others
 *   keep waiting for one company that books hundreds of lines again and again.
 * - Writers have a head start over readers (AHEAD in db/group-commit.ts). Without it, fewer of them share a commit on a
 *   machine with too much to do, and far fewer writes are stored. The price: reads take longer.
 * - Writers pause after a slow commit (db/pauses.ts). Without it, reads wait for several of them on a slow disk.
 * - A queue may limit the tasks that one company runs at once (`each` in queue.ts), as a running task cannot
 *   be stopped. Without it, two pictures of one company keep both cores busy, and everybody else's picture waits.
 */
export class VirtualClock {
  /** Real time, by which work is measured: milliseconds that never go back. */
  readonly elapsed: () => number
  /** Virtual time, in ms. */
  #now = 0
  /** Virtual end of each company's work so far, in ms. */
  readonly #ends = new Map<string, number>()
  /** Number of remembered ends above which `#forget` runs. */
  #most = 1000
  /** Company charged last; undefined before the first one. */
  #last: string | undefined
  #changes = 0

  constructor(elapsed = () => performance.now()) {
    this.elapsed = elapsed
  }

  /** Number of companies whose end is remembered. */
  get size(): number {
    return this.#ends.size
  }

  /**
   * Counts up whenever a company is charged after another one. As long as it stays the same, only one company has
   * finished work.
   */
  get changes(): number {
    return this.#changes
  }

  /** @returns the virtual end of a company's work so far */
  endOf(owner: string): number {
    return this.#ends.get(owner) ?? 0
  }

  /** @returns the virtual start of work that a company adds now */
  startOf(owner: string): number {
    return Math.max(this.#now, this.endOf(owner))
  }

  /** Moves virtual time forward to the start of the work that is served now; never back. */
  serve(start: number): void {
    if (start > this.#now) this.#now = start
  }

  /** Charges a company for work. @param ms time that it took */
  charge(owner: string, ms: number): void {
    this.#ends.set(owner, this.startOf(owner) + ms)
    if (owner !== this.#last) this.#changes++
    this.#last = owner
    if (this.#ends.size > this.#most) this.#forget()
  }

  /** Runs work and charges its company for the time until it returns. */
  measure<T>(owner: string, work: () => T): T {
    const begun = this.elapsed()
    try {
      return work()
    } finally {
      this.charge(owner, this.elapsed() - begun)
    }
  }

  /** Forgets companies whose virtual end has passed: they start at virtual time now anyway, like new ones. */
  #forget(): void {
    for (const [owner, end] of this.#ends) if (end <= this.#now) this.#ends.delete(owner)
    this.#most = Math.max(1000, 2 * this.#ends.size)
  }
}

/** Clock that all queues of a thread share. Each thread and each process has one of its own. */
export const sharedClock = new VirtualClock()

/**
 * Owner of work that belongs to no company, such as a log-in. It is charged like a company, and has no limits of its own.
 */
export const NO_COMPANY = ""

/** Waiting items of one company, and the virtual start of the first one. */
type Own<T> = { start: number; items: T[] }

/** Queue of work from many companies, by virtual start time. Within a company it is first in, first out. */
export class FairLine<T> {
  readonly #clock: VirtualClock
  /** Items by company. A served company moves to the end, so that equal starts take turns. */
  readonly #waiting = new Map<string, Own<T>>()
  readonly #mostEach: number
  #size = 0

  /** @param mostEach most waiting items of one company */
  constructor(clock = sharedClock, mostEach = Infinity) {
    this.#clock = clock
    this.#mostEach = mostEach
  }

  get size(): number {
    return this.#size
  }

  /** @returns whether as many items of this company wait as may: then its next is to be refused */
  isFull(owner: string): boolean {
    return owner !== NO_COMPANY && (this.#waiting.get(owner)?.items.length ?? 0) >= this.#mostEach
  }

  push(owner: string, item: T): void {
    const own = this.#waiting.get(owner)
    if (own) own.items.push(item)
    else this.#waiting.set(owner, { start: this.#clock.startOf(owner), items: [item] })
    this.#size++
  }

  /** @returns the earliest virtual start of waiting work that may begin; Infinity when there is none */
  earliestStart(mayBegin: (owner: string) => boolean = () => true): number {
    const owner = this.#next(mayBegin)
    return owner === undefined ? Infinity : this.#waiting.get(owner)!.start
  }

  /**
   * Takes the next item out of the queue and moves virtual time to its start.
   *
   * @param mayBegin whether work of this company may begin now
   * @param latest latest virtual start; later work stays in the queue
   * @returns the first item of the company with the earliest start; undefined when none may begin
   */
  shift(mayBegin: (owner: string) => boolean = () => true, latest = Infinity): T | undefined {
    const owner = this.#next(mayBegin)
    if (owner === undefined) return undefined
    const { start, items } = this.#waiting.get(owner)!
    if (start > latest) return undefined
    this.#clock.serve(start)
    this.#waiting.delete(owner)
    const item = items.shift()
    // The start is only a lower bound until the work just taken is charged: then `#next` raises it.
    if (items.length > 0) this.#waiting.set(owner, { start, items })
    this.#size--
    return item
  }

  #next(mayBegin: (owner: string) => boolean): string | undefined {
    let next: string | undefined
    let first = Infinity
    for (const [owner, own] of this.#waiting) {
      own.start = Math.max(own.start, this.#clock.endOf(owner))
      if (own.start >= first || !mayBegin(owner)) continue
      next = owner
      first = own.start
    }
    return next
  }

  /** Removes the matching items. @returns them */
  remove(isMeant: (item: T) => boolean): T[] {
    const removed: T[] = []
    for (const [owner, own] of this.#waiting) {
      removed.push(...own.items.filter(isMeant))
      own.items = own.items.filter((item) => !isMeant(item))
      if (own.items.length === 0) this.#waiting.delete(owner)
    }
    this.#size -= removed.length
    return removed
  }
}
