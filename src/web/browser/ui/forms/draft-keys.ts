/** Keys of drafts, and of the copies that outlast their tab. It imports nothing, as the log-in loads it, too. */

/** Keys of all drafts begin so. */
export const DRAFTS = "entwurf "
/** Keys of the copies of all tabs begin so. */
export const COPIES = "kopie "

/** Keys of an account's drafts begin so: on a shared computer nobody finds another's. */
export const ofAccount = (account: string): string => `${DRAFTS}${account} `

/** @returns the key of a draft's copy, by the tab that it is of */
export const copyOf = (tab: string, draft: string): string => `${COPIES}${tab} ${draft}`

/** @returns the account of a draft or a copy, by its key; "" for anything else */
export const ownerOf = (key: string): string => /\bentwurf (\S+) /.exec(key)?.[1] ?? ""
