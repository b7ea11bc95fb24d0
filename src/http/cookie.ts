import type { Config } from "../config.ts"
import { listedOrigin } from "./cors.ts"
import { isEncrypted, isFromElsewhere, isFromOwnPage } from "./origin.ts"
import { forbidden } from "../lib/refusal.ts"

type Settings = Pick<Config, "tls" | "trustProxy">
type ReadSettings = Settings & Pick<Config, "corsOrigins">

/**
 * Reads the token of a page from its cookie, which no script can read.
 *
 * @returns undefined when the request carries none, or comes from another origin that CORS_ORIGINS lists
 * @throws Refusal forbidden when the request would change something and none of our own pages sent it, or when another
 *   origin triggered it
 */
export function cookieToken(request: Request, settings: ReadSettings): string | undefined {
  if (listedOrigin(request, settings) !== undefined) return undefined
  const token = readCookie(request.headers.get("cookie"), nameOf(isEncrypted(request, settings)))
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
  settings: Settings,
  { token, seconds }: { token: string; seconds: number },
): Record<string, string> {
  const secure = isEncrypted(request, settings)
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`
  return { "Set-Cookie": `${nameOf(secure)}=${token}; ${flags}` }
}

/** Name of the cookie. Browsers accept `__Host-` only from this host itself, over TLS. */
const nameOf = (secure: boolean): string => (secure ? "__Host-sitzung" : "sitzung")

function readCookie(header: string | null, name: string): string | undefined {
  const found = header?.split(";").find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
