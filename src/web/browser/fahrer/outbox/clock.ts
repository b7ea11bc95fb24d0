/** The same moment by three clocks: the service's, the telephone's, and the page's monotonic one. In ms. */
export type Moment = { service: number; wall: number; mono: number; page: string }

/** The clocks of a telephone, and storage for the last known moment. */
export type Clocks = {
  wall: () => number
  /** Monotonic clock of this page: it never jumps, but may stand still while the telephone sleeps. */
  mono: () => number
  page: string
  read: () => Moment | undefined
  write: (moment: Moment) => void
}

/** Smaller differences do not count, as headers have whole seconds, and an answer takes its time. In ms. */
const NOTHING = 2000
/** Tolerance of the service: smaller differences need no correction. In ms. */
const FORGIVEN = 5 * 60_000
/** People set a clock to the minute. In ms. */
const MINUTE = 60_000

/**
 * Tells the time by the service's clock, even if somebody sets the telephone's: the service refuses times in its
 * future.
 */
export class ServiceClock {
  readonly #clocks: Clocks
  #last: Moment | undefined

  constructor(clocks: Clocks) {
    this.#clocks = clocks
  }

  /** Learns the time from the headers of an answer, if it is from the service. */
  learn(headers: Headers): void {
    const told = Date.parse(headers.get("date") ?? "")
    if (!headers.has("x-request-id") || Number.isNaN(told)) return
    const wall = this.#clocks.wall()
    this.#keep(Math.abs(told - wall) < NOTHING ? wall : told, wall)
  }

  /**
   * @returns now, by the service's clock as far as it is known; in ms. The more often it is called, the better it
   *   notices jumps.
   */
  now(): number {
    const wall = this.#clocks.wall()
    this.#last ??= this.#clocks.read()
    if (!this.#last) return wall
    const passed = this.#last.page === this.#clocks.page ? this.#clocks.mono() - this.#last.mono : undefined
    const now = serviceTimeAt(this.#last, wall, passed)
    this.#keep(now, wall)
    return now
  }

  #keep(service: number, wall: number): void {
    this.#last = { service, wall, mono: this.#clocks.mono(), page: this.#clocks.page }
    this.#clocks.write(this.#last)
  }
}

/**
 * Tells apart whether the telephone's clock went on, was set, or the telephone slept, when the page's clock stands still.
 *
 * @param passed time since `last` by the page's clock, in ms, which is the least that has passed; undefined after a reload
 * @returns the service's time at `wall`, in ms
 */
export function serviceTimeAt(last: Pick<Moment, "service" | "wall">, wall: number, passed?: number): number {
  const earliest = last.service + (passed ?? 0)
  const jump = wall - last.wall - (passed ?? 0)
  /** How long the telephone slept, if its clock is right now. */
  const rest = wall - earliest
  if (jump < -NOTHING) return rest > -NOTHING && rest < -jump ? wall : earliest
  const wasWrong = Math.abs(last.service - last.wall) > FORGIVEN
  const setRight = passed !== undefined && wasWrong && Math.abs(rest) < MINUTE
  return setRight ? wall : wall + last.service - last.wall
}
