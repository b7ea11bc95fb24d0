import { requestIdOf } from "./call.ts"
import type { Route } from "../api/frame/route.ts"
import { stale } from "../lib/refusal.ts"

/** Headers of every reply. The Content-Security-Policy forbids everything; our own pages set their own. */
const SECURITY_HEADERS = new Headers({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
})

const JSON_HEADERS = new Headers(SECURITY_HEADERS)
JSON_HEADERS.set("Content-Type", "application/json; charset=utf-8")

/** Marks responses of `respond`, which have all headers. */
const COMPLETE = Symbol("has all headers")
type Made = Response & { [COMPLETE]?: true }

/** @returns a response with the security headers and the request id */
export function respond(
  request: Request,
  status: number,
  body: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: Record<string, string>,
  base = SECURITY_HEADERS,
): Response {
  // Copying prepared headers takes half the time of building them from an object.
  const all = new Headers(base)
  all.set("X-Request-Id", requestIdOf(request))
  for (const name in headers) all.set(name, headers[name] as string)
  const response: Made = new Response(body, { status, headers: all })
  response[COMPLETE] = true
  return response
}

const NONE = {}

export const respondJson = (
  request: Request,
  status: number,
  body: unknown,
  headers: Record<string, string> = NONE,
): Response => respondText(request, status, JSON.stringify(body), headers)

export const respondText = (
  request: Request,
  status: number,
  json: string,
  headers: Record<string, string>,
): Response => respond(request, status, sendable(json), headers, JSON_HEADERS)

/** A letter beyond Latin-1, and where the text of what stands behind it in an array begins. */
const EARLY = "Ā"
const BEHIND = JSON.stringify([EARLY, 0]).length - 2

/**
 * JSON.stringify for replies. Bun 1.4.5 writes Latin-1 fast, begins anew where it meets another letter (Yıldız) within
 * the first 4,096, and falls back to twice the time where it meets one later (JSONObject.cpp of oven-sh/WebKit,
 * Found16BitLate). So a list is written behind such a letter, which is cut off.
 */
export const toJson = (body: unknown): string =>
  Array.isArray((body as { items?: unknown } | null)?.items)
    ? JSON.stringify([EARLY, body]).slice(BEHIND, -1)
    : JSON.stringify(body)

/** Characters up to which Bun sends headers and body together, from a buffer of 16 KiB. */
const TOGETHER = 14_000

/**
 * A larger body leaves as a stream. Given as a string, Bun 1.4.5 sends each name, separator and value of the headers by a
 * system call of its own, unless the response is ready before the request's handler returns: 50 calls for a page of 50
 * customers, twice the time of making it.
 */
function sendable(text: string): string | ReadableStream<Uint8Array> {
  if (text.length <= TOGETHER) return text
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(text))
      controller.close()
    },
  })
}

const encoder = new TextEncoder()

/** @returns whether a request's Accept-Encoding names an encoding, and not with `q=0` (RFC 9110, 12.5.3) */
export function accepts({ headers }: Request, encoding: string): boolean {
  const parts = (headers.get("accept-encoding") ?? "").toLowerCase().split(",")
  return parts.some((part) => {
    const [name, quality = "q=1"] = part.trim().split(/\s*;\s*/)
    return name === encoding && !/^q=0(?:\.0*)?$/.test(quality)
  })
}

/** @returns a JSON response, compressed with gzip if the client accepts that */
export function respondPacked(
  request: Request,
  status: number,
  json: string,
  headers: Record<string, string>,
): Response {
  const all = { ...headers, Vary: "Accept-Encoding" }
  if (!accepts(request, "gzip")) return respondText(request, status, json, all)
  const bytes = Bun.gzipSync(json)
  return respond(request, status, bytes, { ...all, "Content-Encoding": "gzip" }, JSON_HEADERS)
}

/** Adds missing headers to a response that `respond` did not make. */
export function secure(request: Request, response: Response): Response {
  if ((response as Made)[COMPLETE]) return response
  SECURITY_HEADERS.forEach((value, name) => {
    if (!response.headers.has(name)) response.headers.set(name, value)
  })
  response.headers.set("X-Request-Id", requestIdOf(request))
  return response
}

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

/** Content that stays the same while the service runs. */
export type Fixed = { body: Blob; ETag: string }

/** @returns content ready to send, with its ETag. Keep it: encoding and hashing take longer than a reply. */
export const fix = (content: string | Uint8Array<ArrayBuffer>): Fixed => ({
  body: new Blob([content]),
  ETag: contentTag(content),
})

/** @returns a reply with the content; 304 if the client already has it */
export function respondFixed(
  request: Request,
  { body, ETag }: Fixed,
  headers: Record<string, string>,
): Response {
  const all = { ...headers, "Cache-Control": "no-cache", ETag }
  return isKnown(request, ETag) ? respond(request, 304, null, all) : respond(request, 200, body, all)
}
