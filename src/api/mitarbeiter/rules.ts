import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { mitarbeiter, tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { commonFault } from "../../lib/common-passwords.ts"
import { USED_OTHERWISE } from "../../lib/once.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { checkPassword } from "../auth/attempt.ts"
import type { TenantContext } from "../frame/route.ts"
import { isCarriedOut } from "../shared/claim.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import type { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { didSomething, requireNobody } from "../shared/nobody.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { changeRecord, createRecord, deleteRecord, resource } from "../shared/resource.ts"
import {
  type MitarbeiterListItem,
  type MitarbeiterPatch,
  MitarbeiterReply,
  type NewMitarbeiter,
} from "./model.ts"

type Account = Row<typeof mitarbeiter>
/** An account that belongs to a tenant, as all accounts here do. */
type Staff = Account & { tenant_id: string; rolle: "admin" | "user" | "fahrer" }

/** The office sees only the first four fields. */
type StaffListItem = Static<typeof MitarbeiterListItem>

const GONE = "Mitarbeiter nicht gefunden"
const IN_USE = "Mit diesem Konto ist schon gearbeitet: es bleibt; bitte „Darf sich anmelden“ ausschalten"

const staffRecords = resource({
  table: mitarbeiter,
  fields: mitarbeiterfelder,
  gone: GONE,
  inUse: IN_USE,
})

export const mitarbeiterList = new List<Staff>({
  table: mitarbeiter,
  columns: Object.keys(MitarbeiterReply.properties),
  sorts: { name: "name" },
  equal: ["rolle", "aktiv", "id"],
})

const otherAdmins = query<{ n: number }, { id: string }>`
  SELECT count(*) AS n FROM ${mitarbeiter} m WHERE m.rolle = 'admin' AND m.aktiv = 1 AND m.id <> :id`

/** @param request `q`: their names. @returns a page; without e-mail addresses for the office */
export function listMitarbeiter(
  tenant: TenantReader,
  actor: Actor,
  request: PageRequest & { q?: string },
): PageOf<StaffListItem> {
  const page = searchedPage(tenant, mitarbeiterList, { ...request }, [owners.personen("id")])
  if (actor.rolle !== "user") return page
  return { ...page, items: page.items.map(({ id, name, rolle, aktiv }) => ({ id, name, rolle, aktiv })) }
}

/** @throws Refusal missing */
export const getMitarbeiter = (tenant: TenantReader, id: string): Staff =>
  tenant.get(mitarbeiter, id, GONE) as Staff

/** @throws Refusal invalid for a password that is easily guessed */
export function requireUncommon(
  tenant: TenantDb,
  { password, email, name }: { password: string; email: string; name: string },
): void {
  const fault = commonFault(password, [email, name, tenant.get(tenants, tenant.id).name])
  if (fault) throw invalid("password", fault)
}

/**
 * Refuses a repeated request with another password than that of the account it made: whoever asks would pass that one on,
 * and it opens nothing.
 *
 * @throws Refusal conflict, too many, unavailable
 */
export async function requireSamePassword(
  { tenant, services, address }: Pick<TenantContext, "tenant" | "services" | "address">,
  { id, password }: Static<typeof NewMitarbeiter>,
): Promise<void> {
  const isRepeated = id !== undefined && isCarriedOut(tenant, "mitarbeiter", id)
  const account = isRepeated ? tenant.find(mitarbeiter, id) : undefined
  if (!account) return
  // A password that its owner has set since must not be found by trying.
  const matches = await (account.version === 1
    ? services.passwords.verify(password, account.password_hash, tenant.id)
    : checkPassword(services, address, { email: account.email, account }, password, tenant.id))
  if (!matches) throw conflict(USED_OTHERWISE)
}

/**
 * @param hash of `input.password`
 * @returns the account, and whether this request made it
 * @throws Refusal conflict when the address is taken in this tenant, the id was used with other content, or is that of
 *   somebody else: what they did would be taken for this account's
 */
export const createMitarbeiter = (
  tenant: TenantDb,
  author: Author,
  { password: _, ...input }: Static<typeof NewMitarbeiter>,
  hash: string,
): Created<Staff> =>
  createRecord(tenant, author, staffRecords, input, () => {
    requireNobody(tenant, input.id)
    return { ...input, password_hash: hash }
  }) as Created<Staff>

/**
 * Asks for the password of whoever changes their own e-mail address: with it alone, somebody at an abandoned screen
 * could take the account over.
 *
 * @throws Refusal missing, invalid, too many, unavailable
 */
export async function requireOwnPassword(
  { tenant, actor, services, address }: Pick<TenantContext, "tenant" | "actor" | "services" | "address">,
  id: string,
  { email, currentPassword }: Static<typeof MitarbeiterPatch>,
): Promise<void> {
  const account = getMitarbeiter(tenant, id)
  if (actor.id !== id || email === undefined || email === account.email) return
  if (currentPassword === undefined)
    throw invalid("currentPassword", "fehlt: die eigene E-Mail-Adresse ändert man mit dem eigenen Passwort")
  const of = { email: account.email, account }
  if (!(await checkPassword(services, address, of, currentPassword, tenant.id)))
    throw invalid("currentPassword", "ist falsch")
}

/**
 * Changes an account. Deactivating it or giving it another role ends its sessions at once.
 *
 * @throws Refusal missing, conflict for a taken address or the last active admin, stale
 */
export function changeMitarbeiter(
  tenant: TenantDb,
  author: Author,
  id: string,
  { currentPassword: _, ...patch }: Static<typeof MitarbeiterPatch>,
  ifMatch: number | undefined,
): Staff {
  const before = getMitarbeiter(tenant, id)
  const role = patch.rolle ?? before.rolle
  const aktiv = patch.aktiv ?? before.aktiv
  const ends = role !== before.rolle || (aktiv !== 1 && before.aktiv === 1)
  const values = { ...patch, ...(ends && withoutSessions(before)) }
  const after = changeRecord(tenant, author, staffRecords, id, values, ifMatch) as Staff
  const wasAdmin = before.rolle === "admin" && before.aktiv === 1
  if (wasAdmin && (role !== "admin" || aktiv !== 1)) requireOtherAdmin(tenant, id)
  return after
}

/** What makes all tokens of an account invalid. */
const withoutSessions = ({ token_generation }: Staff) => ({
  token_generation: token_generation + 1,
  token_ausnahme: null,
})

/** Refuses to remove the last admin: nobody in the company could create another. */
function requireOtherAdmin(tenant: TenantDb, id: string): void {
  if ((tenant.first(otherAdmins, { id })?.n ?? 0) > 0) return
  throw conflict("Das ist das letzte aktive Konto der Verwaltung; es behält Rolle und Zugang")
}

/**
 * Deletes an account that has done nothing and that nothing refers to.
 *
 * @throws Refusal missing; stale; conflict for the last active admin, or when it is used: then it can only be deactivated
 */
export function deleteMitarbeiter(
  tenant: TenantDb,
  author: Author,
  id: string,
  ifMatch: number | undefined,
): void {
  deleteRecord(tenant, author, staffRecords, id, ifMatch, ({ rolle, aktiv }) => {
    if (didSomething(tenant, id)) throw conflict(IN_USE)
    if (rolle === "admin" && aktiv === 1) requireOtherAdmin(tenant, id)
  })
}

/**
 * Ends all sessions of an account, for instance when a telephone was lost.
 *
 * @throws Refusal missing
 */
export function endSessions(tenant: TenantDb, author: Author, id: string): void {
  const before = getMitarbeiter(tenant, id)
  const after = tenant.update(mitarbeiter, id, withoutSessions(before))
  writeProtokoll(tenant, author, "mitarbeiter.abgemeldet", mitarbeiter, before, after)
}

/**
 * Sets an account's password and ends all its sessions.
 *
 * @throws Refusal missing
 */
export function setPassword(tenant: TenantDb, author: Author, id: string, hash: string): void {
  const before = getMitarbeiter(tenant, id)
  const after = tenant.update(mitarbeiter, id, { password_hash: hash, ...withoutSessions(before) })
  writeProtokoll(tenant, author, "mitarbeiter.passwort_gesetzt", mitarbeiter, before, after)
}
