import type { Static } from "@sinclair/typebox"
import type { AccountRow } from "../../db/accounts.ts"
import type { SystemDb } from "../../db/system-db.ts"
import { conflict, unauthenticated } from "../../lib/refusal.ts"
import type { Claims, PageSession, Session, TokenOwner } from "../frame/session.ts"
import type { LoginBody } from "../auth/model.ts"
import { login, me } from "../auth/rules.ts"
import { DAY_IN_SECONDS, sessionId } from "../auth/tokens.ts"
import { WithToken } from "../frame/reply.ts"
import type { SignIn } from "../frame/services.ts"

/** Session and account for a page. */
type Sitzung = {
  user: AccountRow
  gilt_bis: string
  verlaengerbar_bis: string
  entwurf_schluessel: string
  entwurf_schluessel_zuvor: string | null
}

/**
 * Accounts made before this may have drafts under a key of their id alone. A later one has none, and could have been given
 * the id of another company's.
 */
const KEYS_BY_COMPANY = "2027-01-01"

/**
 * Logs in a page, by the rules of `POST /api/auth/login`.
 *
 * @param before the page's log-in until now, which ends
 * @returns the session with the token for its cookie
 */
export async function openSitzung(
  system: SystemDb,
  services: SignIn,
  input: Static<typeof LoginBody>,
  address: string,
  before?: Session,
): Promise<WithToken<Sitzung>> {
  const account = await login(system, services, input, address)
  const generation = () => system.accounts.session(account.id, account.tenant_id)?.token_generation
  const requireSame = (): void => {
    // While the password was checked, it was changed, or all sessions of the account were ended.
    if (generation() !== account.token_generation) throw unauthenticated("Ungültige Anmeldedaten")
  }
  const endBefore = (one: Session): number | undefined => {
    requireSame()
    endSitzung(system, services, one)
    // With too many ended sessions, all of the account's have ended.
    return generation()
  }
  requireSame()
  const hasBefore = before?.account && sessionId(before.claims) !== ""
  const token_generation = hasBefore ? await system.write(() => endBefore(before)) : undefined
  const owner = { ...account, token_generation: token_generation ?? account.token_generation }
  return issue(system, services, owner, crypto.randomUUID(), seconds(services.clock()))
}

/**
 * Renews a page's token by a day, at most until SITZUNG_TAGE days after the password was typed.
 *
 * @throws Refusal unauthenticated when that time is over; conflict for a token that belongs to no page
 */
export async function renewSitzung(
  system: SystemDb,
  services: SignIn,
  { claims, account }: Session,
): Promise<WithToken<Sitzung>> {
  if (!account) throw unauthenticated()
  const { id, email, tenant_id, sid, auth_time } = claims
  if (sid === undefined || auth_time === undefined) {
    throw conflict("Nur die Anmeldung einer Seite lässt sich verlängern")
  }
  const { name, rolle, token_generation } = account
  return issue(system, services, { id, email, tenant_id, name, rolle, token_generation }, sid, auth_time)
}

/** Ends only the session that asks; the account's others go on. */
export function endSitzung(system: SystemDb, { clock }: SignIn, { claims, account }: Session): void {
  if (!account) throw unauthenticated()
  const session = sessionId(claims)
  if (session === "") throw conflict("Diese Anmeldung hat keine Nummer und läuft von selbst ab")
  const now = seconds(clock())
  system.accounts.endSession(claims, session, now + DAY_IN_SECONDS, now)
}

async function issue(
  system: SystemDb,
  services: SignIn,
  owner: TokenOwner,
  sid: string,
  auth_time: number,
): Promise<WithToken<Sitzung>> {
  const now = seconds(services.clock())
  const session: PageSession = {
    sid,
    auth_time,
    exp: Math.min(now + DAY_IN_SECONDS, lastSecond(services, auth_time)),
  }
  if (session.exp <= now) throw unauthenticated("Die Anmeldung ist zu lange her")
  const sitzung = readSitzung(system, services, { id: owner.id, tenant_id: owner.tenant_id, ...session })
  return new WithToken(sitzung, await services.tokens.sign(owner, session), session.exp - now)
}

type Described = Pick<Claims, "id" | "tenant_id" | "exp" | "auth_time">

/** @throws Refusal missing when the account is gone */
export function readSitzung(system: SystemDb, services: SignIn, claims: Described): Sitzung {
  const { exp, auth_time } = claims
  const user = me(system, claims)
  const last = auth_time === undefined ? exp : lastSecond(services, auth_time)
  return {
    user,
    gilt_bis: instant(exp),
    verlaengerbar_bis: instant(last),
    entwurf_schluessel: services.tokens.draftKey(claims),
    entwurf_schluessel_zuvor:
      user.erstellt_am < KEYS_BY_COMPANY ? services.tokens.earlierDraftKey(claims.id) : null,
  }
}

const lastSecond = ({ sitzungTage }: SignIn, auth_time: number): number =>
  auth_time + sitzungTage * DAY_IN_SECONDS
const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
const instant = (second: number): string => new Date(second * 1000).toISOString()
