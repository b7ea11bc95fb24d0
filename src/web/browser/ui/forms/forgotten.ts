import { ROLE_KEY } from "../api/logged-in.ts"
import { lock } from "../values/sealed.ts"
import { browserStore, tabStore } from "../values/stores.ts"
import { COPIES, DRAFTS, ownerOf } from "./draft-keys.ts"

/**
 * Deletes drafts that nobody may read any more. The drafts of an expired log-in stay, encrypted, until another account
 * logs in; those of a log-in that the service has ended go at once. Their owner is told at the next log-in.
 */

/** Prefix of keys that each name a deleted copy. One key for each, as two tabs may delete at the same time. */
const GONE = "verworfen "

/** Deletes all drafts of this browser when the service has ended the log-in. The removed role tells the other tabs. */
export function forgetEnded(): void {
  lock()
  forgetOthers()
  tabStore.clear()
  browserStore.remove(ROLE_KEY)
}

/** Deletes the drafts of all accounts but this one. @param account that is logged in now, if any */
export function forgetOthers(account?: string): void {
  const isOther = (key: string): boolean => ownerOf(key) !== "" && ownerOf(key) !== account
  const copies = browserStore.keys(COPIES).filter(isOther)
  for (const copy of copies) browserStore.set(GONE + copy, "")
  copies.forEach(browserStore.remove)
  tabStore.keys(DRAFTS).filter(isOther).forEach(tabStore.remove)
}

/** @returns how many of an account's forms with unsent input were deleted; the next call returns 0 */
export function takeForgotten(account: string): number {
  const gone = browserStore.keys(GONE).filter((key) => ownerOf(key) === account)
  gone.forEach(browserStore.remove)
  return gone.length
}
