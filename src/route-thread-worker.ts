import { parentPort, workerData } from "node:worker_threads"
import type { Route } from "./api/frame/route.ts"
import { openReadOnly } from "./db/open.ts"
import { openSystem } from "./db/system.ts"
import type { RouteTask } from "./http/http-deps.ts"
import { isPortable, nameOf } from "./http/long.ts"
import { lowerThread, workedMs } from "./lib/threads.ts"
import { Refusal } from "./lib/refusal.ts"
import type { Answered, Order, Told } from "./route-thread.ts"
import { roomAt } from "./routes.ts"

lowerThread()
/** The service's time when it passed the task that is being done. */
let now = ""
const { system, endTurn, close } = openSystem(openReadOnly(workerData as string), () => new Date(now))

/** Resolves when all orders so far are done. A new one waits for it, as an earlier one may still load its routes. */
let done = Promise.resolve()
parentPort?.on("message", (order: Order) => {
  done = done.then(() => follow(order))
})

async function follow(order: Order): Promise<void> {
  if (order === "end") {
    close()
    return parentPort?.close()
  }
  const begun = workedMs()
  const answered = await answer(order.task)
  // The next task may come in the same turn of the event loop, and has to see newer writes.
  endTurn()
  parentPort?.postMessage({ ...answered, nr: order.nr, worked: workedMs() - begun } satisfies Told, [])
}

const handlers = new Map<string, Route["handler"]>()

/** @returns the handler of a route that can be done here */
async function handlerOf(name: string): Promise<Route["handler"]> {
  if (!handlers.has(name)) {
    const routes = (await roomAt(name.slice(name.indexOf("/")))?.()) ?? []
    for (const route of routes.filter(isPortable)) handlers.set(nameOf(route), route.handler)
  }
  const handler = handlers.get(name)
  if (!handler) throw new Error(`${name} is not done here`)
  return handler
}

async function answer(task: RouteTask): Promise<Answered> {
  const { route, tenant, actor, params, query } = task
  try {
    const handler = await handlerOf(route)
    now = task.now
    // Portable handlers read nothing else of their context (isPortable).
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
