import type { Elysia } from "elysia"
import { Created, Document, WithToken } from "../api/reply.ts"
import type { Route } from "../api/route.ts"
import type { Session } from "../api/session.ts"
import { after } from "../lib/after.ts"
import { readJson } from "./body.ts"
import { Call } from "./call.ts"
import { isKnown, versionTag } from "./conditional.ts"
import { contextMaker } from "./context.ts"
import { requireOwnPage, setCookie } from "./cookie.ts"
import type { HttpDeps } from "./deps.ts"
import { errorReply } from "./errors.ts"
import { infoOf } from "./request-info.ts"
import { respond, respondJson, respondPacked } from "./respond.ts"
import { checker, picker } from "./reply.ts"
import { openSession, requireRole, requireTenant } from "./session.ts"
import { readQuery } from "./query-string.ts"
import { validator } from "./validate.ts"

type Params = Record<string, string>
type Step = (call: Call) => void | Promise<void>
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

/** Each step waits only where there is something to wait for (lib/after.ts). */
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
  return (call) => {
    // The throttle asks for it when the body has come.
    if (route.mode === "free") void call.info.address
    return after(admit(call), () =>
      after(input(call), () => after(execute(call), (result) => answer(result, call.request))),
    )
  }
}

/** @returns lets a call pass or throws, and gives it what its scope may use, and nothing else */
function guard({ options: { scope, roles = [] } }: Route, deps: HttpDeps): Step {
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
  { system, config }: HttpDeps,
  contextOf: (call: Call) => object,
): (call: Call) => unknown {
  const handle = (call: Call) => {
    if (options.ownPage) requireOwnPage(call.request, config)
    return handler(contextOf(call) as never)
  }
  const run = options.slow
    ? (call: Call) => call.info.takingTime(() => handle(call), config.idleSeconds)
    : handle
  const start = mode === "write" ? (call: Call) => system.write(() => run(call), call.tenant?.id) : run
  if (!prepare) return start
  return async (call) => {
    call.prepared = await prepare(contextOf(call) as never)
    return start(call)
  }
}

function answerer({ options }: Route, deps: HttpDeps): (result: unknown, request: Request) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, request) => {
    if (result instanceof Document) return documentReply(result, request)
    const record = result instanceof Created || result instanceof WithToken ? result.record : result
    const cookie = result instanceof WithToken ? setCookie(request, deps.config, result) : {}
    if (!pick || record === undefined) return respond(request, 204, null, cookie)
    const status = result instanceof Created && result.first ? 201 : 200
    const body = pick(record)
    check?.(body)
    const send = options.packed ? respondPacked : respondJson
    if (!options.etag) return send(request, status, body, cookie)
    const ETag = versionTag((body as { version: number | string }).version)
    if (isKnown(request, ETag)) return respond(request, 304, null, { ETag })
    return send(request, status, body, { ETag })
  }
}

function documentReply({ bytes, type, name }: Document, request: Request): Response {
  // RFC 6266: a name with umlauts stands in the second form, which every browser of today reads.
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return respond(request, 200, new Blob([bytes]), {
    "Content-Type": type,
    "Content-Disposition": disposition,
  })
}
