import { reasonOf } from "../../lib/disk-fault.ts"
import type { Log } from "../../lib/log.ts"
import { ourselves } from "../../lib/ourselves.ts"
import { lowerProcess } from "../../lib/threads.ts"

/** Runner of the waiting jobs. `kick` tells it that there may be one. */
type Auftragsdienst = {
  kick: () => void
  stop: () => void
}

/** Time before a process that failed is started again, in ms, after the first failure and so on; then the last one. */
const PAUSES = [1_000, 5_000, 30_000, 300_000] as const

/**
 * Runs jobs in a process of lower priority, so that printing a thousand statements holds up nobody. Its log lines stand
 * among those of the service. If it is killed, the next process continues where it stopped.
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
    if (code === 0) return
    clearTimeout(pause)
    pause = setTimeout(kick, PAUSES[Math.min(failures, PAUSES.length) - 1])
    pause.unref()
  }
  const run = async () => {
    try {
      const started = Bun.spawn([...ourselves(), "auftraege"], { env, stdout: "inherit", stderr: "pipe" })
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
