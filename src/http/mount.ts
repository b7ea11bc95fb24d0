import type { Elysia } from "elysia"
import type { Route } from "../api/frame/route.ts"
import { NO_COMPANY, sharedClock } from "../lib/fair-line.ts"
import { after, loop } from "../lib/turns.ts"
import { answerer, polled } from "./answer.ts"
import { Call, infoOf } from "./call.ts"
import { contextMaker } from "./context.ts"
import type { HttpDeps } from "./http-deps.ts"
import { errorReply } from "./errors.ts"
import { guard } from "./guard.ts"
import { inputReader } from "./input.ts"
import { handlerInMode } from "./run.ts"

type Params = Record<string, string>
type Answer = Response | Promise<Response>

/**
 * Puts the routes into Elysia's router. Everything between the router and a handler happens here, in this order:
 * token (401), role and tenant (403), input (400), then the handler with its records (404) and rules (409).
 *
 * A request goes through the files front, call, here, guard (with origin), input, context, run, answer and respond;
 * whatever is thrown on the way goes to errors.
 */
export function mount(app: Elysia, routes: Route[], deps: HttpDeps): void {
  const contexts = contextMaker(deps)
  for (const route of routes) {
    const run = withErrors(route, deps, contexts(route))
    // The router leaves out `params` for a path without any. With `parse: "none"`, no body is read before the
    // token is checked.
    const handle = ({ request, params = {} }: { request: Request; params?: Params }) => run(request, params)
    app.route(route.method, route.path, handle, { parse: "none" })
    if (route.method === "GET") app.route("HEAD", route.path, handle, { parse: "none" })
  }
}

/**
 * @returns a function that answers a route's requests, without a promise if nothing waits (lib/turns.ts). While an
 *   answer waits, its connection is not cut off as idle
 */
function withErrors(
  route: Route,
  deps: HttpDeps,
  contextOf: (call: Call) => object,
): (request: Request, params: Params) => Answer {
  const perform = route.mode === "raw" ? rawPipeline(route, deps) : pipeline(route, deps, contextOf)
  return (request, params) => {
    const failed = (error: unknown) => errorReply(error, deps.log, request, route.options.failure)
    try {
      const info = infoOf(request)
      info.route = route.path
      const response = perform(new Call(request, params, info))
      return response instanceof Promise ? info.takingTime(response).catch(failed) : response
    } catch (error) {
      return failed(error)
    }
  }
}

function rawPipeline({ handler }: Route, deps: HttpDeps): (call: Call) => Answer {
  return ({ request, params }) => handler({ request, params, deps } as never) as Answer
}

/**
 * Admits the caller and waits for the body. Then the company's turn comes (lib/turns.ts). A read does all its
 * work in that turn, unless it goes to the thread of long reads (run.ts). A write only checks its input
 * there: its handler waits in the queue of writers (db/group-commit.ts). A `free` handler has its turn until its
 * first await; a `raw` one takes no turn. A reply that is made after a promise takes no further turn, but the
 * company is charged for it.
 *
 * Callers without a company, such as those logging in, count as one company.
 */
function pipeline(route: Route, deps: HttpDeps, contextOf: (call: Call) => object): (call: Call) => Answer {
  const admit = guard(route, deps)
  const input = inputReader(route)
  const execute = handlerInMode(route, deps, contextOf)
  const answer = answerer(route, deps)
  const ownerOf = ({ tenant }: Call): string => tenant?.id ?? NO_COMPANY
  const perform = (call: Call): Answer => {
    const result = execute(call)
    if (!(result instanceof Promise)) return answer(result, call)
    return result.then((value) => sharedClock.measure(ownerOf(call), () => answer(value, call)))
  }
  const respond = route.options.polled ? polled(perform, deps) : perform
  const work = (call: Call, body: Uint8Array | undefined): Answer => {
    input.check(call, body)
    return respond(call)
  }
  // A write runs even if its caller has hung up: the caller cannot tell a dropped write from a stored one.
  const callerOf = ({ request }: Call) => (route.method === "GET" ? request : undefined)
  return (call) =>
    after(admit(call), () =>
      after(input.receive(call), (body) => loop.run(ownerOf(call), () => work(call, body), callerOf(call))),
    )
}
