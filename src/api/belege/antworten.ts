import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { belege, linkantworten } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { antwortInWords } from "../../lib/arten.ts"
import { utc } from "../../lib/fields.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { change, writeProtokoll } from "../shared/record.ts"
import { localTime } from "../shared/time.ts"
import type { Beleg } from "./ablage.ts"
import type { LinkAnswer } from "./model.ts"

/** What customers answer by a link (links.ts). */

export type Linkantwort = Row<typeof linkantworten>

/** Whoever holds the link speaks for the customer; the name that they gave is among the fields. */
const BY_LINK = { id: null, name: "Kunde über Link" }

/** @returns whether a document asks its customer to confirm a balance by a link */
export const asksByLink = ({ art }: Pick<Beleg, "art">): boolean => art === "saldenbestaetigung"

/**
 * Notes what a customer answers by a link. Only the first answer counts, whoever noted it.
 *
 * @param adresse the caller's address
 * @returns whether it was noted; false where there is an answer already
 * @throws Refusal invalid when a balance is contested without a remark
 */
export function answerByLink(
  tenant: TenantDb,
  beleg: Beleg,
  { antwort, name, bemerkung = null }: Static<typeof LinkAnswer>,
  adresse: string,
): boolean {
  if (antwort === "bestritten" && !bemerkung)
    throw invalid("bemerkung", "ist nötig: Was stimmt nach Ihrer Aufstellung nicht?")
  if (beleg.antwort !== null) return false
  tenant.insert(linkantworten, { id: beleg.id, antwort, name, bemerkung, adresse })
  const noted = { antwort, antwort_datum: localTime(tenant).datum, antwort_bemerkung: bemerkung }
  const after = tenant.update(belege, beleg.id, noted)
  writeProtokoll(tenant, BY_LINK, "belege.beantwortet", belege, beleg, after, {
    name: [null, name],
    adresse: [null, adresse],
  })
  return true
}

/**
 * Notes what the office knows of a customer's answer. One that was given by a link stays beside it, and counts as dealt
 * with.
 *
 * @param seen the time of the answer by a link that the office has seen, null for none; undefined if it does not say
 * @throws Refusal missing; conflict where the customer has answered by a link since
 */
export function noteAnswer(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  noted: Pick<Beleg, "antwort" | "antwort_datum" | "antwort_bemerkung">,
  seen?: string | null,
): Beleg {
  const said = tenant.find(linkantworten, id)
  if (said && seen !== undefined && (seen === null || utc(seen) !== said.erstellt_am))
    throw conflict(
      `Inzwischen hat der Kunde über seinen Link geantwortet: ${antwortInWords[said.antwort]}. Bitte ansehen und noch einmal festhalten.`,
    )
  if (said?.erledigt_am === null) tenant.update(linkantworten, id, { erledigt_am: tenant.now() })
  return change(tenant, actor, belege, id, noted, undefined)
}

const open = query<{ id: string }, { limit: number }>`
  SELECT a.id FROM ${linkantworten} a WHERE a.antwort = 'bestritten' AND a.erledigt_am IS NULL
  ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

/** More than an office leaves open. */
const MOST = 1000

/** @returns ids of documents that were contested by a link and not dealt with yet, as JSON */
export const listContested = (tenant: TenantReader): string =>
  JSON.stringify(tenant.all(open, { limit: MOST }).map(({ id }) => id))

/** @returns what the customer said by a link; null where they did not */
export const findLinkantwort = (tenant: TenantReader, id: string): Linkantwort | null =>
  tenant.find(linkantworten, id) ?? null
