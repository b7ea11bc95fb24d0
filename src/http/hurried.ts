import type { Route } from "../api/route.ts"
import { TookTooLong } from "../db/took-too-long.ts"
import type { Call } from "./call.ts"
import type { HttpDeps } from "./deps.ts"

/** A read may hold everybody up for so long, in ms, and is begun anew in a thread of its own then. */
const MOST = 15
/** A single query cannot be ended: which takes longer than this, in ms, is done there from the start for a while. */
const DEAR = 30
const A_WHILE = 10_000

/**
 * Whether a route's reads may be done in another thread: it needs nothing but the company's data, and its result can
 * be carried over.
 */
export const isPortable = ({ mode, options }: Route): boolean => {
  const { scope, file, services, slow, ownPage } = options
  return mode === "read" && scope === "tenant" && !file && !services && !slow && !ownPage
}

/** How a thread knows a route. */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** @returns a function that runs the handler, here as long as that is quick */
export function hurried(
  route: Route,
  contextOf: (call: Call) => object,
  { readers, clock }: HttpDeps,
): (call: Call) => unknown {
  const dearUntil = new Map<string, number>()
  const elsewhere = ({ tenant, actor, params, query, request }: Call): Promise<unknown> =>
    readers.read(
      {
        route: nameOf(route),
        tenant: tenant?.id ?? "",
        actor,
        params,
        query,
        now: clock().toISOString(),
      },
      request.signal,
    )
  return (call) => {
    const { tenant } = call
    if (!tenant) throw new Error("a read of a company without one")
    const begun = performance.now()
    const until = dearUntil.get(tenant.id)
    if (until !== undefined) {
      if (begun < until) return elsewhere(call)
      dearUntil.delete(tenant.id)
    }
    call.tenant = tenant.hurried(MOST)
    try {
      return route.handler(contextOf(call) as never)
    } catch (error) {
      if (error instanceof TookTooLong) return elsewhere(call)
      throw error
    } finally {
      call.tenant = tenant
      const now = performance.now()
      if (now - begun > DEAR) dearUntil.set(tenant.id, now + A_WHILE)
    }
  }
}
