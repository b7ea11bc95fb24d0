import { query } from "../../db/query.ts"
import { abrechnungen, belege, nachrichten } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { type Beleg, findKept } from "../belege/ablage.ts"
import { isSent } from "./read.ts"

/** What is sent of a settlement that was cancelled, and of the counter-document. */

type Storno = Pick<
  Row<typeof abrechnungen>,
  "id" | "nummer" | "erstellt_am" | "versand_offen" | "per_post_am"
>

const cancelledBy = query<Storno, { id: string }>`
  SELECT s.id, s.nummer, s.erstellt_am, s.versand_offen, s.per_post_am
  FROM ${abrechnungen} s WHERE s.storno_von = :id LIMIT 1`

/** @returns the counter-document that cancelled a settlement */
export const cancellationOf = (tenant: TenantReader, abrechnung_id: string): Storno | undefined =>
  tenant.first(cancelledBy, { id: abrechnung_id })

/** @returns the counter-document that cancelled a settlement since its paper was made */
export const findCancellation = (
  tenant: TenantReader,
  { art, bezug_id }: Pick<Beleg, "art" | "bezug_id">,
): Storno | undefined =>
  art === "abrechnung" && bezug_id !== null ? cancellationOf(tenant, bezug_id) : undefined

/** Lets a counter-document go out too: what it cancels goes out all the same, and would look valid without it. */
export function letCancellationFollow(tenant: TenantDb, storno: Storno): void {
  if (storno.versand_offen === 1 || storno.per_post_am !== null) return
  const paper = findKept(tenant, "abrechnung", storno.id)
  if (!paper || !isSent(tenant, paper.id)) tenant.update(abrechnungen, storno.id, { versand_offen: 1 })
}

/**
 * Lets a counter-document rest again where what it cancels does not go out after all: the customer has neither, unless
 * its paper was there when it was cancelled.
 *
 * @param abrechnung_id what it cancels
 */
export function letCancellationRest(tenant: TenantDb, abrechnung_id: string): void {
  const storno = cancellationOf(tenant, abrechnung_id)
  if (storno?.versand_offen !== 1) return
  if (tenant.find(abrechnungen, abrechnung_id)?.per_post_am !== null) return
  const paper = findKept(tenant, "abrechnung", abrechnung_id)
  if (paper && (paper.erstellt_am <= storno.erstellt_am || isSent(tenant, paper.id))) return
  tenant.update(abrechnungen, storno.id, { versand_offen: 0 })
}

/** Does so where an e-mail with its paper did not reach anybody. */
export function letRestAfter(tenant: TenantDb, { beleg_id, status }: Row<typeof nachrichten>): void {
  if (status !== "zurueckgezogen" && status !== "abgelehnt") return
  const beleg = tenant.find(belege, beleg_id)
  if (beleg?.art === "abrechnung" && beleg.bezug_id !== null) letCancellationRest(tenant, beleg.bezug_id)
}
