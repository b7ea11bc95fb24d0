import { renderSVG } from "uqr"
import { query } from "../../db/query.ts"
import { antwortlinks, belege, tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { randomSecret } from "../../lib/seal.ts"
import type { Actor } from "../frame/session.ts"
import { writeProtokoll } from "../shared/record.ts"
import { instants, localTime } from "../shared/time.ts"

/**
 * Links by which a customer sees one document without a log-in, and answers it. The random name in a link is its only
 * secret. It is handed out when the link is made, and kept as a hash: nobody can find it out again, not even from a
 * copy of the database. Whoever needs the link once more gets another one.
 */

type Linkzeile = Row<typeof antwortlinks>
type Stored = Pick<Linkzeile, "token_hash" | "vorlage_hash" | "gueltig_bis" | "endet_am">

/** A link that is not stored yet: its document has to be made first, as it carries the address. */
export type NewLink = { url: string; gueltig_bis: string; stored: Stored }

/** The addresses for people without an account: the only ones that a proxy has to publish for them. */
const PREFIX = "/antwort/"

const NAME = /^[\w-]{43}$/

const sha256 = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex")

/** @returns the hash of a link's name; undefined for what cannot be one */
export const hashOfName = (name: string): string | undefined => (NAME.test(name) ? sha256(name) : undefined)

/** @returns in German why no link can be made; undefined where one can */
export function whyNoLink(tenant: TenantReader, adresse: string | undefined): string | undefined {
  if (adresse === undefined)
    return "Der Betreiber muss noch eintragen, unter welcher Internetadresse Kunden Pfandwerk erreichen (Einstellung ADRESSE)"
  return tenant.get(tenants, tenant.id).antwortlink_tage === 0
    ? "Die Firma will keine Links für Kunden: „Firma → Links für Kunden“ steht auf 0 Tage"
    : undefined
}

/** @returns the installation's address. @throws Refusal conflict that says why no link can be made */
export function requireLinks(tenant: TenantReader, adresse: string | undefined): string {
  const why = whyNoLink(tenant, adresse)
  if (adresse === undefined || why !== undefined) throw conflict(why ?? "")
  return adresse
}

/**
 * @param adresse the installation's address (ADRESSE)
 * @param vorlage all that its document is printed from
 * @returns undefined where no link can be made
 */
export const newLink = (
  tenant: TenantReader,
  adresse: string | undefined,
  vorlage?: unknown,
): NewLink | undefined =>
  adresse === undefined || whyNoLink(tenant, adresse) !== undefined
    ? undefined
    : makeLink(tenant, adresse, { vorlage })

const urlOf = (adresse: string, name: string): string => `${adresse}${PREFIX}${name}`

function makeLink(
  tenant: TenantReader,
  adresse: string,
  { vorlage, name = randomSecret() }: { vorlage?: unknown; name?: string } = {},
): NewLink {
  const { antwortlink_tage } = tenant.get(tenants, tenant.id)
  const last = new Date(Date.parse(localTime(tenant).datum) + antwortlink_tage * DAY)
  const gueltig_bis = last.toISOString().slice(0, 10)
  return {
    url: urlOf(adresse, name),
    gueltig_bis,
    stored: {
      token_hash: sha256(name),
      vorlage_hash: vorlage === undefined ? null : hashOfVorlage(adresse, vorlage),
      gueltig_bis,
      endet_am: instants(tenant, { bis: gueltig_bis }).vor ?? "",
    },
  }
}

/** Stores the link of a document, in the caller's transaction. */
export const storeLink = (tenant: TenantDb, beleg_id: string, { stored }: NewLink): void =>
  void tenant.insert(antwortlinks, { beleg_id, ...stored })

/** The bytes of a logo count by their hash: as JSON, each would be a number with its index. */
const hashOfVorlage = (adresse: string, vorlage: unknown): string =>
  sha256(
    JSON.stringify([adresse, vorlage], (_, value: unknown) =>
      value instanceof Uint8Array ? new Bun.CryptoHasher("sha256").update(value).digest("hex") : value,
    ),
  )

const printedFrom = query<{ beleg_id: string }, { vorlage_hash: string; now: string }>`
  SELECT l.beleg_id FROM ${antwortlinks} l
  WHERE l.vorlage_hash = :vorlage_hash AND l.endet_am > :now ORDER BY l.id LIMIT 1`

/**
 * A document that is printed again would carry another link, so it would be another one, and the customer would have two
 * to answer.
 *
 * @returns the id of the document that was printed from the same data, if its link still works
 */
export function findPrinted(
  tenant: TenantReader,
  adresse: string | undefined,
  vorlage: unknown,
): string | undefined {
  if (adresse === undefined) return undefined
  const vorlage_hash = hashOfVorlage(adresse, vorlage)
  return tenant.first(printedFrom, { vorlage_hash, now: tenant.now() })?.beleg_id
}

const lastOf = query<{ gueltig_bis: string | null }, { beleg_id: string; now: string }>`
  SELECT max(l.gueltig_bis) AS gueltig_bis FROM ${antwortlinks} l WHERE l.beleg_id = :beleg_id AND l.endet_am > :now`

/** @returns the last day on which a link to the document works; null where none does */
export const linkUntil = (tenant: TenantReader, beleg_id: string): string | null =>
  tenant.first(lastOf, { beleg_id, now: tenant.now() })?.gueltig_bis ?? null

const GONE = "Beleg nicht gefunden"
const WITH_LINK = new Set<Row<typeof belege>["art"]>(["saldenbestaetigung", "lieferschein"])

/**
 * Makes a link to a document that is kept. Links made before go on working.
 *
 * @param adresse the installation's address (ADRESSE)
 * @param name 256 bits that nobody can guess; if left out, random ones
 * @returns the address to hand to the customer, and the last day on which it works
 * @throws Refusal missing, also for one that is kept for the auditor alone; conflict where no link can be made
 */
export function createLink(
  tenant: TenantDb,
  actor: Pick<Actor, "id" | "name">,
  beleg_id: string,
  adresse: string | undefined,
  name?: string,
): { url: string; gueltig_bis: string } {
  const beleg = tenant.get(belege, beleg_id, GONE)
  if (beleg.gesperrt === 1) throw missing(GONE)
  if (!WITH_LINK.has(beleg.art))
    throw conflict("Links gibt es für Saldenbestätigungen und Lieferscheine, für diesen Beleg nicht")
  const link = makeLink(tenant, requireLinks(tenant, adresse), name === undefined ? {} : { name })
  const { url, gueltig_bis } = link
  storeLink(tenant, beleg_id, link)
  writeProtokoll(tenant, actor, "belege.link_gemacht", belege, beleg, beleg, {
    link_bis: [null, gueltig_bis],
  })
  return { url, gueltig_bis }
}

const named = query<{ gueltig_bis: string }, { token_hash: string }>`
  SELECT l.gueltig_bis FROM ${antwortlinks} l WHERE l.token_hash = :token_hash`

/** @returns a link that was made with a name and was not revoked, as `createLink` returned it */
export function findLink(
  tenant: TenantReader,
  adresse: string,
  name: string,
): { url: string; gueltig_bis: string } | undefined {
  const found = tenant.first(named, { token_hash: sha256(name) })
  return found && { url: urlOf(adresse, name), gueltig_bis: found.gueltig_bis }
}

const linksOf = query<{ id: string }, { beleg_id: string }>`
  SELECT l.id FROM ${antwortlinks} l WHERE l.beleg_id = :beleg_id`

/** Ends all links to a document. @throws Refusal missing */
export function revokeLinks(tenant: TenantDb, actor: Actor, beleg_id: string): void {
  const beleg = tenant.get(belege, beleg_id, GONE)
  const bis = linkUntil(tenant, beleg_id)
  for (const { id } of tenant.all(linksOf, { beleg_id })) tenant.delete(antwortlinks, id)
  if (bis !== null)
    writeProtokoll(tenant, actor, "belege.link_gesperrt", belege, beleg, beleg, {
      link_bis: [bis, "gesperrt"],
    })
}

/** Links deleted per transaction: others write in between. */
export const BATCH = 500

const ended = query<{ id: string }, { now: string; limit: number }>`
  SELECT l.id FROM ${antwortlinks} l WHERE l.endet_am <= :now ORDER BY l.endet_am, l.id LIMIT :limit`

/** Deletes links that have ended. @returns how many; as many as BATCH when there may be more */
export function forgetLinks(tenant: TenantDb, now: string): number {
  const rows = tenant.all(ended, { now, limit: BATCH })
  for (const { id } of rows) tenant.delete(antwortlinks, id)
  return rows.length
}

/** @returns a link with its QR code, for a telephone to look at */
export const withCode = <L extends { url: string }>(link: L): L & { qr: string } => ({
  ...link,
  qr: renderSVG(link.url, { border: 4, ecc: "M" }),
})
