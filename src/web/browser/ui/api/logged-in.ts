import { makeBell } from "./bell.ts"

/** Key of the role in local storage while somebody is logged in: it is needed before the application is loaded. */
export const MARK = "angemeldet"

/** Key of the id of who logged in last in this browser: a telephone without a network cannot ask whose it is now. */
export const WHO = "angemeldet als"

const expired = makeBell()
const ended = makeBell()

/** Calls back when an answer says that the log-in has expired: the same account goes on. @returns stops it */
export const onSessionExpired = expired.listen
export const sessionExpired = expired.ring

/**
 * Calls back when an answer says that the service has ended the log-in, or blocked its company: what the account could
 * read is to be seen no more. @returns stops it
 */
export const onSessionEnded = ended.listen
export const sessionEnded = ended.ring

/** @returns whether an answer says so */
export const saysEnded = ({ headers }: Response): boolean => headers.get("X-Session") === "ended"
