import { ROLE_KEY } from "../api/logged-in.ts"
import { lock } from "../values/sealed.ts"
import { browserStore, tabStore } from "../values/stores.ts"
import { COPIES, DRAFTS, ownerOf } from "./draft-keys.ts"

/**
 * Drafts that nobody is to read any more. Those of a log-in that has expired stay, sealed, for whoever comes back, until
 * another account logs in; those of one that the service has ended go at once. Their owner is told when they are back.
 */

/** Keys begin so, each with the name of a copy that is gone. One key for each, as two tabs may forget at once. */
const GONE = "verworfen "

/** Forgets all drafts of this browser when the service has ended the log-in. Its other tabs hear of it by the mark. */
export function forgetEnded(): void {
  lock()
  forgetOthers()
  tabStore.clear()
  browserStore.remove(ROLE_KEY)
}

/** @param account that is logged in now, if any */
export function forgetOthers(account?: string): void {
  const isOther = (key: string): boolean => ownerOf(key) !== "" && ownerOf(key) !== account
  const copies = browserStore.keys(COPIES).filter(isOther)
  for (const copy of copies) browserStore.set(GONE + copy, "")
  copies.forEach(browserStore.remove)
  tabStore.keys(DRAFTS).filter(isOther).forEach(tabStore.remove)
}

/** @returns how many of an account's forms with unsent input were forgotten so; told once */
export function takeForgotten(account: string): number {
  const gone = browserStore.keys(GONE).filter((key) => ownerOf(key) === account)
  gone.forEach(browserStore.remove)
  return gone.length
}
