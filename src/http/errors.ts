import type { Log } from "../lib/log.ts"
import { requestIdOf } from "./request-info.ts"
import { respondJson } from "./respond.ts"

/** One fault of a refused request. `msg` is German and never repeats what was submitted. */
export type FieldError = { type: "field"; location: "body" | "query" | "path"; path: string; msg: string }

/** Everything that a rule or a guard may answer a request with instead of a result. */
export class ApiError extends Error {
  override name = "ApiError"
  /** @param message German, for the person who sent the request */
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export class ValidationError extends Error {
  override name = "ValidationError"
  constructor(readonly errors: FieldError[]) {
    super("validation failed")
  }
}

/** @returns a 400 that names one field: for faults that a schema cannot express */
export const invalid = (
  path: string,
  msg: string,
  location: FieldError["location"] = "body",
): ValidationError => new ValidationError([{ type: "field", location, path, msg }])

export const unauthorized = (message = "Nicht angemeldet"): ApiError =>
  // RFC 6750 §3: a refused bearer token is answered with the scheme to use.
  new ApiError(401, message, { "WWW-Authenticate": "Bearer" })

export const forbidden = (message = "Keine Berechtigung"): ApiError => new ApiError(403, message)

/** Missing, or another tenant's: nobody can tell which. */
export const notFound = (message = "Nicht gefunden"): ApiError => new ApiError(404, message)

export const conflict = (message: string): ApiError => new ApiError(409, message)

export const stale = (): ApiError =>
  new ApiError(412, "Der Datensatz wurde inzwischen geändert. Bitte neu laden und noch einmal versuchen.")

/** @param seconds until it is worth trying again */
export const tooManyRequests = (message: string, seconds: number): ApiError =>
  new ApiError(429, message, { "Retry-After": String(seconds) })

export const unavailable = (message: string, seconds = 1): ApiError =>
  new ApiError(503, message, { "Retry-After": String(seconds) })

/** What the database refuses although no rule did: two requests at once. Never a 500, never SQL in the reply. */
const constraintMessages: Record<string, string> = {
  SQLITE_CONSTRAINT_UNIQUE: "Ein Datensatz mit diesen Angaben ist bereits vorhanden",
  SQLITE_CONSTRAINT_PRIMARYKEY: "Diese id ist bereits vergeben",
  SQLITE_CONSTRAINT_FOREIGNKEY: "Ein Datensatz, auf den verwiesen wird, fehlt oder wird noch verwendet",
}

const DISK_FAILURE = /^(?:SQLITE_IOERR\w*|EIO)$/

/** @returns whether the disk broke off a write: then nobody knows whether it is stored */
export const isDiskFailure = (error: unknown): boolean => DISK_FAILURE.test(codeOf(error))

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ""

/** What the machine refuses: a full disk, one that became read-only or fails, a lock that another program holds. */
const machineFaults: [RegExp, number, string][] = [
  [
    /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/,
    507,
    "Auf dem Server ist kein Speicherplatz mehr. Es wurde nichts gespeichert.",
  ],
  [
    /^(?:SQLITE_READONLY\w*|EROFS)$/,
    503,
    "Der Speicher des Servers ist schreibgeschützt. Es wurde nichts gespeichert.",
  ],
  [
    // Not that nothing was stored: the same id, sent again, will tell.
    DISK_FAILURE,
    503,
    "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen.",
  ],
  [
    /^(?:SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/,
    503,
    "Die Datenbank ist gerade belegt. Bitte gleich noch einmal versuchen.",
  ],
]

/**
 * The only place where an error becomes a reply.
 *
 * @param error anything that was thrown
 * @param failure the message of a 500, which is all that leaves; the cause goes to the log
 */
export function errorReply(error: unknown, log: Log, request: Request, failure = "Serverfehler"): Response {
  if (error instanceof ValidationError) return respondJson(request, 400, { errors: error.errors })
  if (error instanceof ApiError)
    return respondJson(request, error.status, { error: error.message }, error.headers)
  const code = codeOf(error)
  const constraint = constraintMessages[code]
  if (constraint) {
    log.warn("constraint", { request_id: requestIdOf(request), error })
    return respondJson(request, 409, { error: constraint })
  }
  log.error("request failed", { request_id: requestIdOf(request), error })
  const [, status, message] = machineFaults.find(([codes]) => codes.test(code)) ?? []
  if (status && message) return respondJson(request, status, { error: message }, { "Retry-After": "30" })
  return respondJson(request, 500, { error: failure })
}
