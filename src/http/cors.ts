import type { Config } from "../config.ts"
import { isFromOwnPage } from "./origin.ts"
import { respond } from "./respond.ts"

/**
 * A company's own web pages may call the API from a browser if the operator has listed their exact origins.
 * They send a bearer token; no cookie is ever read for them, and no reply allows them to send one.
 */

type Settings = Pick<Config, "corsOrigins" | "tls" | "trustProxy">

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
const HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, X-Account-Id, X-Tenant-Id"
/** Reply headers that scripts of other origins may read. */
const READABLE = "Content-Disposition, ETag, Retry-After, X-Request-Id"
/** Time in seconds for which a browser remembers a preflight's answer. */
const REMEMBERED = "600"

/** @returns the request's origin if CORS_ORIGINS lists it; undefined otherwise, and for our own pages */
export function listedOrigin(request: Request, settings: Settings): string | undefined {
  const origin = request.headers.get("origin")
  if (origin === null || !settings.corsOrigins.has(origin)) return undefined
  return isFromOwnPage(request, settings) ? undefined : origin
}

/** @returns whether other origins may call an address: all of /api but /api/sitzung, where pages log in */
const isOpen = (url: string): boolean => /^\/api\/(?!sitzung(?:[/?]|$))/.test(url.slice(url.indexOf("/", 8)))

/** @returns the answer to a permitted preflight; undefined for one not permitted, and for other requests */
export function preflight(request: Request, settings: Settings): Response | undefined {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return undefined
  if (listedOrigin(request, settings) === undefined || !isOpen(request.url)) return undefined
  return respond(request, 204, null, {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": HEADERS,
    "Access-Control-Max-Age": REMEMBERED,
  })
}

/** Lets a page of a listed origin read the reply, even an error. */
export function allowReading(request: Request, response: Response, settings: Settings): Response {
  if (settings.corsOrigins.size === 0 || !isOpen(request.url)) return response
  response.headers.append("Vary", "Origin")
  const origin = listedOrigin(request, settings)
  if (origin === undefined) return response
  response.headers.set("Access-Control-Allow-Origin", origin)
  response.headers.set("Access-Control-Expose-Headers", READABLE)
  return response
}
