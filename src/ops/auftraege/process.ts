import { reasonOf } from "../../lib/disk-fault.ts"
import type { Log } from "../../lib/log.ts"
import { ourselves } from "../../lib/ourselves.ts"

/** Gets the jobs done that are waiting. */
type Auftragsdienst = {
  /** There may be something to do. */
  kick: () => void
  stop: () => void
}

/** Restarts of a process that was killed, and the ms before each of them; a new job begins it at once. */
const AGAIN = { times: 3, after: 1000 }

/**
 * Does jobs in a process of its own, so that printing a thousand statements holds up nobody. When one is killed, the
 * next goes on where it stopped.
 *
 * @param env the settings, handed on to that process
 */
export function createAuftragsdienst(env: Record<string, string | undefined>, log: Log): Auftragsdienst {
  let child: Bun.Subprocess | undefined
  let again = false
  let stopped = false
  let killed = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const goOn = (code: number) => {
    killed = code === 0 ? 0 : killed + 1
    if (code !== 0 && killed <= AGAIN.times) pause = setTimeout(kick, AGAIN.after)
  }
  const run = async () => {
    try {
      const started = Bun.spawn([...ourselves(), "auftraege"], { env, stdout: "ignore", stderr: "pipe" })
      child = started
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
