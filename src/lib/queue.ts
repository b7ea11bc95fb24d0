import { FairLine, NO_COMPANY, sharedClock } from "./fair-line.ts"
import { hungUp } from "./refusal.ts"
import { lowerPool } from "./threads.ts"
import type { Caller } from "./turns.ts"

/** Bounded task queue. Calling it with a task runs the task in its turn. */
export type Queue = {
  /**
   * @param owner who is charged for the task: a company's id, or a caller's address at the log-in. Neither `each` nor
   *   `waitingEach` applies to NO_COMPANY
   * @param caller a task that has not begun when its caller hangs up is dropped
   * @throws Refusal `gone` for a dropped task
   */
  <T>(task: () => Promise<T>, owner?: string, caller?: Caller): Promise<T>
  /** @returns the numbers of tasks that run now, and that wait */
  load(): { running: number; waiting: number }
  /** Rejects all tasks that wait. */
  drop(error: Error): void
}

type Limits = {
  /** Most tasks that run at the same time. */
  parallel: number
  /** Most of them that belong to one company. */
  each?: number
  /** Most tasks that wait. */
  waiting: number
  /** Most of them that belong to one owner; half of them if left out. */
  waitingEach?: number
  /**
   * Whether companies are charged for their tasks, from start to end; false if whoever does the work charges it, such
   * as the event loop (turns.ts).
   */
  isCharged?: boolean
}

type Waiting = { begin: () => void; reject: (error: Error) => void; caller: Caller | undefined }

/**
 * Makes a queue that runs `parallel` tasks at a time, lets `waiting` more wait, and refuses all others.
 *
 * @param full makes the error for a full queue
 */
export function queue(
  { parallel, waiting, waitingEach = waiting / 2, each = parallel, isCharged = true }: Limits,
  full: () => Error,
  clock = sharedClock,
): Queue {
  const line = new FairLine<Waiting>(clock, waitingEach)
  const running = new Map<string, number>()
  /** Number of running tasks. */
  let all = 0
  const mayBegin = (owner: string): boolean =>
    all < parallel && (owner === NO_COMPANY || (running.get(owner) ?? 0) < each)
  const begin = (owner: string): void => {
    all++
    running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  const end = (owner: string): void => {
    all--
    const left = (running.get(owner) ?? 0) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    dropAbandoned()
    line.shift(mayBegin)?.begin()
  }
  const dropAbandoned = (): void => {
    for (const { reject } of line.remove(({ caller }) => caller?.signal.aborted === true)) reject(hungUp())
  }
  const run = async <T>(task: () => Promise<T>, owner = NO_COMPANY, caller?: Caller): Promise<T> => {
    if (caller?.signal.aborted) throw hungUp()
    if (mayBegin(owner)) {
      clock.serve(clock.startOf(owner))
      begin(owner)
    } else {
      dropAbandoned()
      if (line.size >= waiting || line.isFull(owner)) throw full()
      await new Promise<void>((ready, reject) => {
        const beginNow = (): void => {
          begin(owner)
          ready()
        }
        line.push(owner, { begin: beginNow, reject, caller })
      })
    }
    const begun = clock.elapsed()
    try {
      const result = task()
      // Charged tasks use Bun's thread pool (hashing, pictures), whose threads start with the first such work.
      if (isCharged) lowerPool()
      return await result
    } finally {
      if (isCharged) clock.charge(owner, clock.elapsed() - begun)
      end(owner)
    }
  }
  const drop = (error: Error): void => {
    for (const { reject } of line.remove(() => true)) reject(error)
  }
  return Object.assign(run, { load: () => ({ running: all, waiting: line.size }), drop })
}
