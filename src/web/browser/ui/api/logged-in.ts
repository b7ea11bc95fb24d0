import { makeBell } from "./bell.ts"

/** Key of the role in local storage while somebody is logged in: it is needed before the application is loaded. */
export const MARK = "angemeldet"

/** Key of the id of who logged in last in this browser: a telephone without a network cannot ask whose it is now. */
export const WHO = "angemeldet als"

const ended = makeBell()

/** Calls back when an answer says that the log-in is over. @returns stops it */
export const onSessionEnd = ended.listen

export const sessionEnded = ended.ring
