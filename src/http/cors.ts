import type { Config } from "../config.ts"
import { respond } from "./respond.ts"

/**
 * A company's own web pages may call the interface from a browser where the operator names them exactly. They send a
 * bearer token; a cookie is never read for them, and the browser is never allowed to send one.
 */

type Settings = Pick<Config, "corsOrigins">

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
const HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, X-Account-Id, X-Tenant-Id"
const READABLE = "Content-Disposition, ETag, Retry-After, X-Request-Id"
/** Time in seconds before a browser has to ask again. */
const REMEMBERED = "600"

/** @returns the origin of a page that is named in the settings; undefined for all others */
export function foreignOrigin({ headers }: Request, { corsOrigins }: Settings): string | undefined {
  const origin = headers.get("origin")
  return origin !== null && corsOrigins.has(origin) ? origin : undefined
}

/** Addresses closed to other pages: log-ins of our own pages, which set cookies. */
const isOpen = (url: string): boolean => /^\/api\/(?!sitzung(?:[/?]|$))/.test(url.slice(url.indexOf("/", 8)))

/** @returns the answer to a browser that asks for permission (a preflight); undefined for every other request */
export function preflight(request: Request, settings: Settings): Response | undefined {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return undefined
  if (foreignOrigin(request, settings) === undefined || !isOpen(request.url)) return undefined
  return respond(request, 204, null, {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": HEADERS,
    "Access-Control-Max-Age": REMEMBERED,
  })
}

/** Lets a page that is named in the settings read the answer, even an error. */
export function allowReading(request: Request, response: Response, settings: Settings): Response {
  if (settings.corsOrigins.size === 0 || !isOpen(request.url)) return response
  response.headers.append("Vary", "Origin")
  const origin = foreignOrigin(request, settings)
  if (origin === undefined) return response
  response.headers.set("Access-Control-Allow-Origin", origin)
  response.headers.set("Access-Control-Expose-Headers", READABLE)
  return response
}
