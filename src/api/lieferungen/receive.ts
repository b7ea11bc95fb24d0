import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { anfragen, klaerungen, lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { erased } from "../../lib/felder/feld.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { claimRequest } from "../shared/claim.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import type { Start } from "./model.ts"
import { GONE, type Lieferung, toLieferung, statusWords, type Lieferzeile } from "./read.ts"
import { attemptAccess } from "./attempts.ts"

/**
 * Admits what a driver did at a stop, however late it arrives; a repetition changes nothing. It is refused when it was
 * meant for an earlier attempt, or when another driver has the delivery by now. A driver who never had it gets "missing".
 *
 * @param art the kind of request, for its id
 * @param input all that was sent, with the client's id and the attempt that it saw
 * @param key identifies a request without an id of its own
 * @returns the delivery, and whether there is something to do
 * @throws Refusal missing; conflict with what happened instead
 */
export function receiveOnce(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  art: string,
  input: Pick<Static<typeof Start>, "id" | "versuch">,
  key?: { art: string; other: string },
): { before: Lieferzeile; first: boolean } {
  const before = tenant.find(lieferungen, id)
  const isMine = before && seesRecordsOf(actor, before.fahrer_id)
  const isMeant = input.id !== undefined || input.versuch !== undefined
  if (!before || (!isMine && !(isMeant && attemptAccess(tenant, actor, before)()))) throw missing(GONE)
  requireUndecided(tenant, art.replace("lieferungen.", ""), art, input.id)
  const content = { ...input, lieferung_id: id }
  const first =
    input.id === undefined && key
      ? claimRequest(tenant, key.art, id, content, key.other)
      : claimRequest(tenant, art, input.id, content)
  if (!first) return { before, first }
  if (!isMine) throw conflict(`${notYours(before)} ${stateOf(before)}`)
  if (input.versuch !== undefined && input.versuch !== before.versuch)
    throw conflict(`Das galt dem ${input.versuch}. Versuch. ${stateOf(before)}`)
  return { before, first }
}

/**
 * @returns the answer to a repetition: the delivery as it is now; of one that is another driver's by now, only that it is
 *   there
 */
export function answerAgain(tenant: TenantDb, actor: Actor, zeile: Lieferzeile): Lieferung {
  if (seesRecordsOf(actor, zeile.fahrer_id)) return toLieferung(tenant, zeile)
  const unseen = { ...erased(lieferfelder), fahrer_id: null, zeit_von: null, zeit_bis: null }
  return { ...zeile, ...unseen, positionen: [] }
}

/**
 * The office's decision about a request, kept under the request's id. A discarded request that had been carried out
 * before does not count: it stays carried out, however often it is sent.
 */
const decided = query<{ status: string }, { art: string; anfrage: string; id: string }>`
  SELECT k.status FROM ${klaerungen} k WHERE k.id = :id AND k.art = :art AND (k.status = 'gebucht'
    OR k.status = 'verworfen' AND NOT EXISTS (SELECT 1 FROM ${anfragen} a WHERE a.art = :anfrage AND a.id = k.id))`

/**
 * Refuses a request that the office has decided already.
 *
 * @param art of the Klärung, such as `abschluss`
 * @param request the kind of request, such as `lieferungen.abschluss`
 * @param id made by the client
 * @throws Refusal conflict
 */
export function requireUndecided(
  tenant: TenantDb,
  art: string,
  request: string,
  id: string | undefined,
): void {
  if (id === undefined) return
  const klaerung = tenant.first(decided, { art, anfrage: request, id })
  if (klaerung) throw conflict(`Das hat das Büro schon geklärt: Es wurde ${klaerung.status}.`)
}

const notYours = ({ fahrer_id }: Lieferzeile): string =>
  `Die Lieferung gehört inzwischen ${fahrer_id === null ? "keinem Fahrer" : "einem anderen Fahrer"}.`

/** "Sie ist jetzt für den 02.04.2026 geplant (2. Versuch)." */
function stateOf({ status, datum, versuch }: Lieferzeile): string {
  const day = datum.split("-").toReversed().join(".")
  const stand = status === "geplant" ? `ist jetzt für den ${day} geplant` : statusWords[status]
  return `Sie ${stand} (${versuch}. Versuch).`
}
