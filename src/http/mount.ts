import type { Elysia } from "elysia"
import type { Route } from "../api/route.ts"
import { after } from "../lib/after.ts"
import { isPieces } from "../lib/pieces.ts"
import { answerer } from "./answer.ts"
import { Call } from "./call.ts"
import { contextMaker } from "./context.ts"
import { requireOwnPage } from "./cookie.ts"
import type { HttpDeps } from "./deps.ts"
import { errorReply } from "./errors.ts"
import { guard } from "./guard.ts"
import { hurried, isPortable } from "./hurried.ts"
import { inputReader } from "./input.ts"
import { polled } from "./polled.ts"
import { infoOf } from "./request-info.ts"

type Params = Record<string, string>
type Answer = Response | Promise<Response>

/**
 * Puts the routes into Elysia's router. Everything between the router and a handler happens here, in this order:
 * token (401), role and tenant (403), input (400), then the handler with its records (404) and rules (409).
 */
export function mount(app: Elysia, routes: Route[], deps: HttpDeps): void {
  const contexts = contextMaker(deps)
  for (const route of routes) {
    const run = runner(route, deps, contexts(route))
    // parse "none": nothing of a body is read before the token was checked.
    const handle = ({ request, params }: { request: Request; params: Params }) => run(request, params)
    app.route(route.method, route.path, handle, { parse: "none" })
    if (route.method === "GET") app.route("HEAD", route.path, handle, { parse: "none" })
  }
}

/** Steps that need not wait run synchronously (lib/after.ts). */
function runner(
  route: Route,
  deps: HttpDeps,
  contextOf: (call: Call) => object,
): (request: Request, params: Params) => Answer {
  const perform = route.mode === "raw" ? rawPerformer(route, deps) : performer(route, deps, contextOf)
  return (request, params) => {
    const failed = (error: unknown) => errorReply(error, deps.log, request, route.options.failure)
    try {
      const info = infoOf(request)
      info.route = route.path
      const response = perform(new Call(request, params, info))
      return response instanceof Promise ? response.catch(failed) : response
    } catch (error) {
      return failed(error)
    }
  }
}

function rawPerformer({ handler }: Route, deps: HttpDeps): (call: Call) => Answer {
  return ({ request, params }) => handler({ request, params, deps } as never) as Answer
}

function performer(route: Route, deps: HttpDeps, contextOf: (call: Call) => object): (call: Call) => Answer {
  const admit = guard(route, deps)
  const input = inputReader(route)
  const execute = executor(route, deps, contextOf)
  const answer = answerer(route, deps)
  const perform = (call: Call): Answer => {
    const result = execute(call)
    if (!(result instanceof Promise)) return answer(result, call.request)
    // It is its company's work, too, only later.
    return result.then((value) =>
      deps.shares.measure(call.tenant?.id ?? "", () => answer(value, call.request)),
    )
  }
  const work = route.options.polled ? polled(perform, deps) : perform
  const share = sharer(route, deps)
  return (call) => {
    // Looked up now: the log-in throttle needs it after the body has arrived.
    if (route.mode === "free") void call.info.address
    return after(admit(call), () => after(input(call), () => share(call, work)))
  }
}

/** @returns a function that answers within the share of the company (lib/shares.ts) */
function sharer({ mode }: Route, { shares }: HttpDeps): (call: Call, work: (call: Call) => Answer) => Answer {
  if (mode !== "read" && mode !== "write") return (call, work) => work(call)
  return (call, work) => (call.tenant ? shares.run(call.tenant.id, () => work(call)) : work(call))
}

function executor(route: Route, deps: HttpDeps, contextOf: (call: Call) => object): (call: Call) => unknown {
  const { prepare, handler, mode, options } = route
  const { system, config, shares } = deps
  if (isPortable(route)) return hurried(route, contextOf, deps)
  const handle = (call: Call) => {
    if (options.ownPage) requireOwnPage(call.request, config)
    return handler(contextOf(call) as never)
  }
  const run = options.slow
    ? (call: Call) => call.info.takingTime(() => handle(call), config.idleSeconds)
    : handle
  const writeFor = (call: Call, owner: string) =>
    system.write(() => {
      const result = shares.measure(owner, () => run(call))
      return isPieces(result) ? shares.measurePieces(owner, result) : result
    }, owner)
  const start = mode === "write" ? (call: Call) => writeFor(call, call.tenant?.id ?? "") : run
  if (!prepare) return start
  return async (call) => {
    call.prepared = await prepare(contextOf(call) as never)
    return start(call)
  }
}
