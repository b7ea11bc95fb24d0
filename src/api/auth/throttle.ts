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

/** Failures under one e-mail address; `of` says whose they are, by the id of the account, "" where there is none. */
type Failures = Attempts & { of: Map<string, number> }

/** The e-mail address whose password is tried, and the account that it stands for, if there is one. */
export type Tried = { email: string; id: string | undefined }

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
   * the failures of its own account only: anybody may have another one of that address in a company of theirs.
   *
   * @returns `succeeded` forgives the account's failures; `takeBack` undoes an attempt that was never decided
   * @throws Refusal too many with Retry-After in seconds
   */
  attempt(address: string, { email, id = "" }: Tried): Attempt {
    const where = networkOf(address)
    const now = this.#clock().getTime()
    // The address first: one that is already refused must not fill the memory of accounts.
    const byAddress = this.#entry(this.#addresses, where, now, (entry) => entry)
    if (byAddress.count >= this.#settings.perAddress) throw this.#refused(byAddress.until - now)
    const byAccount = this.#entry(this.#accounts, `${where} ${email}`, now, (entry) => ({
      ...entry,
      of: new Map<string, number>(),
    }))
    if (byAccount.count >= this.#settings.perAccount) throw this.#refused(byAccount.until - now)
    byAccount.count++
    byAddress.count++
    const own = byAccount.of.get(id) ?? 0
    byAccount.of.set(id, own + 1)
    const forgive = (most: number) => {
      const count = byAccount.of.get(id) ?? 0
      byAccount.count -= Math.min(count, most)
      byAccount.of.set(id, Math.max(0, count - most))
      byAddress.count--
    }
    return {
      count: own + 1,
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
