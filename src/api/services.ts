import type { Log } from "../lib/log.ts"
import type { Passwords } from "../lib/passwords.ts"
import type { PageSession, TokenOwner } from "./session.ts"

/** What rules need beside the database. Nothing in here leads to another tenant's data. */
export type Services = {
  clock: () => Date
  log: Log
  passwords: Passwords
  /** Where pictures are kept, and how many bytes one, and all of a tenant's, may have. */
  uploads: { folder: string; maxFileSize: number; quotaPerTenant: number }
  /** @returns when the newest scheduled backup was made */
  lastBackup: () => Date | undefined
  /** Soon empties the write-ahead log: what was erased can still be read there. */
  checkpoint: () => void
}

/** What a log-in needs besides. */
export type SignIn = Services & {
  tokens: { sign: (account: TokenOwner, session?: PageSession) => Promise<string> }
  /** For how many days a page may renew its session. */
  sitzungTage: number
  throttle: {
    /** @throws Refusal too many */
    attempt: (address: string, account: string) => { succeeded: () => void; takeBack: () => void }
  }
}
