import { DAY } from "../../../../lib/day.ts"
import { type Entry, isOpen } from "./entry.ts"
import type { Surroundings } from "./surroundings.ts"

/** Sent entries are kept three days, to look at. In ms. */
const KEPT = 3 * DAY

/** Deletes old entries that the day knows, of all accounts, as some drivers never come back. */
export async function forgetOld(at: Surroundings, all: Entry[]): Promise<void> {
  const now = at.time.now()
  const old = (entry: Entry): boolean =>
    entry.beantwortet !== null && now - entry.beantwortet > KEPT && (at.isKnown?.(entry) ?? true)
  await forget(at, all.filter(old))
}

/** Deletes those of these entries that are finished. */
export async function forget(at: Surroundings, entries: Entry[]): Promise<void> {
  // Checked again in the transaction: an open entry is never deleted.
  for (const entry of entries.filter((one) => !isOpen(one))) {
    at.leaves(entry)
    await at.store.change(entry.nr, (found) => (isOpen(found) ? undefined : null))
  }
}
