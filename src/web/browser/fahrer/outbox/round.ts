import type { Verdict } from "./answer.ts"
import type { Entry } from "./entry.ts"

/** Stops and kinds that wait until the next round, as there is no room for more. */
export type Held = { held: Set<string>; full: Set<Entry["art"]>; again: Set<number> }

/** Outcome of sending an entry, and the entry as it is now, if it is still here. */
export type Sent = { verdict: Verdict | { means: "again" } | undefined; now: Entry | undefined }
