import { makeEmitter } from "./emitter.ts"

/** Key of the role in local storage while somebody is logged in: it is needed before the application is loaded. */
export const ROLE_KEY = "angemeldet"

/** Key of the id of who logged in last in this browser: a telephone without a network cannot ask whose it is now. */
export const ACCOUNT_KEY = "angemeldet als"

const expired = makeEmitter()
const ended = makeEmitter()

/** Calls back when an answer says that the log-in has expired: the same account goes on. @returns stops it */
export const onSessionExpired = expired.listen
export const sessionExpired = expired.emit

/**
 * Calls back when an answer says that the service has ended the log-in, or blocked its company: what the account could
 * read is to be seen no more. @returns stops it
 */
export const onSessionEnded = ended.listen
export const sessionEnded = ended.emit

/** @returns whether an answer says so */
export const saysEnded = ({ headers }: Response): boolean => headers.get("X-Session") === "ended"
