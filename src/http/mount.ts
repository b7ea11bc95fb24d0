import type { Elysia } from "elysia"
import type { Deps } from "../deps.ts"
import { readJson } from "./body.ts"
import { ApiError, errorReply } from "./errors.ts"
import { addressOf } from "./request-info.ts"
import { respond, respondJson } from "./respond.ts"
import { checker, picker, Reply } from "./reply.ts"
import type { Route } from "./route.ts"
import { openSession, requireRole, requireTenant, type Session } from "./session.ts"
import { readQuery, validator } from "./validate.ts"

type Params = Record<string, string>

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

function runner(route: Route, deps: Deps): (request: Request, params: Params) => Promise<Response> {
  const { options } = route
  const input = inputReader(route)
  const answer = answerer(route, deps)
  return async (request, params) => {
    try {
      const guarded = await guard(route, request, deps)
      const context = {
        ...guarded,
        ...(await input(request, params)),
        params,
        request,
        deps,
        ifMatch: ifMatch(request),
        address: addressOf(request),
      }
      return answer(await execute(route, context, deps), request)
    } catch (error) {
      return errorReply(error, deps.log, request, options.failure)
    }
  }
}

async function guard(route: Route, request: Request, deps: Deps): Promise<object> {
  const { scope, roles = [] } = route.options
  const { system } = deps
  if (scope === "public") return { system }
  const session: Session = await openSession(request, deps.tokens, system)
  if (scope === "account") return { system, session }
  const actor = requireRole(session, roles)
  if (scope === "system") return { system, actor }
  return { actor, tenant: requireTenant(session, request, system, deps.clock()) }
}

type Input = { body: unknown; query: unknown }

/** @returns a function that reads and checks all that the route takes, and throws every fault at once */
function inputReader({ options, path }: Route): (request: Request, params: Params) => Promise<Input> {
  const query = options.query
  const checkQuery = query && validator(query, "query")
  const checkBody = options.body && validator(options.body, "body")
  const checkParams = options.params && validator(options.params, "path")
  if (!path.includes(":") && checkParams) throw new Error(`${path} has no parameters`)
  return async (request, params) => {
    checkParams?.(params)
    return {
      query: query && checkQuery ? checkQuery(readQuery(request.url, query)) : undefined,
      body: checkBody ? checkBody(await readJson(request)) : undefined,
    }
  }
}

async function execute(route: Route, context: object, deps: Deps): Promise<unknown> {
  const prepared = await route.prepare?.(context as never)
  const run = () => route.handler({ ...context, prepared } as never)
  return route.mode === "write" ? deps.system.write(run) : run()
}

function answerer({ options }: Route, deps: Deps): (result: unknown, request: Request) => Response {
  const pick = options.reply && picker(options.reply)
  const check = options.reply && deps.checkReplies ? checker(options.reply) : undefined
  return (result, request) => {
    if (result instanceof Response) return result
    const reply = result instanceof Reply ? result : new Reply(options.status ?? 200, result)
    if (!pick) return respond(request, reply.status === 200 ? 204 : reply.status, null, reply.headers)
    const body = pick(reply.body)
    check?.(body)
    if (!options.etag) return respondJson(request, reply.status, body, reply.headers)
    const ETag = `"${(body as { version: number }).version}"`
    if (request.headers.get("if-none-match") === ETag) return respond(request, 304, null, { ETag })
    return respondJson(request, reply.status, body, { ...reply.headers, ETag })
  }
}

/** @throws ApiError 412 for a tag that cannot be one of ours */
function ifMatch(request: Request): number | undefined {
  const tag = request.headers.get("if-match")
  if (tag === null || tag === "*") return undefined
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1]
  if (version === undefined) throw new ApiError(412, "If-Match ist kein gültiger ETag dieses Dienstes")
  return Number(version)
}
