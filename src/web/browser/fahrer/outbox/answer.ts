import { fieldInWords, readFaults } from "../../ui/api/fault.ts"
import type { Entry } from "./entry.ts"

/** What an answer means for the entry that was sent. */
export type Verdict =
  | { means: "done" }
  /** The service cannot be reached, or does not let the company in at present, which `text` says: everything waits, for
   * `retryAfter` ms if the answer says so. */
  | { means: "offline"; retryAfter?: number; text?: string | undefined }
  /** The service failed at this entry: others may succeed. */
  | { means: "later" }
  /** Too many of this kind: these wait, all others are sent. */
  | { means: "full"; text: string }
  | { means: "login" }
  /** By the service's clock, the tap is in the future. */
  | { means: "clock" }
  | { means: "refused"; status: number; text: string }

/** State of a round of sending: stops and kinds that wait until the next one, and entries that were sent again. */
export type Waiting = { stops: Set<string>; kinds: Set<Entry["art"]>; again: Set<number> }

/** What came of sending an entry, and the entry as it is now, if it still exists. */
export type Sent = { verdict: Verdict | { means: "again" } | undefined; now: Entry | undefined }

/** Only the service sends this header: a hotel's network answers with a page of its own. */
const OUR_HEADER = "x-request-id"

export async function judge(response: Response): Promise<Verdict> {
  const { status, headers } = response
  if (!headers.has(OUR_HEADER)) return { means: "offline" }
  if (response.ok) return { means: "done" }
  if (status === 401) return { means: "login" }
  const seconds = Number(headers.get("retry-after"))
  const wait = {
    means: "offline",
    ...(seconds > 0 && { retryAfter: Math.min(seconds, 600) * 1000 }),
  } as const
  if (status === 408 || status === 503 || status === 507) return wait
  if (status >= 500) return { means: "later" }
  if (status < 400) return { means: "offline" }
  const { error, faults } = readFaults(await response.json().catch(() => null))
  // A company that is blocked, or whose demo is over, may be let in again: nothing of it is refused for good.
  if (status === 403 && seconds > 0) return { ...wait, text: error }
  const named = faults.map(({ path, msg }) => `${fieldInWords(path)} ${msg}`.trim()).join("; ")
  const text = error ?? (named || `Abgelehnt (${status})`)
  if (status === 429) return { means: "full", text }
  if (faults.length === 1 && faults[0]?.path === "erfasst_am") return { means: "clock" }
  return { means: "refused", status, text }
}
