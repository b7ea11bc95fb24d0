import type { Config } from "../config.ts"

type Settings = Pick<Config, "tls" | "trustProxy">

/** @returns whether the caller's connection is encrypted: to this service itself, or to the trusted proxy */
export function isEncrypted({ headers }: Request, { tls, trustProxy }: Settings): boolean {
  if (tls) return true
  if (!trustProxy) return false
  // As with addresses (request-info.ts): what stands before the trusted proxies' entries can be forged.
  const entries = (headers.get("x-forwarded-proto") ?? "").split(",")
  return (entries.at(-trustProxy) ?? entries[0] ?? "").trim().toLowerCase() === "https"
}

/** @returns whether one of our own pages sent the request */
export function isFromOwnPage(request: Request, settings: Settings): boolean {
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
export function isFromElsewhere(request: Request, settings: Settings): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  // Over plain HTTP only Referer tells; a page may keep it to itself.
  const referer = request.headers.get("referer")
  return referer !== null && !`${referer}/`.startsWith(`${ownOrigin(request, settings)}/`)
}

const ownOrigin = (request: Request, settings: Settings): string =>
  `${isEncrypted(request, settings) ? "https" : "http"}://${request.headers.get("host")}`
