import { FairLine, machine } from "./fair-line.ts"
import { lowerPool } from "./threads.ts"

/** A line of tasks: calling it with a task runs that when its turn comes. */
export type Queue = {
  /** @param owner the company of the task, in fair order (fair-line.ts); none may fill more than half of the line */
  <T>(task: () => Promise<T>, owner?: string): Promise<T>
  /** @returns how many tasks run now, and how many wait */
  load(): { running: number; waiting: number }
}

type Limits = {
  /** Tasks that run at once, and of one owner. */
  parallel: number
  each?: number
  /** Tasks that may wait beside them. */
  waiting: number
  /** Whether a task's time counts for its owner; false for work on the event loop, which counts there (turns.ts). */
  isCharged?: boolean
}

/**
 * Runs `parallel` tasks at once, lets `waiting` more wait, and refuses the rest.
 *
 * @param full makes the error for a full line
 */
export function queue(
  { parallel, waiting, each = parallel, isCharged = true }: Limits,
  full: () => Error,
  clock = machine,
): Queue {
  const line = new FairLine<() => void>(clock)
  const running = new Map<string, number>()
  /** Number of running tasks. */
  let all = 0
  const mayBegin = (owner: string): boolean =>
    all < parallel && (owner === "" || (running.get(owner) ?? 0) < each)
  const begin = (owner: string): void => {
    all++
    running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  const end = (owner: string): void => {
    all--
    const left = (running.get(owner) ?? 0) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    line.shift(mayBegin)?.()
  }
  const run = async <T>(task: () => Promise<T>, owner = ""): Promise<T> => {
    if (mayBegin(owner)) begin(owner)
    else {
      const isFull = line.size >= waiting || (owner !== "" && line.waiting(owner) >= waiting / 2)
      if (isFull) throw full()
      await new Promise<void>((ready) =>
        line.push(owner, () => {
          begin(owner)
          ready()
        }),
      )
    }
    const begun = performance.now()
    try {
      const result = task()
      lowerPool()
      return await result
    } finally {
      if (isCharged) clock.charge(owner, performance.now() - begun)
      end(owner)
    }
  }
  return Object.assign(run, { load: () => ({ running: all, waiting: line.size }) })
}
