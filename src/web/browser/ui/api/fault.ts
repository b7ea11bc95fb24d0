/** One fault of what was entered, as the service names it. */
export type Fault = { location: "body" | "query" | "path"; path: string; msg: string }

/** An error response, or no response at all: `message` is German, for people. */
export class ApiFault extends Error {
  override name = "ApiFault"

  /**
   * @param status 0: no answer at all
   * @param retryAfter seconds until it is worth trying again
   */
  constructor(
    readonly status: number,
    message: string,
    readonly faults: Fault[],
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** A job ended without a result: `message` says in German why. */
export class JobFailed extends Error {}

/** @returns the fault of a field that is found here, before anything is sent */
export const faultBefore = (path: string, msg: string): ApiFault =>
  new ApiFault(400, msg, [{ location: "body", path, msg }])

/** Wording for people of faults in which the service names a field of the API, which is meant for other programs. */
const forPeople: Readonly<Record<string, string>> = {
  "liegt vor von": "liegt vor dem Beginn",
  "liegt vor zeit_von": "liegt vor dem Beginn",
  "liegt vor lieferzeit_von": "liegt vor dem Beginn",
}

const called: Readonly<Record<string, string>> = {
  q: "Suche",
  von: "Beginn",
  bis: "Ende",
  an: "E-Mail-Adresse",
  geraet_id: "Gerät",
  geraetenummer: "Gerätenummer",
  strasse: "Straße",
}

/** @returns what people call a field: `positionen[0].menge` → `Menge`, `kunde_id` → `Kunde` */
export function fieldInWords(path: string): string {
  const [, name = path] = /([^.[\]]+)(?:\[\d+\])*$/.exec(path) ?? []
  const words = name.replace(/_(id|cent)$/, "").replaceAll("_", " ")
  return called[name] ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** @returns the contents of an error response: a sentence about the whole request, or the faults of single fields */
export function readFaults(body: unknown): { error: string | undefined; faults: Fault[] } {
  const { error, errors } = (body ?? {}) as { error?: unknown; errors?: unknown }
  return {
    error: typeof error === "string" ? error : undefined,
    faults: Array.isArray(errors)
      ? (errors as Fault[]).map((fault) => ({ ...fault, msg: forPeople[fault.msg] ?? fault.msg }))
      : [],
  }
}

/** @returns what to tell people of anything that was thrown */
export const messageOf = (error: unknown): string =>
  error instanceof ApiFault || error instanceof JobFailed
    ? error.message
    : "Da ist etwas schiefgegangen. Bitte die Seite neu laden."

/** @returns the faults of single fields; none if the error was of another kind */
export const faultsOf = (error: unknown): Fault[] => (error instanceof ApiFault ? error.faults : [])

/** @returns what was wrong with one field */
export const faultAt = (error: unknown, name: string): string | undefined =>
  faultsOf(error).find(({ path }) => path === name)?.msg

/** @returns whether there was no answer: the request may have arrived nevertheless */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiFault && error.status === 0

/** @returns whether the log-in was over: nothing was done */
export const isExpired = (error: unknown): boolean => error instanceof ApiFault && error.status === 401

/** @returns whether the service refused the request, rather than being unable to answer now */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiFault && error.status >= 400 && error.status < 500 && error.status !== 429

/** @returns whether the service surely did nothing of it: it refused, or had too much to do to look at it */
export const isNothingDone = (error: unknown): boolean =>
  isRefused(error) || (error instanceof ApiFault && error.status === 429)

/** @returns whether the request contradicts what is stored (409) */
export const isConflict = (error: unknown): boolean => error instanceof ApiFault && error.status === 409

/** @returns whether there is no record of that id, or the id is none at all */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiFault && (error.status === 404 || error.status === 400)
