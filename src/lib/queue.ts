/** A queue of tasks; calling it runs one when its turn comes. */
export type Queue = {
  <T>(task: () => Promise<T>): Promise<T>
  /** @returns how many tasks run now, and how many wait */
  load(): { running: number; waiting: number }
}

/**
 * Runs at most `parallel` tasks at once, lets `waiting` more wait in order, and refuses the rest.
 *
 * @param full makes the error when the queue is full
 */
export function queue(parallel: number, waiting: number, full: () => Error): Queue {
  const line: (() => void)[] = []
  let running = 0
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (line.length >= waiting) throw full()
      await new Promise<void>((ready) => line.push(ready))
    } else running++
    try {
      return await task()
    } finally {
      // Hands its slot to the next task.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, { load: () => ({ running, waiting: line.length }) })
}
