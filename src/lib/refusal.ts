/**
 * Why something is refused. Each edge has one table of its own for them: http/errors.ts turns them into statuses,
 * cli/exit.ts into exit codes.
 */
export type Kind =
  /** Faults in single fields. */
  | "invalid"
  /** Not enough was said, and no field is at fault. */
  | "incomplete"
  | "unauthenticated"
  | "forbidden"
  /** Not there, or another tenant's: nobody can tell which. */
  | "missing"
  | "conflict"
  /** Based on an older version. */
  | "stale"
  | "too large"
  /** The body is longer than what is read of it. */
  | "too long"
  /** The body did not come in time. */
  | "too slow"
  /** The caller hung up before all of the body had come. */
  | "gone"
  | "wrong type"
  | "too many"
  | "unavailable"
  /** The disk has no room left. */
  | "full"

/** One fault of what was submitted. `msg` is German and never repeats it. */
export type Fault = { location: "body" | "query" | "path"; path: string; msg: string }

/** What a rule or a guard says instead of a result: no failure of ours, and German for the person who asked. */
export class Refusal extends Error {
  override name = "Refusal"

  /**
   * @param details.faults of kind `invalid`
   * @param details.retryAfter seconds until it is worth trying again
   */
  constructor(
    readonly kind: Kind,
    message: string,
    readonly details: { faults?: Fault[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
  }
}

/** @returns one refusal for all faults; its message has a line for each */
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
