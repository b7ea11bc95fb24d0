/**
 * Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), on which all sharing of the machine rests.
 *
 * Each company's work has a start on a virtual clock: the end of its work before. Of the companies that wait, the one
 * with the earliest start is next. The clock shows the start of the work served last, and no new work starts earlier:
 * an idle company saves up no time, a company that worked alone owes none, and waiting work is never left undone while
 * there is room. The one exception: beside others, a company rests after a long write (db/group-commit.ts).
 */
export class VirtualClock {
  #now = 0
  /** End of each company's work so far, in ms of work. */
  readonly #ends = new Map<string, number>()
  #most = 1000
  #last = ""
  #changes = 0

  /** Number of companies whose end is remembered. */
  get size(): number {
    return this.#ends.size
  }

  /** Number of times that another company's work followed: while it stands still, a company is alone. */
  get changes(): number {
    return this.#changes
  }

  /** @returns the end of a company's work so far */
  endOf(owner: string): number {
    return this.#ends.get(owner) ?? 0
  }

  /** @returns the start of work that a company brings now */
  startOf(owner: string): number {
    return Math.max(this.#now, this.endOf(owner))
  }

  /** Moves the clock to the start of the work that is served now. */
  serve(start: number): void {
    if (start > this.#now) this.#now = start
  }

  /** Counts a company's work. @param ms of a thread's time */
  charge(owner: string, ms: number): void {
    this.#ends.set(owner, this.startOf(owner) + ms)
    if (owner !== this.#last) this.#changes++
    this.#last = owner
    if (this.#ends.size > this.#most) this.#forget()
  }

  /** Does work whose turn it is, and counts the time until it returns. */
  measure<T>(owner: string, work: () => T): T {
    const begun = performance.now()
    try {
      return work()
    } finally {
      this.charge(owner, performance.now() - begun)
    }
  }

  /** Forgets companies whose work ended before now: they start like new ones. */
  #forget(): void {
    for (const [owner, end] of this.#ends) if (end <= this.#now) this.#ends.delete(owner)
    this.#most = Math.max(1000, 2 * this.#ends.size)
  }
}

/** The clock of this process: one for reads, writers, streams, documents, threads and pictures alike. */
export const machine = new VirtualClock()

type Own<T> = { start: number; items: T[] }

/** A line of work in the order of a virtual clock. Each company's own work keeps its order. */
export class FairLine<T> {
  readonly #clock: VirtualClock
  /** Work by company, in order of arrival: of equal starts the first to come is next. */
  readonly #waiting = new Map<string, Own<T>>()
  #size = 0

  constructor(clock = machine) {
    this.#clock = clock
  }

  get size(): number {
    return this.#size
  }

  /** @returns how many things of this company wait */
  waiting(owner: string): number {
    return this.#waiting.get(owner)?.items.length ?? 0
  }

  push(owner: string, item: T): void {
    const own = this.#waiting.get(owner)
    if (own) own.items.push(item)
    else this.#waiting.set(owner, { start: this.#clock.startOf(owner), items: [item] })
    this.#size++
  }

  /** @returns the earliest start of the work that waits and may begin; Infinity when none does */
  first(mayBegin: (owner: string) => boolean = () => true): number {
    const owner = this.#next(mayBegin)
    return owner === undefined ? Infinity : this.#waiting.get(owner)!.start
  }

  /**
   * @param mayBegin whether a company may have more work under way
   * @param latest work that starts later stays in the line
   * @returns the first thing of the company whose work starts first
   */
  shift(mayBegin: (owner: string) => boolean = () => true, latest = Infinity): T | undefined {
    const owner = this.#next(mayBegin)
    if (owner === undefined) return undefined
    const { start, items } = this.#waiting.get(owner)!
    if (start > latest) return undefined
    this.#clock.serve(start)
    this.#waiting.delete(owner)
    const item = items.shift()
    // The next start is known when the time of this work has been counted.
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

  /** @returns the matching items, taken out of the line */
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
