import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { linkworte } from "../../lib/versandtexte.ts"
import type { NewBeleg } from "../belege/ablage.ts"
import { whyNoLink } from "../belege/links.ts"
import { type Brief, keepPrinted } from "../belege/printing.ts"
import { Created } from "../frame/reply.ts"
import type { TenantContext } from "../frame/route.ts"
import { getVersand, requireVersand, type Versand } from "../versand/rules.ts"
import { adressenOf, getAnschrift } from "./adressen.ts"
import type { VorschauReply } from "./model.ts"
import type { Nachricht } from "./read.ts"
import { createNachricht, findMade, getSendable, type Versandangaben } from "./rules.ts"
import { type About, isSendable, NEVER_SENT, requireSeen, wordsFor } from "./words.ts"

/** Sends one document, printed already or not; beside each way to send it stands one to see the e-mail before. */

export type Versandkontext = Omit<TenantContext, "receive">

/** A document to send: one that is kept, by its id, or one to print first, with what is kept beside it. */
type Sendung = string | (Brief & { beside?: readonly NewBeleg[] })

/**
 * Puts an e-mail with a document into the queue; one that is not kept yet is printed and kept first.
 *
 * @param request what the caller asked for, beside `input`. A repetition must say the same; the document may have become
 *   another one meanwhile
 * @throws Refusal as `createNachricht`, and as `compose`
 */
export async function sendOnce(
  context: Versandkontext,
  request: object,
  input: Versandangaben,
  compose: () => Sendung | Promise<Sendung>,
): Promise<Created<Nachricht>> {
  const { tenant, actor, services, commit } = context
  const known = findMade(tenant, request, input)
  if (known) return new Created(known, false)
  // What is not there is missing, whether anything can be sent or not.
  const made = await compose()
  // Before it is printed, which would be in vain.
  const versand = requireVersand(tenant, services.mailService)
  const beleg_id = typeof made === "string" ? made : await keepSeen(context, versand, made, input)
  return commit(() => createNachricht(tenant, actor, beleg_id, input, services.mailService, request))
}

/** @returns the id of a document that is printed and kept, where its e-mail is as it was seen. @throws Refusal conflict */
async function keepSeen(
  context: Versandkontext,
  versand: Versand,
  { beside = [], ...brief }: Exclude<Sendung, string>,
  input: Versandangaben,
): Promise<string> {
  const { art } = brief.beleg
  if (isSendable(art))
    requireSeen(context.tenant, versand, { ...brief.beleg, art, titel: brief.druck.titel }, input)
  return (await keepPrinted(context, brief, beside)).kept.id
}

/**
 * @param adresse the installation's (ADRESSE)
 * @returns the words of an e-mail with a document, as they would go out now, and where it goes by itself
 */
export function previewNachricht(
  tenant: TenantReader,
  adresse: string | undefined,
  about: About,
): Static<typeof VorschauReply> {
  const { art, kunde_id = null } = about
  return {
    ...wordsFor(tenant, getVersand(tenant), about),
    an: adressenOf(tenant, about),
    kunde_name: kunde_id === null ? null : getAnschrift(tenant, kunde_id).name,
    link: whyNoLink(tenant, adresse) === undefined ? (linkworte[art] ?? null) : null,
  }
}

/** The same for a document that is not printed yet. @throws Refusal conflict for one that is not sent */
export function previewBrief(tenant: TenantReader, adresse: string | undefined, { druck, beleg }: Brief) {
  const { art } = beleg
  if (!isSendable(art)) throw conflict(NEVER_SENT)
  return previewNachricht(tenant, adresse, { ...beleg, art, titel: druck.titel })
}

/** The same for a kept document. @throws Refusal missing; conflict for one that is not sent */
export const previewBeleg = (tenant: TenantReader, adresse: string | undefined, beleg_id: string) =>
  previewNachricht(tenant, adresse, getSendable(tenant, beleg_id))
