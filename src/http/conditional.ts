import type { Route } from "../api/frame/route.ts"
import { stale } from "../lib/refusal.ts"

/**
 * @returns whether the client already has this version (RFC 9110, 13.1.2), even if a compressing proxy put
 *   `W/` before its tag; always false for writes, which must not be answered with "not modified"
 */
export function isKnown({ method, headers }: Request, etag: string): boolean {
  const known = headers.get("if-none-match")
  if (known === null || (method !== "GET" && method !== "HEAD")) return false
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
}

/**
 * @param content the reply, if composed of several records: the others can change while `version` stays
 * @returns the ETag of a record
 */
export const versionTag = (version: number | string, content?: string): string =>
  content === undefined ? `"${version}"` : `"${version}-${Bun.hash(content).toString(36)}"`

/** @returns whether a route reads If-Match; the others ignore it */
export const readsIfMatch = ({ method, options: { refusals } }: Route): boolean =>
  method === "PATCH" || refusals?.stale !== undefined

/**
 * @returns the version that a change is based on; undefined when the request names none
 * @throws Refusal stale for anything but `*` and the ETag of one record (`versionTag`)
 */
export function readIfMatch({ headers }: Request): number | undefined {
  const tag = headers.get("if-match")
  if (tag === null || tag === "*") return undefined
  const version = /^(?:W\/)?"(\d{1,15})(?:-[0-9a-z]{1,13})?"$/.exec(tag)?.[1]
  if (version === undefined) throw stale("If-Match ist kein gültiger ETag dieses Dienstes")
  return Number(version)
}

/** @returns an ETag that depends on the content alone */
export const contentTag = (content: string | Uint8Array): string => `"${Bun.hash(content).toString(36)}"`
