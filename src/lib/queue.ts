import { FairLine } from "./fair-line.ts"
import { lowerPool } from "./pool.ts"

/** A line of tasks; calling it runs one when its turn comes. */
export type Queue = {
  /** @param owner for whom it is done: owners take turns, and none of them may fill more than half of the line */
  <T>(task: () => Promise<T>, owner?: string): Promise<T>
  /** @returns how many tasks run now, and how many wait */
  load(): { running: number; waiting: number }
}

/**
 * Runs so many tasks of the thread pool at once, lets so many wait, and refuses the rest.
 *
 * @param full makes the error for whoever finds the line full
 */
export function queue(parallel: number, waiting: number, full: () => Error): Queue {
  const line = new FairLine<() => void>()
  let running = 0
  const run = async <T>(task: () => Promise<T>, owner = ""): Promise<T> => {
    if (running >= parallel) {
      const isFull = line.size >= waiting || (owner !== "" && line.waiting(owner) >= waiting / 2)
      if (isFull) throw full()
      await new Promise<void>((ready) => line.push(owner, ready))
    } else running++
    try {
      const result = task()
      lowerPool()
      return await result
    } finally {
      // Hands its place to the next in line.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, { load: () => ({ running, waiting: line.size }) })
}
