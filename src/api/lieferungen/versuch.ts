import { lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { claimAnfrage } from "../once.ts"
import type { Actor } from "../session.ts"
import { worte, type Zeile } from "./read.ts"

/** How a phone identifies a request, so that it takes effect once and only on the attempt it was meant for. */
type Kennung = {
  /** Made by the client. */
  id?: string
  /** The attempt that the client saw. */
  versuch?: number
}

/**
 * Admits what a driver did at a stop, however late it arrives. A repetition changes nothing. A request meant
 * for an earlier attempt, or for a delivery that is another driver's by now, is refused, even on first
 * arrival.
 *
 * @param art the kind of request, for its id
 * @param input all that was sent
 * @param key identifies a request without an id of its own
 * @returns the delivery, and whether there is something to do
 * @throws Refusal missing; conflict with what happened instead
 */
export function receiveOnce(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  art: string,
  input: Kennung & object,
  key?: { art: string; other: string },
): { before: Zeile; first: boolean } {
  const before = tenant.find(lieferungen, id)
  const eigene = before && (actor.rolle !== "fahrer" || before.fahrer_id === actor.id)
  const kennt = input.id !== undefined || input.versuch !== undefined
  if (!before || (!eigene && !kennt)) throw missing("Lieferung nicht gefunden")
  const inhalt = { ...input, lieferung_id: id }
  const first =
    input.id === undefined && key
      ? claimAnfrage(tenant, key.art, id, inhalt, key.other)
      : claimAnfrage(tenant, art, input.id, inhalt)
  if (!first) return { before, first }
  if (!eigene) throw conflict(`${fremd(before)} ${stateOf(before)}`)
  if (input.versuch !== undefined && input.versuch !== before.versuch)
    throw conflict(`Das galt dem ${input.versuch}. Versuch. ${stateOf(before)}`)
  return { before, first }
}

const fremd = ({ fahrer_id }: Zeile): string =>
  `Die Lieferung gehört inzwischen ${fahrer_id === null ? "keinem Fahrer" : "einem anderen Fahrer"}.`

/** "Sie ist jetzt für den 02.04.2026 geplant (2. Versuch)." */
function stateOf({ status, datum, versuch }: Zeile): string {
  const tag = datum.split("-").toReversed().join(".")
  const stand = status === "geplant" ? `ist jetzt für den ${tag} geplant` : worte[status]
  return `Sie ${stand} (${versuch}. Versuch).`
}
