import { type Refusal, tooMany } from "../../lib/refusal.ts"
import type { Attempt } from "../frame/services.ts"

type ThrottleSettings = {
  /** Failures allowed per account and address within the window. */
  perAccount: number
  /** Failures allowed per address, across all accounts. */
  perAddress: number
  windowMs: number
}

type Attempts = { count: number; until: number }

/** Keys of each kind that are remembered; the oldest go first. About 2 MB. */
const REMEMBERED = 10_000

/**
 * Slows down guessing without locking accounts: only the guessing address is refused, never the owner
 * elsewhere. An attempt counts from its beginning, so a hundred at once do not slip through.
 */
export class Throttle {
  readonly #settings: ThrottleSettings
  readonly #clock: () => Date
  readonly #accounts = new Map<string, Attempts>()
  readonly #addresses = new Map<string, Attempts>()

  constructor(settings: ThrottleSettings, clock: () => Date) {
    this.#settings = settings
    this.#clock = clock
  }

  /**
   * Counts an attempt.
   *
   * @returns `succeeded` forgives the account's failures; `takeBack` undoes an attempt that was never decided
   * @throws Refusal too many with Retry-After in seconds
   */
  attempt(address: string, account: string): Attempt {
    const where = network(address)
    const key = `${where} ${account}`
    const now = this.#clock().getTime()
    // The address first: one that is already refused must not fill the memory of accounts.
    const byAddress = this.#entry(this.#addresses, where, now)
    if (byAddress.count >= this.#settings.perAddress) throw refused(byAddress.until - now)
    const byAccount = this.#entry(this.#accounts, key, now)
    if (byAccount.count >= this.#settings.perAccount) throw refused(byAccount.until - now)
    byAccount.count++
    byAddress.count++
    return {
      count: byAccount.count,
      isLast: byAccount.count === this.#settings.perAccount,
      succeeded: () => {
        byAddress.count--
        this.#accounts.delete(key)
      },
      takeBack: () => {
        byAddress.count--
        byAccount.count--
      },
    }
  }

  #entry(attempts: Map<string, Attempts>, key: string, now: number): Attempts {
    const known = attempts.get(key)
    // An end beyond the window means that the clock was set back, which must not lengthen the wait.
    if (known && known.until > now && known.until <= now + this.#settings.windowMs) return known
    const entry = { count: 0, until: now + this.#settings.windowMs }
    attempts.delete(key)
    attempts.set(key, entry)
    const [oldest = key] = attempts.keys()
    if (attempts.size > REMEMBERED) attempts.delete(oldest)
    return entry
  }
}

/** @param wait in ms */
function refused(wait: number): Refusal {
  const minutes = Math.ceil(wait / 60_000)
  const when = minutes === 1 ? "einer Minute" : `${minutes} Minuten`
  return tooMany(
    `Zu viele fehlgeschlagene Anmeldungen. Bitte in ${when} noch einmal versuchen.`,
    Math.ceil(wait / 1000),
  )
}

/** An IPv6 household or office has a whole /64, which counts as one address. */
function network(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address
  const [head = "", tail = ""] = address.split("::")
  const front = head.split(":").filter(Boolean)
  const back = tail.split(":").filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0")
  return [...front, ...zeros, ...back].slice(0, 4).join(":")
}
