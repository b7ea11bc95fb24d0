import { small, tabStore } from "../values/small.ts"
import { COPIES, DRAFTS, ownerOf } from "./draft-keys.ts"

/**
 * Drafts of other accounts, which a log-in that the service has ended leaves behind: whoever comes back finds them, and
 * nobody else can read them. So they go when another account logs in, and their owner is told when they are back.
 */

const GONE = "verworfen"

/** @param account that is logged in now */
export function forgetOthers(account: string): void {
  const isOther = (key: string): boolean => ownerOf(key) !== "" && ownerOf(key) !== account
  const copies = small.keys(COPIES).filter(isOther)
  for (const [owner, keys] of Map.groupBy(copies, ownerOf)) {
    const before = Number(small.get(`${GONE} ${owner}`) ?? 0)
    small.set(`${GONE} ${owner}`, String(before + keys.length))
  }
  copies.forEach(small.remove)
  tabStore.keys(DRAFTS).filter(isOther).forEach(tabStore.remove)
}

/** @returns how many of an account's forms with unsent input were forgotten so; told once */
export function takeForgotten(account: string): number {
  const count = Number(small.get(`${GONE} ${account}`) ?? 0)
  small.remove(`${GONE} ${account}`)
  return count
}
