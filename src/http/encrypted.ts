import type { Config } from "../config.ts"

/** @returns whether the caller's connection is: to this service itself, or to the proxy that may be trusted */
export function isEncrypted(
  { headers }: Request,
  { tls, trustProxy }: Pick<Config, "tls" | "trustProxy">,
): boolean {
  if (tls) return true
  if (!trustProxy) return false
  // Of several proxies the last is the one that is trusted.
  return /(?:^|,)\s*https\s*$/i.test(headers.get("x-forwarded-proto") ?? "")
}
