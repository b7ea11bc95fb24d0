import { refusalOf } from "../db/faults.ts"
import type { Log } from "../lib/log.ts"
import { type Fault, type RefusalKind, Refusal } from "../lib/refusal.ts"
import { infoOf, requestIdOf } from "./call.ts"
import { respondJson } from "./respond.ts"

/**
 * Header of replies that give up on a body: on an open connection, Bun would receive and discard its rest.
 */
const closing = { Connection: "close" }

/** Tells our own pages to remove what they show and keep for this account. */
const ENDED = { "X-Session": "ended" }

/** Status and headers for each kind of refusal. */
const replies: Record<RefusalKind, { status: number; headers?: Record<string, string> }> = {
  invalid: { status: 400 },
  incomplete: { status: 400 },
  // RFC 6750 §3: a 401 names the scheme to use.
  unauthenticated: { status: 401, headers: { "WWW-Authenticate": "Bearer" } },
  forbidden: { status: 403 },
  missing: { status: 404 },
  "too slow": { status: 408, headers: closing },
  conflict: { status: 409 },
  stale: { status: 412 },
  "too large": { status: 413 },
  "too long": { status: 413, headers: closing },
  "wrong type": { status: 415 },
  "too many": { status: 429 },
  // Nobody reads this reply. 499, known from nginx, keeps log and metrics from counting it as a failure.
  gone: { status: 499, headers: closing },
  unavailable: { status: 503 },
  full: { status: 507 },
}

/** @returns the status for refusals of this kind */
export const statusOf = (kind: RefusalKind): number => replies[kind].status

/**
 * Turns an error into its reply, for all routes.
 *
 * @param error anything that was thrown
 * @param failure the message of a 500; the cause goes only to the log
 */
export function errorReply(error: unknown, log: Log, request: Request, failure = "Serverfehler"): Response {
  if (error instanceof Refusal) {
    if (error.kind === "forbidden") logForbidden(error, log, request)
    // Work that was given up (route-thread.ts): whoever asked can do nothing about it, the operator may.
    if (error.kind === "unavailable" && error.cause)
      log.error("request failed", { request_id: requestIdOf(request), error: error.cause })
    return refusalReply(error, request)
  }
  const refusal = refusalOf(error)
  const request_id = requestIdOf(request)
  if (refusal?.kind === "conflict") log.warn("constraint", { request_id, error })
  else log.error("request failed", { request_id, error })
  return refusal ? refusalReply(refusal, request) : respondJson(request, 500, { error: failure })
}

/** Logs a forbidden request with account and address. `account` is missing if no token was accepted. */
function logForbidden({ message }: Refusal, log: Log, request: Request): void {
  const { id: request_id, route, account, address } = infoOf(request)
  log.warn("forbidden", { request_id, method: request.method, route, account, address, reason: message })
}

/** Rules of requests with and without a body do not know how their input came. */
const locationOf = ({ location }: Fault, { method }: Request): Fault["location"] =>
  location === "body" && (method === "GET" || method === "HEAD") ? "query" : location

function refusalReply({ kind, message, details }: Refusal, request: Request): Response {
  const { status, headers } = replies[kind]
  const { faults, retryAfter, ended } = details
  const located = faults?.map((fault) => ({ type: "field", ...fault, location: locationOf(fault, request) }))
  const body = located ? { errors: located } : { error: message }
  const retry = retryAfter !== undefined && { "Retry-After": String(retryAfter) }
  return respondJson(request, status, body, { ...headers, ...retry, ...(ended && ENDED) })
}
