import { parentPort, workerData } from "node:worker_threads"
import { routes } from "./app.ts"
import { openReader } from "./db/open.ts"
import { openSystem } from "./db/system.ts"
import type { Asked } from "./http/deps.ts"
import { isPortable, nameOf } from "./http/hurried.ts"
import { lowerThread, workedMs } from "./lib/threads.ts"
import { Refusal } from "./lib/refusal.ts"
import type { Answered } from "./reading-thread.ts"

lowerThread()
const handlers = new Map(routes.filter(isPortable).map((route) => [nameOf(route), route.handler]))
let now = ""
const { system, endTurn, close } = openSystem(openReader(workerData as string), () => new Date(now))

parentPort?.on("message", (asked: Asked | "end") => {
  if (asked !== "end") {
    const begun = workedMs()
    const answered = answer(asked)
    // The next read may come before this turn is over, and sees what was written meanwhile.
    endTurn()
    return parentPort?.postMessage({ ...answered, worked: workedMs() - begun }, [])
  }
  close()
  parentPort?.close()
})

function answer(asked: Asked): Answered {
  const { route, tenant, actor, params, query } = asked
  now = asked.now
  try {
    const handler = handlers.get(route)
    if (!handler) throw new Error(`${route} is not done here`)
    // Nothing else is in a context that such a handler reads (isPortable).
    const value = handler({ tenant: system.tenant(tenant), actor, params, query } as never)
    return { value }
  } catch (error) {
    if (error instanceof Refusal) {
      const { kind, message, details } = error
      return { refusal: { kind, message, details: { ...details, cause: undefined } } }
    }
    const { message, stack, code } = error as Error & { code?: string }
    return { failure: { message, stack, code } }
  }
}
