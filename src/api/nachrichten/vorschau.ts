import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { linkworte } from "../../lib/versandtexte.ts"
import type { Brief } from "../belege/printing.ts"
import { whyNoLink } from "../belege/links.ts"
import { getVersand } from "../versand/rules.ts"
import { adressenOf, getAnschrift } from "./adressen.ts"
import type { VorschauReply } from "./model.ts"
import { getSendable } from "./rules.ts"
import { type About, isSendable, NEVER_SENT, wordsFor } from "./words.ts"

/** What is sent is seen before: beside each way to send (versenden.ts) stands one to look. */

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
