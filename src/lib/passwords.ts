import { availableParallelism } from "node:os"
import { unavailable } from "./refusal.ts"
import type { Log } from "./log.ts"
import { type Queue, queue } from "./queue.ts"

/** OWASP password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19456, timeCost: 2 } as const
const CURRENT = "$argon2id$v=19$m=19456,t=2,p=1$"

/**
 * Hash that is verified where there is none. Made once, with the parameters of new hashes, from random bytes that
 * were then forgotten: hashing some at each start would cost time and memory before anybody logs in.
 */
export const DECOY =
  "$argon2id$v=19$m=19456,t=2,p=1$LMgyH6HfI+V8Gp0M9OGAaHZ12oDTCTNWcQ+6bCf1W/k$vKTf5bUqN5JbxlYG877E0GknE/ekLONQx7casAhPR9g"

/** Invisible signs that come along when a text is copied, except those that join letters. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu

/**
 * A password as it is hashed, so that it is the same from a file, a copied text and every keyboard (RFC 8265, 4.2.2): its
 * letters composed, each space that of the keyboard.
 */
const prepared = (password: string): string =>
  password
    .normalize("NFC")
    .replaceAll(/\p{Zs}/gu, " ")
    .replaceAll(UNSEEN, "") || password

export type Passwords = {
  /**
   * @param owner who is charged, and whose tasks are bounded (queue.ts): a company, or a caller's address; NO_COMPANY in
   *   a command
   * @returns an argon2id hash in PHC form
   */
  hash(password: string, owner: string): Promise<string>
  /**
   * Checks a password against a hash. Without a hash it takes the same time and says no, so that timing does
   * not reveal unknown accounts.
   *
   * @param owner as for `hash`
   */
  verify(password: string, hash: string | undefined, owner: string): Promise<boolean>
  /** @returns whether the hash was made by an older scheme (bcrypt, other parameters) */
  isOutdated(hash: string): boolean
  load: Queue["load"]
}

const tooMany = () => unavailable("Zu viele Anmeldungen gleichzeitig. Bitte gleich noch einmal versuchen.")

/**
 * All password hashing of the service: one at a time per core, as more would only take memory (19 MiB each).
 * The event loop mostly sleeps and gets its core back within a time slice. A bounded number waits; further
 * requests are refused as unavailable.
 *
 * @param limits.parallel defaults to the number of cores
 * @param limits.waiting how many may wait
 */
export function createPasswords(log: Log, limits: { parallel?: number; waiting?: number } = {}): Passwords {
  const parallel = limits.parallel ?? availableParallelism()
  const run = queue({ parallel, waiting: limits.waiting ?? 64 }, tooMany)
  const verify = async (password: string, hash: string | undefined, owner: string): Promise<boolean> => {
    const known = await run(async () => {
      const typed = prepared(password)
      try {
        if (await Bun.password.verify(typed, hash ?? DECOY)) return true
        // An older hash is of the password as it was sent.
        return typed !== password && (await Bun.password.verify(password, hash ?? DECOY))
      } catch (error) {
        // A malformed hash matches nothing; the account needs a new password.
        log.error("malformed hash in the database", { error })
        return false
      }
    }, owner)
    return known && hash !== undefined
  }
  return {
    hash: (password, owner) => run(() => Bun.password.hash(prepared(password), ARGON2ID), owner),
    verify,
    isOutdated: (hash) => !hash.startsWith(CURRENT),
    load: run.load,
  }
}
