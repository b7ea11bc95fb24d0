import type { NewBeleg } from "../belege/ablage.ts"
import { type Brief, keepPrinted } from "../belege/printing.ts"
import type { Created } from "../frame/reply.ts"
import type { TenantContext } from "../frame/route.ts"
import { isCarriedOut } from "../shared/claim.ts"
import { requireVersand } from "../versand/rules.ts"
import type { Nachricht } from "./read.ts"
import { isSendable, requireSeen } from "./words.ts"
import { createNachricht, type Versandangaben } from "./rules.ts"

export type Versandkontext = Omit<TenantContext, "receive">

/**
 * Prints a document, keeps it, and decides that it goes out.
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
  // Asked first: a document that cannot be sent need not be printed.
  const { tenant, services } = context
  const versand = requireVersand(tenant, services.postamt)
  const { art } = brief.beleg
  const isKnown = input.id !== undefined && isCarriedOut(tenant, "nachrichten", input.id)
  if (!isKnown && isSendable(art))
    requireSeen(tenant, versand, { ...brief.beleg, art, titel: brief.druck.titel }, input)
  const { kept } = await keepPrinted(context, brief, beside)
  return sendBeleg(context, kept.id, input)
}

/** Decides that a kept document goes out. @throws Refusal as `createNachricht` */
export const sendBeleg = (
  { tenant, actor, services, commit }: Versandkontext,
  beleg_id: string,
  input: Versandangaben,
): Promise<Created<Nachricht>> =>
  commit(() => createNachricht(tenant, actor, beleg_id, input, services.postamt))
