import { reasonOf } from "../../lib/disk-fault.ts"
import type { Log } from "../../lib/log.ts"
import { ourselves } from "../../lib/ourselves.ts"
import { lowerProcess } from "../../lib/threads.ts"

/** Runner of the waiting jobs. `kick` tells it that there may be one. */
type Auftragsdienst = {
  kick: () => void
  stop: () => void
}

/** Restarts of a process that failed, and the time before each in ms. A new job starts one without waiting. */
const RESTARTS = { times: 3, after: 1000 }

/**
 * Runs jobs in a process of lower priority, so that printing a thousand statements holds up nobody. If it is killed,
 * the next process continues where it stopped.
 *
 * @param env the settings, handed on to that process
 */
export function createAuftragsdienst(env: Record<string, string | undefined>, log: Log): Auftragsdienst {
  let child: Bun.Subprocess | undefined
  let again = false
  let stopped = false
  let failures = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const goOn = (code: number) => {
    failures = code === 0 ? 0 : failures + 1
    if (code !== 0 && failures <= RESTARTS.times) pause = setTimeout(kick, RESTARTS.after)
  }
  const run = async () => {
    try {
      const started = Bun.spawn([...ourselves(), "auftraege"], { env, stdout: "ignore", stderr: "pipe" })
      child = started
      lowerProcess(started.pid)
      const [code, err] = await Promise.all([started.exited, started.stderr.text()])
      if (stopped) return
      if (code !== 0) log.error("jobs were not finished", { code, result: err.trim() })
      goOn(code)
    } catch (error) {
      log.error("jobs were not begun", { result: reasonOf(error) })
    } finally {
      child = undefined
      if (again && !stopped) kick()
    }
  }
  const kick = () => {
    if (stopped) return
    again = child !== undefined
    if (!child) void run()
  }
  return {
    kick,
    stop: () => {
      stopped = true
      clearTimeout(pause)
      child?.kill()
    },
  }
}
