/** What the front door knows of a request, for those behind it. */
export type RequestInfo = { id: string; address: string }

const infos = new WeakMap<Request, RequestInfo>()

export const noteRequest = (request: Request, info: RequestInfo): void => void infos.set(request, info)

/** @returns the id that stands in the log and in the reply's `X-Request-Id` */
export const requestIdOf = (request: Request): string => infos.get(request)?.id ?? "-"

/** @returns the caller's address; all callers count as one where it is unknown */
export const addressOf = (request: Request): string => infos.get(request)?.address ?? "unknown"
