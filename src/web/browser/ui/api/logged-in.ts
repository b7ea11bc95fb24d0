import { makeEmitter } from "./emitter.ts"

/** Key in local storage of the role of who is logged in, needed before the application has loaded. */
export const ROLE_KEY = "angemeldet"

/** Key in local storage of the account that logged in last: without a network, a telephone cannot ask for it. */
export const ACCOUNT_KEY = "angemeldet als"

const expired = makeEmitter()
const ended = makeEmitter()

/**
 * Calls back when an answer says that the log-in has expired: the same account may go on.
 *
 * @returns a function that ends this
 */
export const onSessionExpired = expired.listen
export const sessionExpired = expired.emit

/**
 * Calls back when an answer says that the service has ended the log-in, or blocked its company: nothing of what the
 * account could read may stay visible. @returns a function that ends this
 */
export const onSessionEnded = ended.listen
export const sessionEnded = ended.emit

const another = makeEmitter()

/** Calls back when an answer says that somebody else has logged in meanwhile. @returns a function that ends this */
export const onAnotherAccount = another.listen
export const anotherAccount = another.emit

let shown: string | undefined

/** The account that this page is about, as the cookie may become that of another one: each request names it. */
export const noteShownAccount = (id: string): void => void (shown = id)
export const accountHeader = (): Record<string, string> => (shown ? { "X-Account-Id": shown } : {})

/** @returns whether an answer says so */
export const saysEnded = ({ headers }: Response): boolean => headers.get("X-Session") === "ended"
