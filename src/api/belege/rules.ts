import type { Static } from "@sinclair/typebox"
import { belege } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid, missing } from "../../lib/refusal.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { localTime } from "../shared/time.ts"
import { type Beleg, readPieces, PIECE } from "./ablage.ts"
import { findLinkantwort, listContested, noteAnswer } from "./antworten.ts"
import { linkUntil } from "./links.ts"
import type { Answer, BelegReply, BelegZeile } from "./model.ts"

const GONE = "Beleg nicht gefunden"

const list = new List<Beleg>({
  table: belege,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
  equal: ["kunde_id", "art", "antwort", "auftrag_id"],
  filters: { ids: "id IN (SELECT value FROM json_each(:ids))" },
  few: ["auftrag_id", "ids"],
})

const belongTo = [owners.kunden()]

/**
 * @param request `q`: the customers that it fits
 * @returns a page of documents, with the names of the customers they are for
 */
export function listBelege(
  tenant: TenantReader,
  { zu_klaeren, ...request }: PageRequest & Record<string, unknown>,
): PageOf<Static<typeof BelegZeile>> {
  const contested = zu_klaeren === true ? { ids: listContested(tenant) } : {}
  const page = searchedPage(tenant, list, { ...request, ...contested }, belongTo)
  const items = page.items.map((beleg) => ({
    ...withLink(tenant, beleg),
    kunde_name: beleg.kunde_id === null ? null : getKundenkopf(tenant, beleg.kunde_id).name,
  }))
  return { ...page, items }
}

/** @returns the document, what the customer said by a link, and until when one works */
export const withLink = (tenant: TenantReader, beleg: Beleg): Static<typeof BelegReply> => ({
  ...beleg,
  linkantwort: beleg.antwort === null ? null : findLinkantwort(tenant, beleg.id),
  link_bis: linkUntil(tenant, beleg.id),
})

/** @throws Refusal missing */
export const getBeleg = (tenant: TenantReader, id: string): Beleg => tenant.get(belege, id, GONE)

/**
 * @returns the document, and its bytes as it was made
 * @throws Refusal missing, also for one that is kept for the auditor alone
 */
export function readBeleg(tenant: TenantReader, id: string): { beleg: Beleg; pieces: Iterable<Uint8Array> } {
  const beleg = getBeleg(tenant, id)
  if (beleg.gesperrt === 1) throw missing(GONE)
  return { beleg, pieces: readPieces(tenant, beleg) }
}

/** @returns the same as a file to send. @throws Refusal as `readBeleg` */
export function openBeleg(tenant: TenantReader, id: string): Document {
  const { beleg, pieces } = readBeleg(tenant, id)
  const { typ, dateiname, bytes } = beleg
  return new Document(bytes > PIECE ? pieces[Symbol.iterator]() : Buffer.concat([...pieces]), typ, dateiname)
}

/**
 * Notes what a customer says of a balance. The last answer counts; the log has them all.
 *
 * @throws Refusal missing; conflict for a document that asks nothing, or where the customer has answered by a link since;
 *   invalid for a day to come
 */
export function answerBeleg(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { antwort, datum, bemerkung, linkantwort_am }: Static<typeof Answer>,
): Beleg {
  const { art } = getBeleg(tenant, id)
  if (art !== "saldenbestaetigung" && art !== "kontoauszug")
    throw conflict("Dieser Beleg verlangt keine Antwort")
  const today = localTime(tenant).datum
  if (datum !== undefined && datum > today) throw invalid("datum", "liegt in der Zukunft")
  const noted = { antwort, antwort_datum: datum ?? today, antwort_bemerkung: bemerkung ?? null }
  return noteAnswer(tenant, actor, id, noted, linkantwort_am)
}
