import { readdirSync, readFileSync } from "node:fs"
import { setPriority } from "node:os"

/** Names of Bun's threads that hash and decode. */
const POOL = /^Bun Pool/
const TASKS = "/proc/self/task"
/** Niceness, of at most 19: the threads still get a tenth of a busy core. */
const POLITE = 10

const known = new Set<string>()

/**
 * Lets the threads that hash passwords and decode pictures give way to the one that answers requests, on Linux, where
 * threads have priorities of their own. To be called when there is work for them: they begin when they are needed.
 */
export function lowerPool(): void {
  if (process.platform !== "linux") return
  for (const thread of readdirSync(TASKS)) {
    if (known.has(thread)) continue
    known.add(thread)
    lower(Number(thread), () => POOL.test(readFileSync(`${TASKS}/${thread}/comm`, "utf8")))
  }
}

/** The same for the thread that calls it. */
export function lowerThread(): void {
  // Elsewhere it would be the whole process.
  if (process.platform === "linux") lower(0)
}

/** The same for a process that was just started. */
export const lowerProcess = (pid: number): void => lower(pid)

function lower(thread: number, isMeant = () => true): void {
  try {
    if (isMeant()) setPriority(thread, POLITE)
  } catch {
    // The thread has ended, or the system does not allow it: priorities stay as they are.
  }
}

/** @returns for how many ms the thread that calls it has worked */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
