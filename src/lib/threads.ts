import { readdirSync, readFileSync } from "node:fs"
import { setPriority } from "node:os"

/** Pattern for the names of Bun's pool threads, which hash passwords and decode pictures. */
const POOL = /^Bun Pool/
const TASKS = "/proc/self/task"
/** Nice value, 19 at most. At 10 the threads still get a tenth of a busy core. */
const POLITE = 10

const MAIN = String(process.pid)
/** Threads that need not be looked at again. */
const known = new Set([MAIN])

/**
 * Lowers the priority of the pool threads below that of the thread that answers requests. Linux only: threads
 * have priorities of their own there. Call it when work was just given to the pool, as its threads start on
 * demand.
 */
export function lowerPool(): void {
  if (process.platform !== "linux") return
  for (const thread of threads()) if (!known.has(thread)) orLeave(() => lowerIfPool(thread))
}

/** @returns the ids of all threads of this process; none where the system does not show them */
function threads(): string[] {
  try {
    return readdirSync(TASKS)
  } catch {
    return []
  }
}

function lowerIfPool(thread: string): void {
  const name = nameOf(thread)
  // A new thread has the main thread's name until it gives itself its own: it is looked at again then.
  if (name !== nameOf(MAIN)) known.add(thread)
  if (POOL.test(name)) setPriority(Number(thread), POLITE)
}

const nameOf = (thread: string): string => readFileSync(`${TASKS}/${thread}/comm`, "utf8")

/** Lowers the priority of the calling thread; on Linux only. */
export function lowerThread(): void {
  // On other systems this would lower the whole process.
  if (process.platform === "linux") orLeave(() => setPriority(0, POLITE))
}

function orLeave(work: () => void): void {
  try {
    work()
  } catch {
    // The thread has ended, or the system does not allow it: priorities stay as they are.
  }
}

/** @returns CPU time used by the calling thread, in ms */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Longest wait for a thread's end when the service stops, in ms. */
const LONGEST_END = 2000

/** Resolves when a thread has ended, or after LONGEST_END. */
export async function untilEnded(ended: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LONGEST_END)
  void ended.then(() => resolve())
  await promise
  clearTimeout(timer)
}

/** Longest time for which a thread may hold up all writers, in ms: ten times what the longest write takes. */
export const LONGEST_WRITE = 30_000
