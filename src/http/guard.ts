import type { Route } from "../api/frame/route.ts"
import {
  type Actor,
  type Claims,
  demoExpired,
  isExpired,
  type Rolle,
  type Session,
  tenantBlocked,
} from "../api/frame/session.ts"
import { ANOTHER_ACCOUNT } from "../lib/another-account.ts"
import { after } from "../lib/turns.ts"
import type { Call } from "./call.ts"
import { cookieToken, requireOwnPage } from "./origin.ts"
import type { HttpDeps } from "./http-deps.ts"
import { generation, sessionId, type Tokens } from "../api/auth/tokens.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { ProgramRow, SessionRow } from "../db/accounts.ts"
import { hashOfToken, isProgramToken } from "../api/programmzugaenge/key.ts"
import { requireRechte, rechteOf } from "../api/programmzugaenge/rechte.ts"
import { programName } from "../api/shared/names.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import type { Config } from "../config.ts"
import { forbidden, missing, Refusal, unauthenticated } from "../lib/refusal.ts"

/** @returns a function that refuses a call, or fills in exactly what its scope may use (call.ts) */
export function guard(route: Route, deps: HttpDeps): (call: Call) => void | Promise<void> {
  const { system, clock } = deps
  const { scope, roles = [], ownPage } = route.options
  const rechte = rechteOf(route)
  if (scope === "public") {
    return async (call) => {
      call.system = system
      if (!ownPage) return
      requireOwnPage(call.request, deps.config)
      call.session = await sessionBefore(call.request, deps)
    }
  }
  const enter = (call: Call, session: Session) => {
    call.info.account = session.claims.id
    if (session.rechte) requireRechte(session.rechte, rechte)
    if (scope === "account") {
      call.system = system
      call.session = session
      return
    }
    call.actor = requireRole(session, roles)
    if (scope === "system") call.system = system
    else call.tenant = requireTenant(session, call.request, system, clock())
    call.info.tenant = call.tenant?.id
  }
  return (call) => after(authenticate(call.request, deps), (session) => enter(call, session))
}

/** RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1). */
const SCHEME = "bearer "

/** Dependencies of `authenticate`; the settings are those of cookies. */
type SessionDeps = {
  tokens: Tokens
  system: SystemDb
  config: Pick<Config, "tls" | "trustProxy" | "corsOrigins">
}

/**
 * Verifies the token of a request and looks up its account. A page's cookie is read only if there is no
 * `Authorization` header.
 *
 * @returns the session, without a promise if the token was verified before
 * @throws Refusal unauthenticated if there is no valid token, if it was revoked (by deactivation, another
 *   role, a new password, `logout-all` or the end of its session), or if `X-Account-Id` names another
 *   account; forbidden if a cookie comes with a change that was sent by none of our own pages
 */
function authenticate(request: Request, { tokens, system, config }: SessionDeps): Session | Promise<Session> {
  const header = request.headers.get("authorization")
  const token = header ? bearer(header) : cookieToken(request, { tokens, config })
  if (token === undefined) throw unauthenticated()
  if (header && isProgramToken(token)) return programSession(request, token, system)
  return after(tokens.verify(token), (claims) => {
    if (!claims) throw refused()
    requireSameAccount(request, claims)
    const account = system.accounts.session(claims.id, claims.tenant_id)
    if (account && !isCurrent(account, claims)) throw revoked()
    return { claims, account }
  })
}

/** @throws Refusal unauthenticated when the program's access is not there, has ended or was revoked */
function programSession(request: Request, token: string, system: SystemDb): Session {
  const program = system.accounts.program(hashOfToken(token))
  if (!program) throw refused()
  const { id, tenant_id, name, rechte, ...tenant } = program
  const claims = {
    id,
    email: "",
    name: programName(name),
    rolle: "user",
    tenant_id,
    jti: "",
    iat: 0,
    exp: 0,
  } as const
  requireSameAccount(request, claims)
  noteUse(program, system)
  const account = {
    ...claims,
    ...tenant,
    aktiv: 1,
    token_generation: 0,
    token_ausnahme: null,
    token_beendet: "",
  }
  return { claims, account, rechte: new Set(rechte.split(" ")) }
}

/** Time between two notes of a program's use, in ms: each note is a write. */
const NOTED = 10 * 60_000

function noteUse(program: ProgramRow, system: SystemDb): void {
  const before = program.zuletzt_am
  if (before !== null && Date.parse(system.now()) - Date.parse(before) < NOTED) return
  // Nobody waits for it, and where nothing can be written the request itself says so.
  system.write(() => system.accounts.noteProgramUse(program), program.tenant_id).catch(() => {})
}

/** @returns the session that a page still has when it logs in again; undefined if it has no valid one */
async function sessionBefore(request: Request, deps: SessionDeps): Promise<Session | undefined> {
  try {
    const session = await authenticate(request, deps)
    return session.rechte ? undefined : session
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * Refuses a request that was made under another account: a page and entries queued on a telephone name theirs in
 * `X-Account-Id`, as the browser's one cookie may be somebody else's by now.
 *
 * @throws Refusal unauthenticated
 */
function requireSameAccount({ headers }: Request, { id }: Claims): void {
  const meant = headers.get("x-account-id")
  if (meant !== null && meant !== id) throw unauthenticated(ANOTHER_ACCOUNT)
}

function bearer(header: string): string {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) throw refused()
  return header.slice(SCHEME.length)
}

const REFUSED = "Anmeldung ungültig oder abgelaufen"
const refused = (): Refusal => unauthenticated(REFUSED)
/** For a token that was valid before. */
const revoked = (): Refusal => new Refusal("unauthenticated", REFUSED, { ended: true })

/**
 * @returns whether the account still accepts the token. A new password revokes all tokens but the one that
 *   set it (`token_ausnahme`).
 */
function isCurrent(account: SessionRow, claims: Claims): boolean {
  const isRevoked = generation(claims) !== account.token_generation && claims.jti !== account.token_ausnahme
  return account.aktiv === 1 && account.rolle === claims.rolle && !isRevoked && !hasEnded(account, claims)
}

/** `token_beendet` lists ended sessions, usually none. A token without a `jti` cannot be ended on its own. */
const hasEnded = ({ token_beendet }: SessionRow, claims: Claims): boolean =>
  token_beendet !== "" && claims.jti !== "" && token_beendet.includes(sessionId(claims))

/** @throws Refusal unauthenticated when the account is gone, forbidden when its role is not among `roles` */
function requireRole({ claims, account, rechte }: Session, roles: readonly Rolle[]): Actor {
  if (!account) throw revoked()
  if (!roles.includes(account.rolle)) throw forbidden()
  const { id, tenant_id } = claims
  return { id, name: account.name, rolle: account.rolle, tenant_id, ...(rechte && { rechte }) }
}

/**
 * @returns the tenant a request is about: the account's own or, for a super administrator, the one in
 *   `X-Tenant-Id`
 * @throws Refusal forbidden for another tenant than one's own, or when one's own is expired or not active; for
 *   a super administrator, incomplete when none is named, missing when it does not exist
 */
function requireTenant(session: Session, request: Request, system: SystemDb, now: Date): TenantDb {
  const named = request.headers.get("x-tenant-id")
  const own = session.claims.tenant_id
  if (own === null) {
    if (!named) throw new Refusal("incomplete", "Bitte den Tenant nennen: Kopfzeile X-Tenant-Id")
    if (!system.tenants.byId(named)) throw missing("Tenant nicht gefunden")
    return system.tenant(named)
  }
  if (named !== null && named !== own) throw forbidden()
  const account = session.account
  if (!account || account.tenant_status !== "aktiv") throw tenantBlocked()
  if (isExpired(account.tenant_typ, account.demo_expires_at, now)) throw demoExpired()
  return system.tenant(own)
}
