import type { TSchema } from "@sinclair/typebox"
import type { Log } from "../../lib/log.ts"
import type { Passwords } from "../../lib/passwords.ts"
import type { PageSession, TokenOwner } from "./session.ts"

/** Services for rules beside the database. None of them leads to another tenant's data. */
export type Services = {
  clock: () => Date
  log: Log
  passwords: Passwords
  /** Folder of pictures, and the limits in bytes for one file and for all of a tenant's. */
  uploads: { folder: string; maxFileSize: number; quotaPerTenant: number }
  /** @returns a function that reads what the schema describes, as a body is read; throws a Refusal with all faults */
  parse: (schema: TSchema) => (input: unknown) => unknown
  /** @returns when the newest scheduled backup was made */
  lastBackup: () => Date | undefined
  /** @returns the time of a failed backup, or of one of damaged data, if there was no good one since */
  failedBackup: () => Date | undefined
  /** Version of this program. */
  version: string
  /** Starts the work on waiting jobs. */
  auftraege: { kick: () => void }
  /** Empties the write-ahead log soon: erased data could still be read there. */
  checkpoint: () => void
}

/** A log-in that the throttle counts until it has succeeded. */
export type Attempt = {
  succeeded: () => void
  takeBack: () => void
  /**
   * Number that this failure would have for its account and address, from 1; and whether the next one is refused
   * unseen.
   */
  count: number
  isLast: boolean
}

/** Services for log-ins. */
export type SignIn = Services & {
  tokens: { sign: (account: TokenOwner, session?: PageSession) => Promise<string> }
  /** Number of days for which a page may renew its session. */
  sitzungTage: number
  throttle: {
    /** @throws Refusal too many */
    attempt: (address: string, account: string) => Attempt
  }
}
