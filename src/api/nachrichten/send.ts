import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { linkworte } from "../../lib/versandtexte.ts"
import type { NewBeleg } from "../belege/ablage.ts"
import { whyNoLink } from "../belege/links.ts"
import { type Brief, keepPrinted } from "../belege/printing.ts"
import type { Created } from "../frame/reply.ts"
import type { TenantContext } from "../frame/route.ts"
import { isCarriedOut } from "../shared/claim.ts"
import { getVersand, requireVersand } from "../versand/rules.ts"
import { adressenOf, getAnschrift } from "./adressen.ts"
import type { VorschauReply } from "./model.ts"
import type { Nachricht } from "./read.ts"
import { createNachricht, getSendable, type Versandangaben } from "./rules.ts"
import { type About, isSendable, NEVER_SENT, requireSeen, wordsFor } from "./words.ts"

/** Sends one document, printed already or not; beside each way to send it stands one to see the e-mail before. */

export type Versandkontext = Omit<TenantContext, "receive">

/**
 * Prints a document, keeps it, and puts an e-mail with it into the queue.
 *
 * @param beside what is kept with it
 * @throws Refusal as `createNachricht`
 */
export async function sendBrief(
  context: Versandkontext,
  brief: Brief,
  input: Versandangaben,
  beside: readonly NewBeleg[] = [],
): Promise<Created<Nachricht>> {
  // Checked first: a document that cannot be sent need not be printed.
  const { tenant, services } = context
  const versand = requireVersand(tenant, services.mailService)
  const { art } = brief.beleg
  const isKnown = input.id !== undefined && isCarriedOut(tenant, "nachrichten", input.id)
  if (!isKnown && isSendable(art))
    requireSeen(tenant, versand, { ...brief.beleg, art, titel: brief.druck.titel }, input)
  const { kept } = await keepPrinted(context, brief, beside)
  return sendBeleg(context, kept.id, input)
}

/** Puts an e-mail with a kept document into the queue. @throws Refusal as `createNachricht` */
export const sendBeleg = (
  { tenant, actor, services, commit }: Versandkontext,
  beleg_id: string,
  input: Versandangaben,
): Promise<Created<Nachricht>> =>
  commit(() => createNachricht(tenant, actor, beleg_id, input, services.mailService))

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
