import type { Tokens } from "../api/auth/tokens.ts"
import type { Config } from "../config.ts"
import { isForwardedOverTls } from "./forwarded.ts"
import { respond } from "./respond.ts"
import { forbidden } from "../lib/refusal.ts"

type Settings = Pick<Config, "tls" | "trustProxy">
type SettingsWithOrigins = Settings & Pick<Config, "corsOrigins">
type CookieDeps = { config: SettingsWithOrigins; tokens: Pick<Tokens, "issuer"> }

/** @returns whether the caller's connection is encrypted: to this service itself, or to the trusted proxy */
export const isEncrypted = (request: Request, { tls, trustProxy }: Settings): boolean =>
  tls !== undefined || isForwardedOverTls(request, trustProxy)

/** @returns whether one of our own pages sent the request */
function isFromOwnPage(request: Request, settings: Settings): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin"
  // Over plain HTTP browsers send no Sec-Fetch-Site (except to localhost), but they do send Origin.
  return request.headers.get("origin") === ownOrigin(request, settings)
}

/**
 * Weaker than `isFromOwnPage`, for requests that only read: a typed address and a bookmark come from no page.
 *
 * @returns whether a page of another origin triggered the request, of the same site or not
 */
function isFromElsewhere(request: Request, settings: Settings): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  // Over plain HTTP only Referer tells; a page may keep it to itself.
  const referer = request.headers.get("referer")
  return referer !== null && !`${referer}/`.startsWith(`${ownOrigin(request, settings)}/`)
}

const ownOrigin = (request: Request, settings: Settings): string =>
  `${isEncrypted(request, settings) ? "https" : "http"}://${request.headers.get("host")}`

/**
 * A company's own web pages may call the API from a browser if the operator has listed their exact origins.
 * They send a bearer token; no cookie is ever read for them, and no reply allows them to send one.
 */

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
const HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, X-Account-Id, X-Tenant-Id"
/** Reply headers that scripts of other origins may read. */
const READABLE = "Content-Disposition, ETag, Retry-After, X-Request-Id"
/** Time in seconds for which a browser remembers a preflight's answer. */
const REMEMBERED = "600"

/** @returns the request's origin if CORS_ORIGINS lists it; undefined otherwise, and for our own pages */
function listedOrigin(request: Request, settings: SettingsWithOrigins): string | undefined {
  const origin = request.headers.get("origin")
  if (origin === null || !settings.corsOrigins.has(origin)) return undefined
  return isFromOwnPage(request, settings) ? undefined : origin
}

/** @returns whether other origins may call an address: all of /api but /api/sitzung, where pages log in */
const isOpen = (url: string): boolean => /^\/api\/(?!sitzung(?:[/?]|$))/.test(url.slice(url.indexOf("/", 8)))

/** @returns the answer to a permitted preflight; undefined for one not permitted, and for other requests */
export function preflight(request: Request, settings: SettingsWithOrigins): Response | undefined {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return undefined
  if (listedOrigin(request, settings) === undefined || !isOpen(request.url)) return undefined
  return respond(request, 204, null, {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": HEADERS,
    "Access-Control-Max-Age": REMEMBERED,
  })
}

/** Lets a page of a listed origin read the reply, even an error. */
export function allowReading(request: Request, response: Response, settings: SettingsWithOrigins): Response {
  if (settings.corsOrigins.size === 0 || !isOpen(request.url)) return response
  response.headers.append("Vary", "Origin")
  const origin = listedOrigin(request, settings)
  if (origin === undefined) return response
  response.headers.set("Access-Control-Allow-Origin", origin)
  response.headers.set("Access-Control-Expose-Headers", READABLE)
  return response
}

/**
 * Reads the token of a page from its cookie, which no script can read.
 *
 * @returns undefined when the request carries none, or comes from another origin that CORS_ORIGINS lists
 * @throws Refusal forbidden when the request would change something and none of our own pages sent it, or when another
 *   origin triggered it
 */
export function cookieToken(request: Request, deps: CookieDeps): string | undefined {
  const settings = deps.config
  if (listedOrigin(request, settings) !== undefined) return undefined
  const cookies = request.headers.get("cookie")
  // Whoever was logged in by a version that set the prefix alone stays so: the next renewal sets the whole name.
  const token =
    readCookie(cookies, cookieName(request, deps)) ?? readCookie(cookies, cookiePrefix(request, deps))
  if (token === undefined) return undefined
  if (request.method !== "GET" && request.method !== "HEAD") requireOwnPage(request, settings)
  // Some of these keep a document or make an entry in the log, and each costs time.
  else if (isFromElsewhere(request, settings)) throw notOurs()
  return token
}

/**
 * Refuses requests that another origin triggered, as browsers attach cookies to those, too. `SameSite=Strict`
 * stops other sites; this check also stops other hosts of the same site, and covers browsers that ignore
 * `SameSite`.
 *
 * @throws Refusal forbidden unless one of our own pages sent the request
 */
export function requireOwnPage(request: Request, settings: Settings): void {
  if (!isFromOwnPage(request, settings)) throw notOurs()
}

const notOurs = () => forbidden("Das darf nur eine Seite dieses Dienstes")

/** @param seconds lifetime of the cookie; 0 removes it. @returns the header that sets it */
export function setCookie(
  request: Request,
  deps: CookieDeps,
  { token, seconds }: { token: string; seconds: number },
): Record<string, string> {
  const secure = isEncrypted(request, deps.config)
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`
  return { "Set-Cookie": `${cookieName(request, deps)}=${token}; ${flags}` }
}

/**
 * Beginning of the name; earlier versions used nothing else. Browsers accept `__Host-` only from this host itself, over
 * TLS.
 */
const cookiePrefix = (request: Request, { config }: CookieDeps): string =>
  isEncrypted(request, config) ? "__Host-sitzung" : "sitzung"

/**
 * Name of the cookie. All ports of a host share their cookies: with one name for all, logging in at a second service
 * there would log out of the first. The issuer tells services apart; the port, which a proxy may hide, also tells apart
 * copies of one service, which have the same secret.
 */
function cookieName(request: Request, deps: CookieDeps): string {
  const [, port = ""] = /:(\d+)$/.exec(request.headers.get("host") ?? "") ?? []
  return [cookiePrefix(request, deps), deps.tokens.issuer, port].filter((part) => part !== "").join("-")
}

function readCookie(header: string | null, name: string): string | undefined {
  const found = header?.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
