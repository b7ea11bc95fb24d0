import type { TSchema } from "@sinclair/typebox"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Log } from "../../lib/log.ts"
import type { CompanyMail, Mail, MailServer } from "../../lib/mail/server.ts"
import type { MailLine } from "../../lib/mail/smtp.ts"
import type { Passwords } from "../../lib/passwords.ts"
import type { Seal } from "../../lib/seal.ts"
import type { WebhookNetwork } from "../../lib/webhook/post.ts"
import type { Zustand } from "../../lib/zustand.ts"
import type { Actor, PageSession, TokenOwner } from "./session.ts"

/** Since when a mail server takes nothing, and why. */
export type Stoerung = { seit: Date; grund: string }

/** Sending by e-mail, as far as it is the installation's. */
export type MailService = {
  /** How e-mails of companies without a server of their own leave; undefined: not at all. */
  mail: Mail | undefined
  /** What holds for companies' own servers. */
  company: CompanyMail
  /** Seals their passwords. */
  seal: Seal
  /** Identifies this installation: data that was released for another one sends nothing. */
  installation: string
  /** Fault of the operator's mail server; undefined while it takes what is sent, or nobody tried. */
  stoerung: Stoerung | undefined
  /** Faults of companies' own servers, by company. */
  stoerungen: Map<string, Stoerung>
  /** Connects to a mail server, past the queue, for somebody who waits. @throws MailFault */
  open: (server: MailServer) => Promise<MailLine>
}

/** Sending events to receivers, as far as it is the installation's. */
export type WebhookService = {
  /** Identifies this installation, as for `MailService`. */
  installation: string
  /** Seals what messages are signed with. */
  seal: Seal
  /** Which networks messages may be sent to. */
  network: WebhookNetwork
}

/** Services that rules use besides the database. Nothing here leads to another tenant's data. */
export type Services = {
  clock: () => Date
  log: Log
  passwords: Passwords
  /** Folder of pictures, and the limits in bytes for one file and for all of a tenant's. */
  uploads: { folder: string; maxFileSize: number; quotaPerTenant: number }
  /** @returns a function that validates input like a request body; it throws a Refusal with all faults */
  parse: (schema: TSchema) => (input: unknown) => unknown
  /** @returns the time of the last good backup */
  lastBackup: () => Date | undefined
  /** @returns the time of the last backup that failed or held damaged data; undefined after a good one */
  failedBackup: () => Date | undefined
  /** The installation's address as others reach it, without a slash at its end; undefined: no link can be made. */
  adresse: string | undefined
  /** @returns how the service is, for the operator */
  zustand: () => Promise<Zustand>
  /** Version of this program. */
  version: string
  /** Starts the work on waiting jobs; does nothing where no service runs. */
  auftraege: { kick: () => void }
  mailService: MailService
  webhooks: WebhookService
  /** Empties the write-ahead log soon: erased data could still be read there. */
  checkpoint: () => void
  /** Limits how often passwords are tried (auth/attempt.ts). */
  throttle: {
    /** @throws Refusal too many */
    attempt: (
      address: string,
      tried: { email: string; id: string | undefined; hash?: string | undefined },
    ) => Attempt
  }
}

/** An attempt to log in. The throttle counts it as a failure until it has succeeded or is taken back. */
export type Attempt = {
  succeeded: () => void
  /** For an attempt that was never decided, such as after a failure of the service. */
  takeBack: () => void
  /** Number of this failure for its account and address, from 1; without an account, for the e-mail address. */
  count: number
  /** Whether the next attempt is refused without a look at the password, unless this one succeeds. */
  isLast: boolean
}

/** Services for log-ins. */
export type SignIn = Services & {
  tokens: {
    sign: (account: TokenOwner, session?: PageSession) => Promise<string>
    draftKey: (account: { tenant_id: string | null; id: string }) => string
    earlierDraftKey: (id: string) => string
  }
  /** Number of days for which a page may renew its session. */
  sitzungTage: number
}

/**
 * Reads something expensive for a `free` route: here or, for a large company, in the thread of long reads
 * (http/run.ts).
 *
 * @param there a `read` route that the thread can run, named as `GET /path`, with its input
 * @param here reads what that route's handler returns
 */
export type ReadLong = <T>(
  there: { route: string; params: Record<string, string>; query?: unknown },
  here: () => T,
) => T | Promise<T>

/**
 * Writes hundreds of rows for a `free` route that has `inThread`: runs that in the thread of long writes
 * (http/run.ts), in one transaction.
 *
 * @param body goes to the thread as a copy
 * @returns what `inThread` returns, as a copy
 * @throws Refusal its own; unavailable when too many of the company's long writes wait
 */
export type WriteLong = <T>(body: unknown) => Promise<T>

/** Input of `inThread`. */
export type InThread = { tenant: TenantDb; actor: Actor; params: Record<string, string>; body: never }

/** An uploaded file with the text fields of its form. */
export type Upload<F> = { bytes: Uint8Array; fields: F }

/** Reads the form of a route with `upload`. Its memory counts as taken until `use` is done. */
export type Receive = <F, T>(use: (upload: Upload<F>) => Promise<T>) => Promise<T>
