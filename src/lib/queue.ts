/**
 * Runs so many tasks at once, lets so many wait, and refuses the rest.
 *
 * @param full makes the error for whoever finds the line full
 * @returns runs a task when its turn comes; nobody overtakes
 */
export function queue(
  parallel: number,
  waiting: number,
  full: () => Error,
): <T>(task: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= parallel) {
      if (line.length >= waiting) throw full()
      await new Promise<void>((ready) => line.push(ready))
    } else running++
    try {
      return await task()
    } finally {
      // Hands its place to the next in line.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
