import type { Elysia } from "elysia"
import type { Deps } from "../deps.ts"
import { after } from "../lib/after.ts"
import { readJson } from "./body.ts"
import { Call } from "./call.ts"
import { errorReply } from "./errors.ts"
import { infoOf } from "./request-info.ts"
import { respond, respondJson } from "./respond.ts"
import { checker, picker, Reply } from "./reply.ts"
import type { Route } from "./route.ts"
import { openSession, requireRole, requireTenant, type Session } from "./session.ts"
import { readQuery } from "./query-string.ts"
import { validator } from "./validate.ts"

type Params = Record<string, string>
type Step = (call: Call) => void | Promise<void>

/**
 * Puts the routes into Elysia's router. Everything between the router and a handler happens here, in this order:
 * token (401), role and tenant (403), input (400), then the handler with its records (404) and rules (409).
 */
export function mount(app: Elysia, routes: Route[], deps: Deps): void {
  for (const route of routes) {
    const run = runner(route, deps)
    // parse "none": nothing of a body is read before the token was checked.
    const handle = ({ request, params }: { request: Request; params: Params }) => run(request, params)
    app.route(route.method, route.path, handle, { parse: "none" })
    if (route.method === "GET") app.route("HEAD", route.path, handle, { parse: "none" })
  }
}

/** Each step waits only where there is something to wait for (lib/after.ts). */
function runner(
  route: Route,
  deps: Deps,
): (request: Request, params: Params) => Response | Promise<Response> {
  const admit = guard(route, deps)
  const input = inputReader(route)
  const execute = executor(route, deps)
  const answer = answerer(route, deps)
  return (request, params) => {
    const failed = (error: unknown) => errorReply(error, deps.log, request, route.options.failure)
    try {
      const info = infoOf(request)
      info.route = route.path
      // The throttle asks for it when the body has come.
      if (route.mode === "free") void info.address
      const call = new Call(request, params, deps, info)
      const response = after(admit(call), () =>
        after(input(call), () => after(execute(call), (result) => answer(result, request))),
      )
      return response instanceof Promise ? response.catch(failed) : response
    } catch (error) {
      return failed(error)
    }
  }
}

/** @returns lets a call pass or throws, and gives it what its scope may use, and nothing else */
function guard({ options: { scope, roles = [] } }: Route, deps: Deps): Step {
  const { system, clock } = deps
  if (scope === "public") {
    return (call) => {
      call.system = system
    }
  }
  const enter = (call: Call, session: Session) => {
    if (scope === "account") {
      call.system = system
      call.session = session
      return
    }
    call.actor = requireRole(session, roles)
    if (scope === "system") call.system = system
    else call.tenant = requireTenant(session, call.request, system, clock())
    call.info.tenant = call.tenant?.id
  }
  return (call) => after(openSession(call.request, deps), (session) => enter(call, session))
}

/** @returns reads and checks all that the route takes; throws every fault at once */
function inputReader({ options, path }: Route): Step {
  const query = options.query
  const checkQuery = query && validator(query, "query")
  const checkBody = options.body && validator(options.body, "body")
  const checkParams = options.params && validator(options.params, "path")
  if (!path.includes(":") && checkParams) throw new Error(`${path} has no parameters`)
  return (call) => {
    checkParams?.(call.params)
    if (query && checkQuery) call.query = checkQuery(readQuery(call.request.url, query))
    if (!checkBody) return
    return readJson(call.request).then((body) => {
      call.body = checkBody(body)
    })
  }
}

function executor(
  { prepare, handler, mode, options }: Route,
  { system, config }: Deps,
): (call: Call) => unknown {
  const run = (call: Call) =>
    options.slow
      ? call.info.takingTime(() => handler(call as never), config.idleSeconds)
      : handler(call as never)
  const start = mode === "write" ? (call: Call) => system.write(() => run(call)) : run
  if (!prepare) return start
  return async (call) => {
    call.prepared = await prepare(call as never)
    return start(call)
  }
}

function answerer({ options }: Route, deps: Deps): (result: unknown, request: Request) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, request) => {
    if (result instanceof Response) return result
    const {
      status,
      body: full,
      headers,
    } = result instanceof Reply ? result : new Reply(options.status ?? 200, result)
    if (!pick) return respond(request, status === 200 ? 204 : status, null, headers)
    const body = pick(full)
    check?.(body)
    if (!options.etag) return respondJson(request, status, body, headers)
    const ETag = `"${(body as { version: number }).version}"`
    if (isKnown(request, ETag)) return respond(request, 304, null, { ETag })
    return respondJson(request, status, body, { ...headers, ETag })
  }
}

/**
 * @returns whether the client has this version already (RFC 9110, 13.1.2): with `W/` before it where a proxy has
 *   packed the reply. Only of a read: to whoever changes something, "not modified" would be a lie.
 */
function isKnown({ method, headers }: Request, etag: string): boolean {
  const known = headers.get("if-none-match")
  if (known === null || (method !== "GET" && method !== "HEAD")) return false
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
}
