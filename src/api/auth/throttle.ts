import { networkOf } from "../../lib/address.ts"
import { type Refusal, tooMany } from "../../lib/refusal.ts"
import type { Attempt } from "../frame/services.ts"

type ThrottleSettings = {
  /** Failures allowed per account and address within the window. */
  perAccount: number
  /** Failures allowed per address, across all accounts. */
  perAddress: number
  windowMs: number
  /** What was tried too often, in German; failed log-ins if left out. */
  what?: string
}

type Attempts = { count: number; until: number }

/**
 * Failures under one e-mail address; `of` says whose they are, by the id of the account, "" where there is none, and at
 * which password.
 */
type Failures = Attempts & { of: Map<string, { count: number; hash: string | undefined }> }

/** The e-mail address whose password is tried, and the account that it stands for with its password, if there is one. */
export type Tried = { email: string; id: string | undefined; hash?: string | undefined }

/** Keys of each kind that are remembered; the oldest go first. About 2 MB. */
const REMEMBERED = 10_000

/**
 * Slows down guessing without locking accounts: only the guessing address is refused, never the owner
 * elsewhere. An attempt counts from its beginning, so a hundred at once do not slip through.
 */
export class Throttle {
  readonly #settings: ThrottleSettings
  readonly #clock: () => Date
  readonly #accounts = new Map<string, Failures>()
  readonly #addresses = new Map<string, Attempts>()

  constructor(settings: ThrottleSettings, clock: () => Date) {
    this.#settings = settings
    this.#clock = clock
  }

  /**
   * Counts an attempt. All accounts of one e-mail address have one count: with one for each, the refusal would tell
   * whether a company has such an account, and its name left out would give as many attempts again. A success forgives
   * the failures of its own account only: anybody may have another one of that address in a company of theirs. So does a
   * new password: who forgot theirs has failed often enough before they asked for it.
   *
   * @returns `succeeded` forgives the account's failures; `takeBack` undoes an attempt that was never decided
   * @throws Refusal too many with Retry-After in seconds
   */
  attempt(address: string, { email, id = "", hash }: Tried): Attempt {
    const where = networkOf(address)
    const now = this.#clock().getTime()
    // The address first: one that is already refused must not fill the memory of accounts.
    const byAddress = this.#entry(this.#addresses, where, now, (entry) => entry)
    if (byAddress.count >= this.#settings.perAddress) throw this.#refused(byAddress.until - now)
    const byAccount = this.#entry(this.#accounts, `${where} ${email}`, now, (entry) => ({
      ...entry,
      of: new Map(),
    }))
    const before = byAccount.of.get(id)
    if (before && before.hash !== hash) {
      byAccount.count -= before.count
      byAccount.of.delete(id)
    }
    if (byAccount.count >= this.#settings.perAccount) throw this.#refused(byAccount.until - now)
    byAccount.count++
    byAddress.count++
    const own = byAccount.of.get(id) ?? { count: 0, hash }
    own.count++
    byAccount.of.set(id, own)
    const forgive = (most: number) => {
      byAddress.count--
      // A new password has forgiven these meanwhile.
      if (byAccount.of.get(id) !== own) return
      const forgiven = Math.min(own.count, most)
      byAccount.count -= forgiven
      own.count -= forgiven
    }
    return {
      count: own.count,
      isLast: byAccount.count === this.#settings.perAccount,
      succeeded: () => forgive(Infinity),
      takeBack: () => forgive(1),
    }
  }

  #entry<E extends Attempts>(
    attempts: Map<string, E>,
    key: string,
    now: number,
    make: (entry: Attempts) => E,
  ): E {
    const known = attempts.get(key)
    // An end beyond the window means that the clock was set back, which must not lengthen the wait.
    if (known && known.until > now && known.until <= now + this.#settings.windowMs) return known
    const entry = make({ count: 0, until: now + this.#settings.windowMs })
    attempts.delete(key)
    attempts.set(key, entry)
    const [oldest = key] = attempts.keys()
    if (attempts.size > REMEMBERED) attempts.delete(oldest)
    return entry
  }

  /** @param wait in ms */
  #refused(wait: number): Refusal {
    const minutes = Math.ceil(wait / 60_000)
    const when = minutes === 1 ? "einer Minute" : `${minutes} Minuten`
    return tooMany(
      `Zu viele ${this.#settings.what ?? "fehlgeschlagene Anmeldungen"}. Bitte in ${when} noch einmal versuchen.`,
      Math.ceil(wait / 1000),
    )
  }
}
