/** One moment by three clocks: the service's, the telephone's, and the page's own, which nobody can set. In ms. */
export type Moment = { service: number; wall: number; mono: number; page: string }

/** The clocks of a telephone, and where the last known moment outlives the page. */
export type Clocks = {
  wall: () => number
  /** Clock of this page alone. It may stand still while the telephone sleeps, and never jumps. */
  mono: () => number
  page: string
  read: () => Moment | undefined
  write: (moment: Moment) => void
}

/** Smallest difference that counts, in ms: headers have whole seconds, and the answer was under way. */
const NOTHING = 2000
/** Tolerance of the service in ms: smaller changes of the clock need no correction. */
const FORGIVEN = 5 * 60_000
/** People set a clock to the minute. In ms. */
const MINUTE = 60_000

/** Time by the service's clock, even if the telephone's is set: the service refuses times in its future. */
export class ServiceClock {
  readonly #clocks: Clocks
  #last: Moment | undefined

  constructor(clocks: Clocks) {
    this.#clocks = clocks
  }

  /** Learns from an answer. Those without our mark do not count. */
  learn(headers: Headers): void {
    const told = Date.parse(headers.get("date") ?? "")
    if (!headers.has("x-request-id") || Number.isNaN(told)) return
    const wall = this.#clocks.wall()
    this.#keep(Math.abs(told - wall) < NOTHING ? wall : told, wall)
  }

  /** @returns now, by the service's clock as far as it is known; in ms. Asked often, it notices more. */
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
 * The telephone's clock went on, or somebody set it, or the telephone slept, when no page's clock counts.
 *
 * @param passed by the page's clock: at least so long; undefined after a reload
 * @returns the service's time at `wall`, in ms
 */
export function serviceTimeAt(last: Pick<Moment, "service" | "wall">, wall: number, passed?: number): number {
  const earliest = last.service + (passed ?? 0)
  const jump = wall - last.wall - (passed ?? 0)
  /** Time of sleep, if the telephone's clock is right now: what it shows beyond the earliest. */
  const rest = wall - earliest
  if (jump < -NOTHING) return rest > -NOTHING && rest < -jump ? wall : earliest
  const wasWrong = Math.abs(last.service - last.wall) > FORGIVEN
  const setRight = passed !== undefined && wasWrong && Math.abs(rest) < MINUTE
  return setRight ? wall : wall + last.service - last.wall
}
