import { stale } from "../lib/refusal.ts"

/**
 * @returns whether the client has this version already (RFC 9110, 13.1.2): with `W/` before it where a proxy has
 *   packed the reply. Only of a read: to whoever changes something, "not modified" would be a lie.
 */
export function isKnown({ method, headers }: Request, etag: string): boolean {
  const known = headers.get("if-none-match")
  if (known === null || (method !== "GET" && method !== "HEAD")) return false
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
}

/** @returns the tag of a record's version */
export const versionTag = (version: number | string): string => `"${version}"`

/**
 * @returns the version that a change is based on; undefined when the request does not care
 * @throws Refusal stale for a tag that cannot be one of ours
 */
export function readIfMatch({ headers }: Request): number | undefined {
  const tag = headers.get("if-match")
  if (tag === null || tag === "*") return undefined
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1]
  if (version === undefined) throw stale("If-Match ist kein gültiger ETag dieses Dienstes")
  return Number(version)
}

/** @returns the tag of what is fixed by its content */
export const contentTag = (content: string): string => `"${Bun.hash(content).toString(36)}"`
