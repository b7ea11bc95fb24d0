import type { Server } from "bun"
import { after } from "../lib/turns.ts"
import type { Access } from "../lib/log.ts"
import type { HttpDeps } from "./http-deps.ts"
import { allowReading, isEncrypted, preflight } from "./origin.ts"
import { errorReply } from "./errors.ts"
import { RequestInfo } from "./call.ts"
import { respondJson, secure } from "./respond.ts"

/** A valid `Host`: a name or an IP address (IPv6 in brackets), with or without a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

export type Handle = (request: Request) => Response | Promise<Response>
export type Front = (request: Request, server?: Server<unknown>) => Response | Promise<Response>

/**
 * Makes the front door, which sees every request first and every reply last. It assigns the request id,
 * refuses malformed URLs and hosts (and everything during a stop), answers preflights, adds security headers,
 * and writes the access log.
 */
export function createFront(handle: Handle, deps: HttpDeps): Front {
  const { log, config, metrics } = deps
  return (request, server) => {
    const info = new RequestInfo(request, server, config)
    return after(reply(request, handle, deps), (response) => {
      const entry: Access = {
        request_id: info.id,
        method: request.method,
        path: withoutSecret(pathOf(request.url)).slice(0, LOGGED_LENGTH),
        route: info.route,
        tenant: info.tenant,
        account: info.account,
        status: response.status,
        ms: Math.round((performance.now() - info.started) * 1000) / 1000,
      }
      log.access(entry)
      metrics?.record(entry)
      const answer = allowReading(request, secure(request, response), config)
      if (isEncrypted(request, config)) answer.headers.set("Strict-Transport-Security", A_YEAR)
      return answer
    })
  }
}

function reply(request: Request, handle: Handle, deps: HttpDeps): Response | Promise<Response> {
  // With an invalid host Bun does not normalise the path ("/uploads/../pfandwerk.db").
  const host = request.headers.get("host")
  if (host === null || !HOST.test(host) || !URL.canParse(request.url)) {
    return respondJson(request, 400, BAD_ADDRESS, { Connection: "close" })
  }
  if (deps.stopping()) {
    return respondJson(
      request,
      503,
      { error: "Der Dienst wird gerade beendet" },
      { "Retry-After": "5", Connection: "close" },
    )
  }
  const permission = preflight(request, deps.config)
  if (permission) return permission
  try {
    const response = handle(request)
    if (!(response instanceof Promise)) return response
    return response.catch((error: unknown) => errorReply(error, deps.log, request))
  } catch (error) {
    return errorReply(error, deps.log, request)
  }
}

const BAD_ADDRESS = { error: "Ungültige Adresse oder ungültiger Host" }

/** HSTS: for a year after a visit over TLS, browsers use nothing but TLS here. */
const A_YEAR = "max-age=31536000"

/** Maximum number of characters of a path in the log. */
const LOGGED_LENGTH = 300

/** A link's random name is all that protects what it shows (api/belege/links.ts): the log gets its beginning. */
const withoutSecret = (path: string): string => path.replace(/^(\/antwort\/[^/]{6})[^/]+/, "$1…")

/** @returns a URL's path without its query, which may name people and must not be logged */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  const end = url.indexOf("?", start)
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end)
}
