import { query } from "../../db/query.ts"
import { belegdateien, belege } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { Belegseite } from "../../print/dokumente/seite.ts"
import { requireQuota } from "../pictures/storage.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { type Recht, requireRecht } from "../programmzugaenge/rechte.ts"
import { wasErasedSince } from "../shared/erasure.ts"
import { localTime } from "../shared/time.ts"
import { type NewLink, storeLink } from "./links.ts"

export type Beleg = Row<typeof belege>

export type Belegkontext = Omit<TenantContext, "receive">

/** A document to keep; `bezug_id` is the record that it shows. */
export type NewBeleg = Pick<Beleg, "art" | "titel" | "dateiname" | "typ"> &
  Partial<Pick<Beleg, "profil" | "kunde_id" | "bezug_id" | "von" | "bis" | "saldo_cent" | "auftrag_id">> & {
    daten: Uint8Array
    /** What it shows, for the page of a link. */
    seite?: Belegseite
    /** The link that it carries. */
    link?: NewLink | undefined
    /** When its data was read, before it was printed: a person who is erased since may still be named on it. */
    gelesen_am?: string
  }

/** Facts about a document before it is printed. */
export type Belegangaben = Omit<NewBeleg, "daten" | "titel" | "dateiname" | "typ">

/**
 * Years that the law wants a document kept, counted from the end of its year (AO § 147): vouchers of the books
 * eight, letters six.
 */
export const YEARS = {
  abrechnung: 8,
  lieferschein: 8,
  saldenuebernahme: 8,
  datev: 8,
  journal: 8,
  kontoauszug: 6,
  saldenbestaetigung: 6,
  erinnerung: 6,
} satisfies Record<Beleg["art"], number>

/** Documents that tell a balance: a program needs the right to read the ledger for them. */
export const WITH_SALDO: ReadonlySet<Beleg["art"]> = new Set([
  "kontoauszug",
  "saldenbestaetigung",
  "erinnerung",
  "saldenuebernahme",
])

/** What a program needs that asks for a document to read it, where it has to be made and kept first. */
const KEEPING = {
  abrechnung: "abrechnungen.schreiben",
  lieferschein: "lieferungen.schreiben",
  saldenuebernahme: "buchungen.schreiben",
  datev: "abrechnungen.schreiben",
  journal: "abrechnungen.schreiben",
  kontoauszug: "buchungen.schreiben",
  saldenbestaetigung: "buchungen.schreiben",
  erinnerung: "buchungen.schreiben",
} satisfies Record<Beleg["art"], Recht>

const withContent = query<Beleg, { sha256: string }>`
  SELECT b.* FROM ${belege} b WHERE b.sha256 = :sha256 ORDER BY b.auftrag_id, b.id LIMIT 1`

const imAuftrag = query<Beleg, { sha256: string; auftrag_id: string }>`
  SELECT b.* FROM ${belege} b WHERE b.sha256 = :sha256 AND b.auftrag_id = :auftrag_id LIMIT 1`

const ofOrigin = query<Beleg, { art: string; bezug_id: string; profil: string | null }>`
  SELECT b.* FROM ${belege} b WHERE b.bezug_id = :bezug_id AND b.art = :art AND b.profil IS :profil ORDER BY b.id LIMIT 1`

/**
 * @param profil of a structured invoice, what it follows
 * @returns the first document of a kind that shows a record
 */
export const findKept = (
  tenant: TenantReader,
  art: Beleg["art"],
  bezug_id: string,
  profil: Beleg["profil"] = null,
): Beleg | undefined => tenant.first(ofOrigin, { art, bezug_id, profil })

const ofKunde = query<
  { id: string },
  { kunde_id: string; art: string; von: string | null; bis: string | null; saldo_cent: number | null }
>`
  SELECT b.id FROM ${belege} b
  WHERE b.kunde_id = :kunde_id AND +b.art = :art AND b.von IS :von AND b.bis IS :bis AND b.saldo_cent IS :saldo_cent
  LIMIT 1`

/** Whether a document may be kept already: only its bytes tell for sure, and those have to be printed first. */
function isLikelyKept(tenant: TenantReader, beleg: Belegangaben): boolean {
  const { art, kunde_id, bezug_id, von = null, bis = null, saldo_cent = null } = beleg
  if (bezug_id) return findKept(tenant, art, bezug_id) !== undefined
  return kunde_id ? tenant.first(ofKunde, { kunde_id, art, von, bis, saldo_cent }) !== undefined : false
}

type Keeper = Pick<Actor, "rechte">

const requireKeeping = (actor: Keeper, { art }: Pick<Beleg, "art">): void =>
  requireRecht(actor, KEEPING[art], "Diesen Beleg gibt es noch nicht; er würde gemacht und aufbewahrt.")

/**
 * Asked before a document is printed, which would be in vain.
 *
 * @throws Refusal forbidden for a program that only reads, where there is nothing for it to read
 */
export function requireToPrint(tenant: TenantReader, actor: Keeper, beleg: Belegangaben): void {
  if (actor.rechte && !isLikelyKept(tenant, beleg)) requireKeeping(actor, beleg)
}

/**
 * Keeps a document with its bytes, in the caller's transaction. Documents with the same bytes are kept once, but each job
 * has its own, so that none is missing among those that it made.
 *
 * @returns the kept document
 * @throws Refusal too large when the company's room is used up; forbidden for a program that only reads
 */
export function keepBeleg(
  tenant: TenantDb,
  actor: Pick<Actor, "id" | "name" | "rechte">,
  { daten, seite, link, gelesen_am, ...beleg }: NewBeleg,
  quota: number,
): Beleg {
  const sha256 = new Bun.CryptoHasher("sha256").update(daten).digest("hex")
  const { auftrag_id } = beleg
  const known = auftrag_id
    ? tenant.first(imAuftrag, { sha256, auftrag_id })
    : tenant.first(withContent, { sha256 })
  if (known) return known
  requireKeeping(actor, beleg)
  requireQuota(tenant, daten.length, quota)
  const jahr = Number(localTime(tenant).datum.slice(0, 4))
  const { kunde_id } = beleg
  // Erased while it was printed: locked, as the documents before it were.
  const isLocked = kunde_id && gelesen_am !== undefined && wasErasedSince(tenant, kunde_id, gelesen_am)
  const kept = tenant.insert(belege, {
    ...beleg,
    gesperrt: isLocked ? 1 : 0,
    bytes: daten.length,
    sha256,
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
    aufbewahren_bis: `${jahr + YEARS[beleg.art]}-12-31`,
  })
  tenant.insert(belegdateien, {
    id: kept.id,
    daten: Buffer.from(daten.buffer, daten.byteOffset, daten.byteLength),
    inhalt: seite && !isLocked ? JSON.stringify(seite) : null,
  })
  if (link && !isLocked) storeLink(tenant, kept.id, link)
  return kept
}

/**
 * Bytes of a document that are read at once: tens of megabytes would hold up everybody. The pieces of a large document
 * are larger, as the database goes through all of it for each one.
 */
export const PIECE = 1024 * 1024
const PIECES = 8

const pieceOf = query<{ teil: Uint8Array }, { id: string; ab: number; laenge: number }>`
  SELECT substr(d.daten, :ab, :laenge) AS teil FROM ${belegdateien} d WHERE d.id = :id`

/**
 * @returns the document's bytes, a piece at a time
 * @throws Refusal missing when there is no file, or it goes in between
 */
export function* readPieces(
  tenant: TenantReader,
  { id, bytes }: Pick<Beleg, "id" | "bytes">,
): Generator<Uint8Array> {
  const length = Math.max(PIECE, Math.ceil(bytes / PIECES))
  for (let at = 0; at < bytes; at += length)
    yield tenant.getFirst(pieceOf, { id, ab: at + 1, laenge: length }, "Beleg nicht gefunden").teil
}

/** Keeps documents that a request has printed, in a transaction of their own. @returns them as they are kept */
export const storeBeleg = (
  { services, tenant, actor, commit }: Belegkontext,
  ...all: readonly NewBeleg[]
): Promise<Beleg[]> =>
  commit(() => all.map((beleg) => keepBeleg(tenant, actor, beleg, services.uploads.quotaPerTenant)))
