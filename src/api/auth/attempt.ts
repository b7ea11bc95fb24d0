import type { Attempt, Services } from "../frame/services.ts"

/**
 * Checks a password. Whoever tries too many for one e-mail address is refused, wherever they type them: at the log-in, or
 * at a session that somebody left open.
 *
 * @param address the caller's
 * @param account undefined where there is none: that takes the same time
 * @param owner who is charged for the hashing (lib/passwords.ts)
 * @param started gets the attempt before it is decided
 * @returns whether it is the account's; the failures of before are then forgiven
 * @throws Refusal too many, unavailable
 */
export async function checkPassword(
  { throttle, passwords }: Pick<Services, "throttle" | "passwords">,
  address: string,
  { email, account }: { email: string; account: { id: string; password_hash: string } | undefined },
  password: string,
  owner: string,
  started: (attempt: Attempt) => void = () => {},
): Promise<boolean> {
  const attempt = throttle.attempt(address, { email, id: account?.id, hash: account?.password_hash })
  started(attempt)
  const matches = await undecided(attempt, () => passwords.verify(password, account?.password_hash, owner))
  if (matches) attempt.succeeded()
  return matches
}

/** A full queue or a failing database must not count as a wrong password. */
async function undecided<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    attempt.takeBack()
    throw error
  }
}
