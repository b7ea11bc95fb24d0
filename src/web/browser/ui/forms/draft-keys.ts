/** Keys of drafts, and of the copies that outlast their tab. It imports nothing, as the log-in loads it, too. */

/** Prefix of the keys of all drafts. */
export const DRAFTS = "entwurf "
/** Prefix of the keys of all copies. */
export const COPIES = "kopie "

/** @returns the prefix of the keys of an account's drafts: on a shared computer nobody finds another's */
export const ofAccount = (account: string): string => `${DRAFTS}${account} `

/** @returns the key of the copy of a tab's draft */
export const copyOf = (tab: string, draft: string): string => `${COPIES}${tab} ${draft}`

/** @returns the account of a draft or a copy, by its key; "" for anything else */
export const ownerOf = (key: string): string => /\bentwurf (\S+) /.exec(key)?.[1] ?? ""
