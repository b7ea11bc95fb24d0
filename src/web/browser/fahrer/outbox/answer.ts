import { fieldInWords, readFaults } from "../../ui/api/fault.ts"
import type { Entry } from "./entry.ts"

/** Meanings of an answer for the sent entry. */
export type Verdict =
  | { means: "done" }
  /** Nobody can be reached: everything waits, for `retryAfter` ms where the answer names them. */
  | { means: "offline"; retryAfter?: number }
  /** The service stumbled over this one: others may pass. */
  | { means: "later" }
  /** There is no room for more of its kind now: those wait, all others pass. */
  | { means: "full"; text: string }
  | { means: "login" }
  /** The moment of the tap lies in the service's future. */
  | { means: "clock" }
  | { means: "refused"; status: number; text: string }

/** What waits until the next round of sending: whole stops, kinds for which there is no room, entries that are sent again. */
export type Waiting = { stops: Set<string>; kinds: Set<Entry["art"]>; again: Set<number> }

/** Outcome of sending an entry, and the entry as it is now, if it is still here. */
export type Sent = { verdict: Verdict | { means: "again" } | undefined; now: Entry | undefined }

/** Only our service sends this: a hotel's network answers with a page of its own. */
const OUR_HEADER = "x-request-id"

export async function judge(response: Response): Promise<Verdict> {
  const { status, headers } = response
  if (!headers.has(OUR_HEADER)) return { means: "offline" }
  if (response.ok) return { means: "done" }
  if (status === 401) return { means: "login" }
  if (status === 408 || status === 503 || status === 507) {
    const seconds = Number(headers.get("retry-after"))
    return { means: "offline", ...(seconds > 0 && { retryAfter: Math.min(seconds, 600) * 1000 }) }
  }
  if (status >= 500) return { means: "later" }
  if (status < 400) return { means: "offline" }
  const { error, faults } = readFaults(await response.json().catch(() => null))
  const named = faults.map(({ path, msg }) => `${fieldInWords(path)} ${msg}`.trim()).join("; ")
  const text = error ?? (named || `Abgelehnt (${status})`)
  if (status === 429) return { means: "full", text }
  if (faults.length === 1 && faults[0]?.path === "erfasst_am") return { means: "clock" }
  return { means: "refused", status, text }
}
