import { type AnyElysia, Elysia } from "elysia"
import type { Route } from "./api/frame/route.ts"
import type { Deps } from "./deps.ts"
import { errorReply } from "./http/errors.ts"
import { createFront, type Front, type Handle, pathOf } from "./http/front.ts"
import { mount } from "./http/mount.ts"
import { respondJson } from "./http/respond.ts"
import { after } from "./lib/turns.ts"
import { missing } from "./lib/refusal.ts"
import { type Load, roomAt } from "./routes.ts"

/**
 * Puts the service together: front door (front.ts), router, routes with their guards (mount.ts), errors.
 *
 * @returns a function that answers one request, as `Bun.serve` calls it
 */
export function createApp(deps: Deps): Front {
  /** Router of each room (a group of addresses, routes.ts) that was requested; a promise while it is loaded. */
  const opened = new Map<Load, Handle | Promise<Handle>>()
  const open = (load: Load): Promise<Handle> => {
    const opening = load().then((routes) => createRouter(routes, deps))
    opened.set(load, opening)
    opening.then(
      (handle) => opened.set(load, handle),
      // The next request tries again.
      () => opened.delete(load),
    )
    return opening
  }
  return createFront((request) => {
    const load = roomAt(pathOf(request.url))
    if (!load) return answerNotFound(request, deps)
    return after(opened.get(load) ?? open(load), (handle) => handle(request))
  }, deps)
}

/** @returns a function that answers requests for these routes, and refuses every other address and method */
function createRouter(routes: Route[], deps: Deps): Handle {
  // With `standardHostname`, Elysia searches a URL for its path from index 11 on, else from index 7 on: wrong for
  // "http://a/" the one, and for "https://" the other.
  const app: AnyElysia = new Elysia({ handler: { standardHostname: deps.config.tls !== undefined } })
    // For requests without a route, and Elysia's own errors: mount.ts handles those of routes, by the same `errorReply`.
    .onError(({ request, code, error }) => {
      const allow = code === "NOT_FOUND" ? allowed(app, request) : []
      if (allow.length > 0) {
        return respondJson(request, 405, { error: "Methode nicht erlaubt" }, { Allow: allow.join(", ") })
      }
      return code === "NOT_FOUND" ? answerNotFound(request, deps) : errorReply(error, deps.log, request)
    })
  mount(app as unknown as Elysia, routes, deps)
  return (request) => {
    if (deps.config.tls) lengthenUrl(request)
    return app.handle(request)
  }
}

/** Writes out the port of "https://a/" and "https://ab/", whose path begins before index 11. */
function lengthenUrl(request: Request): void {
  const { url } = request
  const path = url.indexOf("/", "https://".length)
  if (path < 11)
    Object.defineProperty(request, "url", { value: `${url.slice(0, path)}:443${url.slice(path)}` })
}

/** Answers 404: a page with links for browsers, JSON for programs. */
async function answerNotFound(request: Request, { log }: Deps): Promise<Response> {
  const { nowhere } = await import("./web/serve/hilfe/nowhere.ts")
  return nowhere(request) ?? errorReply(missing(), log, request)
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

/** @returns the methods that have a route at this address; Elysia itself answers 404, never 405 */
function allowed({ router }: AnyElysia, request: Request): string[] {
  const { pathname } = new URL(request.url)
  const fixed: Record<string, unknown> = router.static[pathname] ?? {}
  return METHODS.filter((method) => method in fixed || router.http.find(method, pathname) !== null)
}
