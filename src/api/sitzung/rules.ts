import type { Static } from "@sinclair/typebox"
import type { AccountRow, SystemDb } from "../../db/system-db.ts"
import type { Deps } from "../../deps.ts"
import { conflict, missing, unauthenticated } from "../../lib/refusal.ts"
import type { Session } from "../../http/session.ts"
import type { LoginBody } from "../auth/model.ts"
import { login } from "../auth/rules.ts"
import { type Claims, DAY, type PageSession, sessionId, type TokenOwner } from "../auth/tokens.ts"

/** What a page is told of its session. */
export type Sitzung = { user: AccountRow; gilt_bis: string; verlaengerbar_bis: string }
type Opened = { sitzung: Sitzung; token: string; seconds: number }

/**
 * Logs a page in, by the rules of `POST /api/auth/login`.
 *
 * @returns the token for its cookie, and for how many seconds
 */
export async function openSitzung(
  deps: Deps,
  input: Static<typeof LoginBody>,
  address: string,
): Promise<Opened> {
  const account = await login(deps, input, address)
  return issue(deps, account, crypto.randomUUID(), seconds(deps.clock()))
}

/**
 * Gives a page another token for another day, at most SITZUNG_TAGE after its password was typed.
 *
 * @throws Refusal unauthenticated when that time is over, conflict for a token that belongs to no page
 */
export async function renewSitzung(deps: Deps, { claims, account }: Session): Promise<Opened> {
  if (!account) throw unauthenticated()
  const { id, email, tenant_id, sid, auth_time } = claims
  if (sid === undefined || auth_time === undefined) {
    throw conflict("Nur die Anmeldung einer Seite lässt sich verlängern")
  }
  const { name, rolle, token_generation } = account
  return issue(deps, { id, email, tenant_id, name, rolle, token_generation }, sid, auth_time)
}

/** @throws Refusal missing when the account is gone */
export function readSitzung(deps: Deps, system: SystemDb, { claims }: Session): Sitzung {
  return describe(deps, system, claims)
}

/** Ends the session of the page, or of the program, that asks; the account's others go on. */
export function endSitzung(deps: Deps, system: SystemDb, { claims, account }: Session): void {
  if (!account) throw unauthenticated()
  const session = sessionId(claims)
  if (session === "") throw conflict("Diese Anmeldung hat keine Nummer und läuft von selbst ab")
  const now = seconds(deps.clock())
  system.endSession(claims, session, now + DAY, now)
}

async function issue(deps: Deps, owner: TokenOwner, sid: string, auth_time: number): Promise<Opened> {
  const now = seconds(deps.clock())
  const session: PageSession = { sid, auth_time, exp: Math.min(now + DAY, lastSecond(deps, auth_time)) }
  if (session.exp <= now) throw unauthenticated("Die Anmeldung ist zu lange her")
  return {
    sitzung: describe(deps, deps.system, { id: owner.id, tenant_id: owner.tenant_id, ...session }),
    token: await deps.tokens.sign(owner, session),
    seconds: session.exp - now,
  }
}

type Described = Pick<Claims, "id" | "tenant_id" | "exp" | "auth_time">

function describe(deps: Deps, system: SystemDb, { id, tenant_id, exp, auth_time }: Described): Sitzung {
  const user = system.account(id, tenant_id)
  if (!user) throw missing("Benutzer nicht gefunden")
  const last = auth_time === undefined ? exp : lastSecond(deps, auth_time)
  return { user, gilt_bis: instant(exp), verlaengerbar_bis: instant(last) }
}

const lastSecond = ({ config }: Deps, auth_time: number): number => auth_time + config.sitzungTage * DAY
const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
const instant = (second: number): string => new Date(second * 1000).toISOString()
