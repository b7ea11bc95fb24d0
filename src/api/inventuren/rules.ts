import type { Static } from "@sinclair/typebox"
import { inventuren } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { findOpen } from "../lager/bestand.ts"
import { withPersonNames } from "../shared/names.ts"
import { claimRequest } from "../shared/claim.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { writeProtokoll } from "../shared/record.ts"
import { readErfasstAm } from "../shared/time.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import type { InventurReply, NewInventur } from "./model.ts"
import { isCountable } from "./tally.ts"

export type Inventur = Row<typeof inventuren>
type Reply = Static<typeof InventurReply>
export const GONE = "Inventur nicht gefunden"

export const inventurenList = new List<Inventur>({
  table: inventuren,
  columns: ["*"],
  sorts: { "-id": "-id" },
  equal: ["status", "id"],
})

/** @returns counts, with the names of those who opened and ended them */
export const withNames = (tenant: TenantReader, rows: Inventur[]): Reply[] =>
  withPersonNames(tenant, rows, "eroeffnet_von", "beendet_von")

/** @param request `q`: what they are called. @returns counts, the latest first */
export function listInventuren(
  tenant: TenantReader,
  request: PageRequest & { status?: Inventur["status"]; q?: string },
): PageOf<Reply> {
  const page = searchedPage(tenant, inventurenList, { ...request }, [owners.inventuren("id")])
  return { ...page, items: withNames(tenant, page.items) }
}

/** @throws Refusal missing */
export const getInventur = (tenant: TenantReader, id: string): Reply =>
  withNames(tenant, [tenant.get(inventuren, id, GONE)])[0] as Reply

/** @returns from when on something is counted in it; what moved since then is neither missing nor too much */
export const beginOf = ({
  gezaehlt_am,
  erstellt_am,
}: Pick<Inventur, "gezaehlt_am" | "erstellt_am">): string => gezaehlt_am ?? erstellt_am

/**
 * Opens a count: from now on everybody may count, and nobody sees what is expected. One that was made on paper is only
 * entered.
 *
 * @throws Refusal conflict; invalid for one made in the future, or too many bookings ago
 */
export function openInventur(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewInventur>,
): Created<Reply> {
  const { id, bezeichnung, mit_geraeten = 1 } = input
  if (!claimRequest(tenant, "inventuren", id, input)) return new Created(getInventur(tenant, id ?? ""), false)
  if (findOpen(tenant) !== undefined)
    throw conflict("Es wird schon gezählt. Bitte erst die offene Inventur abschließen oder verwerfen.")
  const row = tenant.insert(inventuren, {
    ...(id !== undefined && { id }),
    bezeichnung,
    mit_geraeten,
    eroeffnet_von: actor.id,
    gezaehlt_am: input.gezaehlt_am === undefined ? null : madeAt(tenant, input.gezaehlt_am),
  })
  writeProtokoll(tenant, actor, "inventuren.eroeffnet", inventuren, undefined, row)
  return new Created(getInventur(tenant, row.id), true)
}

function madeAt(tenant: TenantReader, given: string): string {
  const gezaehlt_am = readErfasstAm(given, tenant.now(), "gezaehlt_am")
  if (!isCountable(tenant, gezaehlt_am))
    throw invalid("gezaehlt_am", "ist zu lange her: seitdem ist zu viel gebucht worden")
  return gezaehlt_am
}

/** @throws Refusal missing, conflict for one that has ended */
export function requireOpen(tenant: TenantReader, id: string): Inventur {
  const row = tenant.get(inventuren, id, GONE)
  if (row.status === "abgeschlossen") throw conflict("Diese Inventur ist schon abgeschlossen")
  if (row.status === "verworfen") throw conflict("Diese Inventur wurde verworfen")
  return row
}

/** Ends a count without a result: the stock stays as it was. @throws Refusal missing, conflict */
export function discardInventur(tenant: TenantDb, actor: Actor, id: string): Reply {
  const before = requireOpen(tenant, id)
  const ended = { status: "verworfen" as const, beendet_von: actor.id, beendet_am: tenant.now() }
  const after = tenant.update(inventuren, id, ended)
  writeProtokoll(tenant, actor, "inventuren.verworfen", inventuren, before, after)
  return withNames(tenant, [after])[0] as Reply
}
