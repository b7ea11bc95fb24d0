import { parentPort, workerData } from "node:worker_threads"
import type { Route } from "./api/frame/route.ts"
import { Created } from "./api/frame/reply.ts"
import { openDatabase, openReadOnly } from "./db/open.ts"
import { openSystem } from "./db/system.ts"
import type { RouteTask } from "./http/http-deps.ts"
import { routeName, portableOf } from "./http/run.ts"
import { lowerThread, workedMs } from "./lib/threads.ts"
import { Refusal } from "./lib/refusal.ts"
import type { Outcome, Given, Order, Answer } from "./route-thread.ts"
import { roomAt } from "./routes.ts"

const { file, access } = workerData as Given
// Lowers only the thread of long reads: while the thread of long writes works, all other writes wait for it.
if (access === "read") lowerThread()
/** Time at which the service handed over the current task. */
let now = ""
const sqlite = access === "read" ? openReadOnly(file) : openDatabase(file)
const { system, endTurn, close } = openSystem(sqlite, () => new Date(now))

/**
 * Resolves when all orders so far are done. The next one waits for it: tasks come one at a time, but "end"
 * may come while a task is still at work.
 */
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
  const outcome = await answer(order.task, order.runs)
  // The next task may come in the same turn of the event loop, and must see writes made in between.
  endTurn()
  parentPort?.postMessage({ ...outcome, nr: order.nr, worked: workedMs() - begun } satisfies Answer, [])
}

const handlers = new Map<string, Route["handler"]>()

/** @returns the handler of a portable route, by `routeName` */
async function handlerOf(name: string): Promise<Route["handler"]> {
  if (!handlers.has(name)) {
    const routes = (await roomAt(name.slice(name.indexOf("/")))?.()) ?? []
    for (const route of routes) {
      const handler = portableOf(route)
      if (handler) handlers.set(routeName(route), handler)
    }
  }
  const handler = handlers.get(name)
  if (!handler) throw new Error(`${name} is not done here`)
  return handler
}

async function answer(task: RouteTask, runs: boolean): Promise<Outcome> {
  try {
    const handler = await handlerOf(task.route)
    return runs ? await run(handler, task) : { value: undefined }
  } catch (error) {
    if (error instanceof Refusal) {
      const { kind, message, details } = error
      return { refusal: { kind, message, details: { ...details, cause: undefined } } }
    }
    const { message, stack, code } = error as Error & { code?: string }
    return { failure: { message, stack, code } }
  }
}

async function run(handler: Route["handler"], task: RouteTask): Promise<Outcome> {
  const { tenant, actor, params, query, body } = task
  if (task.now === undefined) throw new Error("a handler runs at some time")
  now = task.now
  // Portable work (portableOf) uses nothing else of its context.
  const work = () => handler({ tenant: system.tenant(tenant), actor, params, query, body } as never)
  const value = access === "read" ? work() : await system.write(work)
  return value instanceof Created ? { value: value.record, isFirst: value.first } : { value }
}
