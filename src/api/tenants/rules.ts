import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { firmenlogos, kunden, mitarbeiter, tenants } from "../../db/schema.ts"
import type { SystemDb } from "../../db/system-db.ts"
import type { Tenant } from "../../db/all-tenants.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { commonFault } from "../../lib/common-passwords.ts"
import { isFound, searchWords } from "../../lib/fold.ts"
import { USED_OTHERWISE } from "../../lib/once.ts"
import { conflict, invalid, missing } from "../../lib/refusal.ts"
import { listMissingContact, listMissingDetails } from "../belege/kopf.ts"
import type { Services } from "../frame/services.ts"
import { claimRequest } from "../shared/claim.ts"
import { type Key, type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import { lastBuchung } from "../pfandbuchungen/vorgang.ts"
import { utc } from "../../lib/fields.ts"
import { Created } from "../frame/reply.ts"
import { keepRegelung } from "../shared/staende.ts"
import { type Author, change, writeProtokoll } from "../shared/record.ts"
import type { NewTenant, OwnTenantPatch, TenantPatch } from "./model.ts"

/**
 * Creates a tenant and, if given, its first administrator.
 *
 * @param adminHash the hash of `input.admin.password`
 * @returns the tenant, and whether this request made it (false for a repeated one)
 * @throws Refusal conflict when the slug is taken, or the id was used with other content
 */
export function createTenant(
  system: SystemDb,
  author: Author,
  input: Static<typeof NewTenant>,
  adminHash: string | undefined,
): Created<Tenant> {
  const { admin, id = Bun.randomUUIDv7(), ...fields } = input
  requireDemoForExpiry(fields)
  const content = { ...fields, id, admin: admin && { email: admin.email, name: admin.name } }
  const known = system.tenants.byId(id)
  if (known) {
    if (claimRequest(system.tenant(id), "tenants", id, content))
      throw conflict("Diese id ist bereits vergeben")
    return new Created(known, false)
  }
  if (system.tenants.bySlug(fields.slug)) throw conflict("Dieses Kürzel ist bereits vergeben")
  const db = system.tenant(id)
  const tenant = db.insert(tenants, { id, ...fields, ...expiry(fields) })
  claimRequest(db, "tenants", id, content)
  writeProtokoll(db, author, "tenants.angelegt", tenants, undefined, tenant)
  if (admin && adminHash) {
    const { email, name } = admin
    const account = db.insert(mitarbeiter, { email, name, rolle: "admin", password_hash: adminHash })
    writeProtokoll(db, author, "mitarbeiter.angelegt", mitarbeiter, undefined, account)
  }
  return new Created(tenant, true)
}

/**
 * Refuses a repeated request with another password than that of the first account: whoever asks would pass that one on,
 * and it opens nothing.
 *
 * @throws Refusal conflict, unavailable
 */
export async function requireSamePassword(
  system: SystemDb,
  { passwords }: Pick<Services, "passwords">,
  { id, admin }: Static<typeof NewTenant>,
): Promise<void> {
  const known = id === undefined ? undefined : system.tenants.byId(id)
  if (!known || !admin) return
  const hash = system.accounts.byEmail(admin.email, known.slug)?.password_hash
  if (!(await passwords.verify(admin.password, hash, ""))) throw conflict(USED_OTHERWISE)
}

/** @throws Refusal invalid for a password that is easily guessed */
export function requireUncommon({ name, slug, admin }: Static<typeof NewTenant>): void {
  const fault = admin && commonFault(admin.password, [name, slug, admin.name, admin.email])
  if (fault) throw invalid("admin.password", fault)
}

/** @param request `q`: words in name and slug. @returns a page of all tenants by name */
export function listTenants(
  system: SystemDb,
  { q, ...request }: PageRequest & { q?: string },
): PageOf<Tenant> {
  const words = q ? searchWords(q) : undefined
  // A server has thousands at most: all are looked through.
  const found = words && [...system.tenants.each()].filter(({ name, slug }) => isFound(words, [name, slug]))
  const isBehind = ({ name, id }: Tenant, after: Key): boolean =>
    name === after[0] ? id > after[1] : name > String(after[0])
  return readPage(request, {
    order: "tenants name",
    numeric: false,
    rows: (after, limit) =>
      found
        ? found.filter((tenant) => !after || isBehind(tenant, after)).slice(0, limit)
        : system.tenants.pageByName(after && { name: String(after[0]), id: after[1] }, limit),
    keyOf: ({ name, id }) => [name, id],
    count: () => found?.length ?? system.tenants.count(),
  })
}

/** @throws Refusal missing */
export function getTenant(system: SystemDb, id: string): Tenant {
  const tenant = system.tenants.byId(id)
  if (!tenant) throw missing("Tenant nicht gefunden")
  return tenant
}

/** @throws Refusal missing, conflict when the slug is taken or prices are fixed, stale */
export function changeTenant(
  system: SystemDb,
  author: Author,
  id: string,
  patch: Static<typeof TenantPatch>,
  ifMatch: number | undefined,
): Tenant {
  const before = getTenant(system, id)
  const other = patch.slug === undefined ? undefined : system.tenants.bySlug(patch.slug)
  if (other && other.id !== id) throw conflict("Dieses Kürzel ist bereits vergeben")
  // A standard tenant has no expiry: turning a demo into one drops it.
  const becomesStandard = patch.typ === "standard" && patch.demo_expires_at === undefined
  const fields = becomesStandard ? { ...patch, demo_expires_at: null } : { ...patch }
  requireDemoForExpiry({ ...before, ...fields })
  const own = system.tenant(id)
  keepForBookings(own, before, patch)
  const renewed = renews(before, fields, system.now()) ? { status: "aktiv" as const } : {}
  return change(own, author, tenants, id, { ...renewed, ...fields, ...expiry(fields) }, ifMatch)
}

/** Extending a demo, or turning it into a standard tenant, also reactivates it. */
function renews(before: Tenant, patch: Static<typeof TenantPatch>, now: string): boolean {
  const { demo_expires_at: end } = patch
  if (before.status !== "abgelaufen" || end === undefined) return false
  return end === null || utc(end) > now
}

type Logo = { breite: number; hoehe: number; aktualisiert_am: string }
type OwnTenant = Tenant & { briefkopf_fehlt: string[]; xrechnung_fehlt: string[]; logo: Logo | null }

const logoOf = query<Logo, { id: string }>`
  SELECT l.breite, l.hoehe, l.aktualisiert_am FROM ${firmenlogos} l WHERE l.id = :id`

const authority = query<{ any: 0 | 1 }>`SELECT EXISTS (
  SELECT 1 FROM ${kunden} k WHERE k.art = 'behoerde' AND k.aktiv = 1 AND k.abrechnung <> 'keine') AS any`

const needsXRechnung = (db: TenantReader, { abrechnung_ist }: Tenant): boolean =>
  abrechnung_ist === "rechnung" && db.first(authority, {})?.any === 1

const withLogo = (db: TenantReader, tenant: Tenant): OwnTenant => ({
  ...tenant,
  briefkopf_fehlt: listMissingDetails(tenant),
  xrechnung_fehlt: needsXRechnung(db, tenant) ? listMissingContact(tenant) : [],
  logo: db.first(logoOf, { id: db.id }) ?? null,
})

/** @returns the company as its own people see it */
export const getOwnTenant = (db: TenantReader): OwnTenant => withLogo(db, db.get(tenants, db.id))

/**
 * Keeps for the bookings what was true when they were made: net or gross can no longer change, and how VAT was calculated
 * until now is stored. Before the first booking there is nothing to keep.
 */
function keepForBookings(
  db: TenantDb,
  before: Tenant,
  patch: Partial<Pick<Tenant, "preise" | "kleinunternehmer" | "ust_verfahren">>,
): void {
  const { preise, kleinunternehmer, ust_verfahren } = { ...before, ...patch }
  if (lastBuchung(db).lfd_nr === 0) return
  if (preise !== before.preise)
    throw conflict("Netto oder brutto steht mit der ersten Buchung fest und lässt sich nicht mehr ändern")
  if (kleinunternehmer !== before.kleinunternehmer || ust_verfahren !== before.ust_verfahren)
    keepRegelung(db, before)
}

/** @throws Refusal stale; conflict when net becomes gross, or the other way round, after the first booking */
export function changeOwnTenant(
  tenant: TenantDb,
  author: Author,
  patch: Static<typeof OwnTenantPatch>,
  ifMatch: number | undefined,
): OwnTenant {
  keepForBookings(tenant, tenant.get(tenants, tenant.id), patch)
  return withLogo(tenant, change(tenant, author, tenants, tenant.id, patch, ifMatch))
}

function requireDemoForExpiry(fields: { typ?: string; demo_expires_at?: string | null | undefined }): void {
  if (fields.demo_expires_at && fields.typ !== "demo") {
    throw invalid("demo_expires_at", "ist nur bei einem Tenant der Art demo erlaubt")
  }
}

const expiry = ({ demo_expires_at: end }: { demo_expires_at?: string | null }) =>
  end ? { demo_expires_at: utc(end) } : {}
