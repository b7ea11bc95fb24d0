import { isLarge } from "../api/shared/large.ts"
import type { Route } from "../api/frame/route.ts"
import type { Call } from "./call.ts"
import type { HttpDeps } from "./http-deps.ts"

/** @returns whether a route can be read in a thread: it needs only the company's data, and its result can be copied */
export const isPortable = ({ mode, options }: Route): boolean => {
  const { scope, file, services, slow, ownPage } = options
  return mode === "read" && scope === "tenant" && !file && !services && !slow && !ownPage
}

/** Name of a route in the thread. */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** @returns whether a read is expensive for a large company: its route says so, or it counts or searches rows */
function isLong({ options: { long } }: Route, query: unknown): boolean {
  const { total, q } = (query ?? {}) as { total?: boolean; q?: string }
  const isDeclared = typeof long === "function" ? long(query as never) : long === true
  return isDeclared || total === true || q !== undefined
}

/** @returns a function that runs the handler here or in the thread of long reads */
export function reading(
  route: Route,
  contextOf: (call: Call) => object,
  { longReads, clock }: HttpDeps,
): (call: Call) => unknown {
  return (call) => {
    const { tenant, actor, params, query, request } = call
    if (!tenant || !isLong(route, query) || !isLarge(tenant)) return route.handler(contextOf(call) as never)
    const now = clock().toISOString()
    return longReads.run(
      { route: nameOf(route), tenant: tenant.id, actor, params, query, now },
      request.signal,
    )
  }
}
