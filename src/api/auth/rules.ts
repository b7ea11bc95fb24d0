import type { Static } from "@sinclair/typebox"
import type { Mitarbeiter } from "../../db/accounts.ts"
import type { SystemDb } from "../../db/system-db.ts"
import { commonFault } from "../../lib/common-passwords.ts"
import { forbidden, invalid, missing, unauthenticated } from "../../lib/refusal.ts"
import { withoutUnseen } from "../../lib/unseen.ts"
import type { SignIn } from "../frame/services.ts"
import { type Claims, demoExpired, isExpired, type Session } from "../frame/session.ts"
import type { ChangePasswordBody, LoginBody } from "./model.ts"
import { checkPassword } from "./attempt.ts"
import { type Refused, writeRefused, writeTrace } from "./trace.ts"

const accountGone = () => missing("Benutzer nicht gefunden")

/**
 * spec.md, "POST /api/auth/login", rules 2 to 7.
 *
 * @param address the caller's, for the throttle
 * @returns the account that is logged in
 * @throws Refusal unauthenticated (the same for every account that cannot log in), forbidden for its tenant,
 *   too many, unavailable
 */
export async function login(
  system: SystemDb,
  services: SignIn,
  input: Static<typeof LoginBody>,
  address: string,
): Promise<Mitarbeiter> {
  const { passwords, clock, log } = services
  // A copied address may hold signs that nobody sees. An account that was stored with one is found with it only.
  const email = withoutUnseen(input.email)
  // Forms send an empty slug for none; telephones begin it with a capital.
  const slug =
    withoutUnseen(input.tenant_slug ?? "")
      .trim()
      .toLowerCase() || undefined
  const known: Refused = { address, account: undefined, failure: undefined }
  try {
    const account =
      system.accounts.ofLogin(input.email, slug) ??
      (email === input.email ? undefined : system.accounts.ofLogin(email, slug))
    const of = { email, account }
    const matches = await checkPassword(services, address, of, input.password, address, (attempt) => {
      known.account = account
      known.failure = attempt
    })
    if (!matches || !account) throw unauthenticated("Ungültige Anmeldedaten")
    await requireActiveTenant(system, account, clock())
    if (passwords.isOutdated(account.password_hash)) {
      const hash = await passwords.hash(input.password, address)
      await system.write(() => system.accounts.renewHash(account, hash))
    }
    // In the service's log alone: the company's would hold little else.
    log.info("logged in", { account: account.id, tenant: account.tenant_id ?? undefined, address })
    return account
  } catch (error) {
    writeRefused(system, services, known, error)
    throw error
  }
}

async function requireActiveTenant(system: SystemDb, account: Mitarbeiter, now: Date): Promise<void> {
  if (account.tenant_id === null) return
  const tenant = system.tenants.byId(account.tenant_id)
  if (tenant?.status !== "aktiv") throw forbidden("Tenant nicht aktiv")
  if (!isExpired(tenant.typ, tenant.demo_expires_at, now)) return
  await system.write(() => system.tenants.expireDemo(tenant.id))
  throw demoExpired()
}

/**
 * spec.md, "POST /api/auth/change-password". Revokes the account's other tokens; the one that was used stays.
 *
 * @throws Refusal missing when the account is gone, unauthenticated when the current password is wrong, too many;
 *   invalid for a common password
 */
export async function changePassword(
  system: SystemDb,
  services: SignIn,
  { claims, account }: Session,
  input: Static<typeof ChangePasswordBody>,
  address: string,
): Promise<void> {
  requireUncommon(system, claims, input.newPassword)
  const before = system.accounts.passwordHash(claims.id, claims.tenant_id)
  if (!account || before === undefined) throw accountGone()
  const of = { email: me(system, claims).email, account: { id: claims.id, password_hash: before } }
  if (!(await checkPassword(services, address, of, input.currentPassword, address)))
    throw unauthenticated("Aktuelles Passwort ist falsch")
  const hash = await services.passwords.hash(input.newPassword, address)
  const unchanged = { hash: before, generation: account.token_generation }
  const stored = await system.write(() => {
    if (!system.accounts.setPassword(claims, hash, claims.jti || null, unchanged)) return false
    writeTrace(system, services, { ...claims, name: account.name }, "mitarbeiter.passwort_geaendert", address)
    return true
  })
  // Meanwhile the password was changed or all sessions were ended, this one included.
  if (!stored) throw unauthenticated("Anmeldung ungültig oder abgelaufen")
}

/** @throws Refusal invalid for a password that is easily guessed */
function requireUncommon(system: SystemDb, { id, tenant_id }: Claims, password: string): void {
  const account = system.accounts.withTenant(id, tenant_id)
  const fault = commonFault(password, [account?.email, account?.name, account?.tenant_name])
  if (fault) throw invalid("newPassword", fault)
}

/** @throws Refusal missing when the account is gone */
export function me(system: SystemDb, { id, tenant_id }: Pick<Claims, "id" | "tenant_id">) {
  const account = system.accounts.withTenant(id, tenant_id)
  if (!account) throw accountGone()
  return account
}

/** Ends every session of the account, the one that asks included. */
export function logoutAll(
  system: SystemDb,
  services: SignIn,
  { claims, account }: Session,
  address: string,
): void {
  if (!account) throw accountGone()
  system.accounts.revokeTokens(claims.id, claims.tenant_id)
  writeTrace(system, services, { ...claims, name: account.name }, "mitarbeiter.alle_abgemeldet", address)
}
