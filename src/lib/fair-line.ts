/**
 * Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), on which all sharing of the machine rests.
 *
 * A company's next work has a start on a virtual clock: where its work before it ended. Of the companies that wait, the
 * one whose work starts first is next. The clock shows the start of what was served last, and no work starts before
 * that: who was idle has saved up nothing, who worked alone owes nothing, and whenever something waits, something is
 * done.
 */
export class VirtualClock {
  #now = 0
  /** Where each company's work has ended so far, in ms of work. */
  readonly #ends = new Map<string, number>()
  #most = 1000

  /** Companies of whom something is known. */
  get size(): number {
    return this.#ends.size
  }

  /** @returns where a company's work has ended so far */
  endOf(owner: string): number {
    return this.#ends.get(owner) ?? 0
  }

  /** @returns where work of a company starts that comes now */
  startOf(owner: string): number {
    return Math.max(this.#now, this.endOf(owner))
  }

  /** Shows the start of what is served now. */
  serve(start: number): void {
    if (start > this.#now) this.#now = start
  }

  /** Counts what a company's work took. @param ms of a thread's time */
  charge(owner: string, ms: number): void {
    this.#ends.set(owner, this.startOf(owner) + ms)
    if (this.#ends.size > this.#most) this.#forget()
  }

  /** Does work whose turn it is, and counts what it takes until it returns. */
  measure<T>(owner: string, work: () => T): T {
    const begun = performance.now()
    try {
      return work()
    } finally {
      this.charge(owner, performance.now() - begun)
    }
  }

  /** Companies whose work ended before now start as any other. */
  #forget(): void {
    for (const [owner, end] of this.#ends) if (end <= this.#now) this.#ends.delete(owner)
    this.#most = Math.max(1000, 2 * this.#ends.size)
  }
}

/** The clock of this process: one for reads, writers, streams, documents, threads and pictures alike. */
export const machine = new VirtualClock()

type Own<T> = { start: number; items: T[] }

/** A line of work in the order of a virtual clock. What one company brings keeps its order. */
export class FairLine<T> {
  readonly #clock: VirtualClock
  /** By company, in the order in which they came: who came first is next of those that start together. */
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

  /**
   * @param mayBegin passes over companies of whom enough is under way
   * @returns the first thing of the company whose work starts first
   */
  shift(mayBegin: (owner: string) => boolean = () => true): T | undefined {
    const owner = this.#next(mayBegin)
    if (owner === undefined) return undefined
    const { start, items } = this.#waiting.get(owner)!
    this.#clock.serve(start)
    this.#waiting.delete(owner)
    const item = items.shift()
    // Its start is known when what it took was counted.
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

  /** @returns what was meant, taken out of the line */
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
