import { stale } from "../lib/refusal.ts"

/**
 * @returns whether the client already has this version (RFC 9110, 13.1.2); a compressing proxy puts `W/`
 *   before the tag. Only ever true for reads: a client that changes something must not be told "not modified"
 */
export function isKnown({ method, headers }: Request, etag: string): boolean {
  const known = headers.get("if-none-match")
  if (known === null || (method !== "GET" && method !== "HEAD")) return false
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
}

/**
 * @param content of a reply that is composed of several records, each of which may change by itself
 * @returns the ETag of a version of a record
 */
export const versionTag = (version: number | string, content?: string): string =>
  content === undefined ? `"${version}"` : `"${version}-${Bun.hash(content).toString(36)}"`

/**
 * @returns the version that a change is based on; undefined when the request names none
 * @throws Refusal stale for a tag that this service cannot have issued
 */
export function readIfMatch({ headers }: Request): number | undefined {
  const tag = headers.get("if-match")
  if (tag === null || tag === "*") return undefined
  const version = /^(?:W\/)?"(\d{1,15})(?:-[0-9a-z]{1,13})?"$/.exec(tag)?.[1]
  if (version === undefined) throw stale("If-Match ist kein gültiger ETag dieses Dienstes")
  return Number(version)
}

/** @returns the ETag of a file that changes only with its content */
export const contentTag = (content: string | Uint8Array): string => `"${Bun.hash(content).toString(36)}"`
