import type { Config } from "../config.ts"

/** @returns whether the caller's connection is encrypted: to this service itself, or to the trusted proxy */
export function isEncrypted(
  { headers }: Request,
  { tls, trustProxy }: Pick<Config, "tls" | "trustProxy">,
): boolean {
  if (tls) return true
  if (!trustProxy) return false
  // Of several proxies only the last is trusted.
  return /(?:^|,)\s*https\s*$/i.test(headers.get("x-forwarded-proto") ?? "")
}
