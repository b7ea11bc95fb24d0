import type { Static, TObject } from "@sinclair/typebox"
import { abrechnungen, belege, nachrichten, tenants } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import type { Versandart } from "../../lib/versandtexte.ts"
import { type Beleg, findKept } from "../belege/ablage.ts"
import { Created } from "../frame/reply.ts"
import type { MailService } from "../frame/services.ts"
import type { Actor } from "../frame/session.ts"
import { claimRequest, isClaimed } from "../shared/claim.ts"
import { type Author, requireVersion, writeProtokoll } from "../shared/record.ts"
import { requireReplies, requireVersand, type Versand } from "../versand/rules.ts"
import { adressenOf, getAnschrift } from "./adressen.ts"
import { type Mailempfaenger, readEmpfaenger, statusOf, withdrawn, writeEmpfaenger } from "./empfaenger.ts"
import type { versandangaben } from "./model.ts"
import {
  findArrived,
  getNachricht,
  GONE,
  type Nachricht,
  toNachricht,
  wentByPost,
  type Nachrichtenzeile,
} from "./read.ts"
import { findCancellation, letCancellationFollow, letRestAfter } from "./storniert.ts"
import { isSendable, NEVER_SENT, requireSeen, wordsFor } from "./words.ts"

export type Versandangaben = {
  [K in keyof typeof versandangaben]?: Static<TObject<typeof versandangaben>>[K] | undefined
}

/** @throws Refusal missing; conflict for a document that is not sent */
export function getSendable(tenant: TenantReader, beleg_id: string): Beleg & { art: Versandart } {
  const beleg = tenant.get(belege, beleg_id, "Beleg nicht gefunden")
  if (beleg.gesperrt === 1) throw missing("Beleg nicht gefunden")
  const { art, profil } = beleg
  if (!isSendable(art)) throw conflict(NEVER_SENT)
  if (profil !== null) throw conflict("Eine elektronische Rechnung wird mit ihrem PDF versandt")
  return { ...beleg, art }
}

/** What a repetition has in common with the first request: not what was seen by then. */
const contentOf = (request: object, { erwartet: _, ...input }: Versandangaben) => ({ ...request, ...input })

/** @returns the message that this very request made before. @throws Refusal conflict for another one with its id */
export const findMade = (tenant: TenantDb, request: object, input: Versandangaben): Nachricht | undefined =>
  isClaimed(tenant, "nachrichten", input.id, contentOf(request, input))
    ? getNachricht(tenant, input.id ?? "")
    : undefined

/**
 * Puts an e-mail with a kept document into the queue.
 *
 * @param request what else the caller asked for; a repetition says the same
 * @returns the message, and whether this request made it
 * @throws Refusal missing; conflict when the company sends nothing, no address is known, the document was sent before or cancelled
 *   and `nochmals` is not said, it is not as expected, or the id was used otherwise
 */
export function createNachricht(
  tenant: TenantDb,
  actor: Actor,
  beleg_id: string,
  input: Versandangaben,
  mailService: MailService,
  request: object = { beleg_id },
): Created<Nachricht> {
  const { id, an, nochmals = false, erwartet } = input
  if (!claimRequest(tenant, "nachrichten", id, contentOf(request, input)))
    return new Created(getNachricht(tenant, id ?? ""), false)
  const versand = requireVersand(tenant, mailService)
  const beleg = getSendable(tenant, beleg_id)
  const before = findArrived(tenant, beleg)
  if (before && !nochmals) throw conflict(SENT[before.status] ?? SENT.angenommen)
  if (!nochmals && wentByPost(tenant, beleg))
    throw conflict(`Diese Abrechnung ging schon per Post hinaus. ${AGAIN}`)
  const storno = findCancellation(tenant, beleg)
  if (!nochmals && storno)
    throw conflict(`Diese Abrechnung ist inzwischen storniert (${storno.nummer}). ${AGAIN}`)
  requireSeen(tenant, versand, beleg, { an, erwartet })
  const adressen = an ?? defaultAddresses(tenant, beleg)
  const zeile = tenant.insert(nachrichten, {
    ...(id !== undefined && { id }),
    ...composeNachricht(tenant, versand, beleg, [...new Set(adressen)]),
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
  })
  if (storno) letCancellationFollow(tenant, storno)
  writeProtokoll(tenant, actor, "nachrichten.angelegt", nachrichten, undefined, zeile)
  return new Created(toNachricht(tenant, zeile), true)
}

const AGAIN = "Wenn das gewollt ist, bitte „Noch einmal versenden“ wählen."

const SENT: Partial<Record<Nachrichtenzeile["status"], string>> & { angenommen: string } = {
  angenommen: `Dieses Papier ist schon versandt. ${AGAIN}`,
  wartet: "Dieses Papier wartet schon auf den Versand",
  laeuft: "Dieses Papier wird gerade versandt",
  unklar: `Ob dieser Beleg schon angekommen ist, ist unklar. ${AGAIN}`,
}

/** @throws Refusal conflict */
function defaultAddresses(tenant: TenantReader, beleg: Beleg & { art: Versandart }): string[] {
  const { kunde_id } = beleg
  if (kunde_id === null) throw conflict("Zu diesem Beleg gehört kein Kunde")
  const adressen = adressenOf(tenant, beleg)
  if (adressen.length === 0)
    throw conflict(`Für ${getAnschrift(tenant, kunde_id).name} ist keine E-Mail-Adresse eingetragen`)
  return adressen
}

/** @returns the row of a new message, as far as it follows from the document; its words are those of this moment */
export function composeNachricht(
  tenant: TenantReader,
  versand: Versand,
  beleg: Beleg & { art: Versandart },
  adressen: readonly string[],
) {
  const { art, id: beleg_id, kunde_id } = beleg
  const now = tenant.now()
  return {
    beleg_id,
    xml_id: xmlOf(tenant, beleg),
    art,
    kunde_id,
    ...wordsFor(tenant, versand, beleg),
    absender_name: versand.absender_name ?? tenant.get(tenants, tenant.id).name,
    antwort_an: requireReplies(tenant, versand),
    empfaenger: writeEmpfaenger(adressen.map((adresse) => ({ adresse, status: "wartet", antwort: null }))),
    gilt_ab: now,
    naechster_versuch_am: now,
  }
}

/**
 * @returns the id of the XRechnung that belongs to a settlement's paper; ZUGFeRD has it inside
 * @throws Refusal conflict where it was never made: without it, what arrives is no invoice
 */
function xmlOf(tenant: TenantReader, { art, bezug_id }: Beleg): string | null {
  if (art !== "abrechnung" || bezug_id === null) return null
  if (tenant.find(abrechnungen, bezug_id)?.form !== "xrechnung") return null
  const xml = findKept(tenant, "abrechnung", bezug_id, "xrechnung")
  if (!xml)
    throw conflict("Die XRechnung dazu ist noch nicht gemacht: bitte von der Abrechnung aus versenden")
  return xml.id
}

/**
 * Sends a message again to all who may not have it yet, and counts its tries anew.
 *
 * @param ifMatch the version that the caller has seen, or undefined: another one may have sent it again meanwhile
 * @throws Refusal missing; stale; conflict for one that is on its way or arrived
 */
export function sendAgain(
  tenant: TenantDb,
  author: Author,
  id: string,
  mailService: MailService,
  ifMatch?: number,
): Nachricht {
  const before = tenant.get(nachrichten, id, GONE)
  requireVersion(before, ifMatch)
  if (before.status === "laeuft") throw conflict("Sie wird gerade gesendet")
  if (before.status === "angenommen") throw conflict("Alle Empfänger haben sie schon")
  if (readEmpfaenger(before).length === 0) throw conflict("Die Person ist gelöscht")
  const beleg = tenant.find(belege, before.beleg_id)
  if (beleg && findArrived(tenant, beleg, before))
    throw conflict("Dasselbe Papier ging inzwischen mit einer anderen E-Mail hinaus; bitte dort nachsehen")
  if (beleg) requireStillDue(tenant, beleg)
  requireVersand(tenant, mailService)
  const now = tenant.now()
  const empfaenger = readEmpfaenger(before).map((one): Mailempfaenger =>
    one.status === "angenommen" ? one : { ...one, status: "wartet" },
  )
  const after = tenant.update(nachrichten, id, {
    ...recipientColumns(empfaenger),
    gilt_ab: now,
    naechster_versuch_am: now,
    versuche: 0,
    erledigt_am: null,
  })
  writeProtokoll(tenant, author, "nachrichten.wiederholt", nachrichten, before, after)
  return toNachricht(tenant, after)
}

/** @throws Refusal conflict for a settlement that was cancelled meanwhile, or went out otherwise */
function requireStillDue(tenant: TenantReader, beleg: Beleg): void {
  const storno = findCancellation(tenant, beleg)
  if (storno === undefined && !wentByPost(tenant, beleg)) return
  const why =
    storno === undefined ? "ging inzwischen per Post hinaus" : `ist inzwischen storniert (${storno.nummer})`
  throw conflict(`Diese Abrechnung ${why}. Soll sie trotzdem hinaus, bitte von ihr aus versenden.`)
}

/** @returns the columns that follow from what became of each recipient */
export const recipientColumns = (empfaenger: readonly Mailempfaenger[]) => ({
  empfaenger: writeEmpfaenger(empfaenger),
  status: statusOf(empfaenger),
})

/**
 * Puts a message aside: one that waits is not sent any more, and one with a fault counts no longer among
 * those that somebody has to look after. Safe to repeat.
 *
 * @param ifMatch as in `sendAgain`: what was a fault may wait again
 * @throws Refusal missing; stale; conflict for one that is on its way
 */
export function closeNachricht(tenant: TenantDb, author: Author, id: string, ifMatch?: number): Nachricht {
  const before = tenant.get(nachrichten, id, GONE)
  if (before.status === "laeuft") throw conflict("Sie wird gerade gesendet")
  if (before.erledigt_am !== null) return toNachricht(tenant, before)
  requireVersion(before, ifMatch)
  const put = { ...recipientColumns(withdrawn(readEmpfaenger(before))), erledigt_am: tenant.now() }
  const after = tenant.update(nachrichten, id, put)
  letRestAfter(tenant, after)
  writeProtokoll(tenant, author, "nachrichten.erledigt", nachrichten, before, after)
  return toNachricht(tenant, after)
}
