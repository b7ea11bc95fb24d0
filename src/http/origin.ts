import type { Config } from "../config.ts"

type Settings = Pick<Config, "tls" | "trustProxy">

/** @returns whether the caller's connection is encrypted: to this service itself, or to the trusted proxy */
export function isEncrypted({ headers }: Request, { tls, trustProxy }: Settings): boolean {
  if (tls) return true
  if (!trustProxy) return false
  // Of several proxies only the last is trusted.
  return /(?:^|,)\s*https\s*$/i.test(headers.get("x-forwarded-proto") ?? "")
}

/** @returns whether one of our own pages sent the request */
export function isFromOwnPage(request: Request, settings: Settings): boolean {
  const site = request.headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin"
  // Over plain HTTP browsers send no Sec-Fetch-Site (except to localhost), but they do send Origin.
  const scheme = isEncrypted(request, settings) ? "https" : "http"
  return request.headers.get("origin") === `${scheme}://${request.headers.get("host")}`
}
