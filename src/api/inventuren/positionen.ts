import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { inventuren, inventurpositionen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { changeStatus } from "../geraete/rules.ts"
import { List } from "../shared/list.ts"
import { eachPage, type PageOf, type PageRequest } from "../shared/page.ts"
import type { Actor } from "../frame/session.ts"
import type { ResultReply, GeraetDecision, InventurpositionReply } from "./model.ts"
import { GONE } from "./rules.ts"

type Position = Row<typeof inventurpositionen>
export type Result = Static<typeof InventurpositionReply>

export const positionenList = new List<Position>({
  table: inventurpositionen,
  columns: ["*"],
  sorts: { position: "position" },
  equal: ["inventur_id"],
  filters: {
    artikel: "pfandartikel_id IS NOT NULL",
    geraete: "geraet_id IS NOT NULL",
    abweichungen: "erwartet IS NOT NULL AND gezaehlt <> erwartet",
  },
  within: "inventur_id",
})

const toResult = (row: Position): Result => ({
  ...row,
  differenz: row.erwartet === null ? null : row.gezaehlt - row.erwartet,
  bestand:
    row.pfandartikel_id === null
      ? null
      : row.gezaehlt + row.danach_zurueck - row.danach_ausgegeben + row.danach_lager,
})

/**
 * The expected stock is shown after the count: it would mislead those who count.
 *
 * @throws Refusal missing, conflict for one that is not closed
 */
function requireAbgeschlossen(tenant: TenantReader, inventur_id: string): void {
  const { status } = tenant.get(inventuren, inventur_id, GONE)
  if (status === "offen")
    throw conflict("Was erwartet war, steht hier erst, wenn die Inventur abgeschlossen ist")
}

/** @param was only articles, or devices; or what was not as expected. @throws Refusal missing, conflict */
export function listPositionen(
  tenant: TenantReader,
  inventur_id: string,
  { was, ...request }: PageRequest & { was?: "artikel" | "geraete" | "abweichungen" },
): PageOf<Result> {
  requireAbgeschlossen(tenant, inventur_id)
  const page = positionenList.page(tenant, { ...request, inventur_id, ...(was && { [was]: 1 }) })
  return { ...page, items: page.items.map(toResult) }
}

/** @returns all positions of a count in their order, some hundred at a time. @throws Refusal missing, conflict */
export const eachPosition = (tenant: TenantReader, inventur_id: string): Generator<Result[]> =>
  eachPage((request) => listPositionen(tenant, inventur_id, request), 200)

const ofGeraet = query<Position, { inventur_id: string; geraet_id: string }>`
  SELECT p.* FROM ${inventurpositionen} p WHERE p.inventur_id = :inventur_id AND p.geraet_id = :geraet_id`

/**
 * Says what becomes of a device that was not where it should be, and why: its status changes with the reason, which is
 * what the log tells.
 *
 * @throws Refusal missing, forbidden; conflict where the count is open, or the status cannot change so
 */
export function decideGeraet(
  tenant: TenantDb,
  actor: Actor,
  inventur_id: string,
  geraet_id: string,
  { status, grund }: Static<typeof GeraetDecision>,
): Result {
  requireAbgeschlossen(tenant, inventur_id)
  const before = tenant.first(ofGeraet, { inventur_id, geraet_id })
  if (!before) throw missing("Dieses Gerät steht nicht in der Inventur")
  changeStatus(tenant, actor, geraet_id, { status, notiz: grund })
  const after = tenant.update(inventurpositionen, before.id, { status_nachher: status, grund })
  return toResult(after)
}

const sums = query<Static<typeof ResultReply>, { inventur_id: string }>`
  SELECT count(p.pfandartikel_id) AS artikel_zeilen,
    total(p.pfandartikel_id IS NOT NULL AND p.erwartet IS NULL) AS neu,
    total(iif(p.pfandartikel_id IS NOT NULL AND p.gezaehlt < p.erwartet, p.erwartet - p.gezaehlt, 0)) AS fehlt,
    total(iif(p.pfandartikel_id IS NOT NULL AND p.gezaehlt > p.erwartet, p.gezaehlt - p.erwartet, 0)) AS zu_viel,
    count(p.geraet_id) AS geraete_zeilen,
    total(p.geraet_id IS NOT NULL AND p.gezaehlt < p.erwartet) AS geraete_fehlen,
    total(p.geraet_id IS NOT NULL AND p.gezaehlt > p.erwartet) AS unerwartet
  FROM ${inventurpositionen} p WHERE p.inventur_id = :inventur_id`

/** @returns what a closed count came to. @throws Refusal missing, conflict */
export function sumResult(tenant: TenantReader, inventur_id: string) {
  requireAbgeschlossen(tenant, inventur_id)
  return tenant.getFirst(sums, { inventur_id })
}
