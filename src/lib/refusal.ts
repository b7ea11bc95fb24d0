/**
 * Kinds of refusals. Each edge maps them in one place: http/errors.ts to statuses, cli/index.ts to exit codes.
 */
export type RefusalKind =
  /** Faults in single fields. */
  | "invalid"
  /** Something is missing that is not a field, such as a header. */
  | "incomplete"
  | "unauthenticated"
  | "forbidden"
  /** Does not exist, or belongs to another tenant: nobody can tell which. */
  | "missing"
  | "conflict"
  /** The change is based on an outdated version. */
  | "stale"
  | "too large"
  /** The body exceeds its limit, and its rest is not read. */
  | "too long"
  /** The body did not arrive in time. */
  | "too slow"
  /** The caller hung up, while the body arrived or the work waited. */
  | "gone"
  | "wrong type"
  | "too many"
  | "unavailable"
  /** The disk is full. */
  | "full"

/** One fault in the input. `msg` is German and never repeats what was submitted. */
export type Fault = { location: "body" | "query" | "path"; path: string; msg: string }

/**
 * Thrown by a rule or guard that refuses a request, with a German message for the person who made it. Not a failure
 * of the service.
 */
export class Refusal extends Error {
  override name = "Refusal"

  /**
   * @param details.faults of kind `invalid`
   * @param details.retryAfter seconds after which to try again
   * @param details.zeile row of an imported table that cannot be stored
   * @param details.ended whether a log-in was ended by the service, or its company blocked, and did not just expire
   */
  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly details: {
      faults?: Fault[]
      retryAfter?: number
      zeile?: number
      ended?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
  }
}

/** Thrown when the service cannot start or a command cannot run; the German message tells the operator what to do. */
export class StartRefused extends Error {
  override name = "StartRefused"
}

/** @returns one refusal for all faults; its message has one line per fault */
export const invalidFields = (faults: Fault[]): Refusal =>
  new Refusal("invalid", faults.map(({ path, msg }) => `${path}: ${msg}`).join("\n"), { faults })

/** For a fault of one field that a schema cannot express. */
export const invalid = (path: string, msg: string, location: Fault["location"] = "body"): Refusal =>
  invalidFields([{ location, path, msg }])

export const unauthenticated = (message = "Nicht angemeldet"): Refusal =>
  new Refusal("unauthenticated", message)

export const forbidden = (message = "Keine Berechtigung"): Refusal => new Refusal("forbidden", message)

export const missing = (message = "Nicht gefunden"): Refusal => new Refusal("missing", message)

export const conflict = (message: string): Refusal => new Refusal("conflict", message)

export const stale = (
  message = "Der Datensatz wurde inzwischen geändert. Bitte neu laden und noch einmal versuchen.",
): Refusal => new Refusal("stale", message)

/** @param retryAfter seconds */
export const tooMany = (message: string, retryAfter: number): Refusal =>
  new Refusal("too many", message, { retryAfter })

/** @param retryAfter seconds */
export const unavailable = (message: string, retryAfter = 1): Refusal =>
  new Refusal("unavailable", message, { retryAfter })

/** @returns the refusal for a caller that has hung up */
export const hungUp = (): Refusal => new Refusal("gone", "Verbindung abgebrochen")
