import { GONE } from "./model.ts"
import { query } from "../../db/query.ts"
import { abrechnungen, nachrichten } from "../../db/schema.ts"
import type { abrechnungsversand } from "../../db/schema/values.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { findKept } from "../belege/ablage.ts"
import { cancellationOf, letCancellationFollow, letCancellationRest } from "../nachrichten/storniert.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"

/**
 * How a settlement goes out or has gone out, and the office's note that it went by post: no program sees a letter
 * leave.
 */

type Versandstand = (typeof abrechnungsversand)[number]
type Status = Row<typeof nachrichten>["status"]

/** Of many e-mails with one paper, the last ones decide. */
const fates = query<{ status: Status }, { beleg_id: string }>`
  SELECT n.status FROM ${nachrichten} n WHERE n.beleg_id = :beleg_id
  ORDER BY n.erstellt_am DESC, n.id DESC LIMIT 20`

type Paper = ReturnType<typeof findKept>

/** @returns a settlement's own PDF; undefined before it is made */
export const paperOf = (tenant: TenantReader, id: string): Paper => findKept(tenant, "abrechnung", id)

const fatesOf = (tenant: TenantReader, paper: Paper): Status[] =>
  paper ? tenant.all(fates, { beleg_id: paper.id }).map(({ status }) => status) : []

const isTaken = (status: Status): boolean => status === "angenommen" || status === "teilweise"
const isUnderWay = (status: Status): boolean => status === "wartet" || status === "laeuft"

/** @returns how a settlement went out, or else what became of its last e-mail */
export function versandOf(
  tenant: TenantReader,
  { per_post_am, versand_offen }: Pick<Row<typeof abrechnungen>, "per_post_am" | "versand_offen">,
  paper: Paper,
): Versandstand {
  const all = fatesOf(tenant, paper)
  const [last] = all
  if (all.some(isTaken)) return "email"
  if (per_post_am !== null) return "post"
  if (all.some(isUnderWay)) return "wartet"
  if (all.includes("unklar")) return "unklar"
  if (versand_offen === 0) return "entfaellt"
  return last === "abgelehnt" || last === "zurueckgezogen" ? last : "offen"
}

/**
 * Notes that a settlement went out by post. Safe to repeat.
 *
 * @throws Refusal missing; conflict while an e-mail with it is to go out, as the customer would get it twice
 */
export function notePost(tenant: TenantDb, author: Author, id: string): void {
  const before = tenant.get(abrechnungen, id, GONE)
  if (before.per_post_am !== null) return
  if (fatesOf(tenant, paperOf(tenant, id)).some(isUnderWay))
    throw conflict(
      "Eine E-Mail damit wartet noch auf den Versand: bitte erst unter „E-Mails“ „Nicht senden“ wählen",
    )
  note(tenant, author, before)
}

/**
 * Notes it for a settlement that is still to go out, unless an e-mail with it waits or its fate is unclear.
 *
 * @returns whether it was noted
 */
export function notePostIfOpen(tenant: TenantDb, author: Author, id: string): boolean {
  const before = tenant.get(abrechnungen, id, GONE)
  if (before.versand_offen !== 1) return false
  if (["wartet", "unklar"].includes(versandOf(tenant, before, paperOf(tenant, id)))) return false
  note(tenant, author, before)
  return true
}

function note(tenant: TenantDb, author: Author, before: Row<typeof abrechnungen>): void {
  const after = tenant.update(abrechnungen, before.id, { per_post_am: tenant.now() })
  const storno = cancellationOf(tenant, before.id)
  if (storno) letCancellationFollow(tenant, storno)
  writeProtokoll(tenant, author, "abrechnungen.per_post_versandt", abrechnungen, before, after)
}

/** Takes that note back, and what cancelled it need not follow any more. Safe to repeat. @throws Refusal missing */
export function takeBackPost(tenant: TenantDb, author: Author, id: string): void {
  const before = tenant.get(abrechnungen, id, GONE)
  if (before.per_post_am === null) return
  const after = tenant.update(abrechnungen, id, { per_post_am: null })
  letCancellationRest(tenant, id)
  writeProtokoll(tenant, author, "abrechnungen.postversand_zurueckgenommen", abrechnungen, before, after)
}
