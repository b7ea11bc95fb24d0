import type { Config } from "../config.ts"
import { foreignOrigin } from "./cors.ts"
import { isEncrypted } from "./encrypted.ts"
import { forbidden } from "../lib/refusal.ts"

type Settings = Pick<Config, "tls" | "trustProxy">
type ReadSettings = Settings & Pick<Config, "corsOrigins">

/**
 * The token of a page, in a cookie that no script can read.
 *
 * @returns the token; undefined when the request carries none, or a page of another origin sent it
 * @throws Refusal forbidden when the request would change something and may come from another site
 */
export function cookieToken(request: Request, settings: ReadSettings): string | undefined {
  if (foreignOrigin(request, settings) !== undefined) return undefined
  const token = readCookie(request.headers.get("cookie"), nameOf(isEncrypted(request, settings)))
  if (token === undefined) return undefined
  if (request.method !== "GET" && request.method !== "HEAD") requireOwnPage(request, settings)
  return token
}

/**
 * Browsers attach cookies to any request, also to one that another site triggered. `SameSite=Strict` stops other sites; this
 * check also stops other hosts of the same site, forms, and browsers that ignore both.
 *
 * @throws Refusal forbidden unless one of our own pages sent the request
 */
export function requireOwnPage(request: Request, settings: Settings): void {
  const site = request.headers.get("sec-fetch-site")
  // Over plain HTTP browsers send no Sec-Fetch-Site (except to localhost), but they do send Origin.
  const own =
    site === null ? request.headers.get("origin") === originOf(request, settings) : site === "same-origin"
  if (!own) throw forbidden("Das darf nur eine Seite dieses Dienstes")
}

/** @param seconds how long the browser keeps it; 0 removes it */
export function setCookie(
  request: Request,
  settings: Settings,
  { token, seconds }: { token: string; seconds: number },
): Record<string, string> {
  const secure = isEncrypted(request, settings)
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`
  return { "Set-Cookie": `${nameOf(secure)}=${token}; ${flags}` }
}

/** `__Host-`: browsers accept it only from this very host, over TLS. */
const nameOf = (secure: boolean): string => (secure ? "__Host-sitzung" : "sitzung")

const originOf = (request: Request, settings: Settings): string =>
  `${isEncrypted(request, settings) ? "https" : "http"}://${request.headers.get("host")}`

function readCookie(header: string | null, name: string): string | undefined {
  const found = header?.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
