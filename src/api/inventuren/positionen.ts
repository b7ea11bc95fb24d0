import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { artikelstaende, geraete, inventuren, inventurpositionen, pfandartikel } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { geraetestandInWords } from "../../lib/arten.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { changeStatus } from "../geraete/status.ts"
import { getArtikelAt } from "../shared/staende.ts"
import { List } from "../shared/list.ts"
import { eachPage, type PageOf, type PageRequest } from "../shared/page.ts"
import type { Actor } from "../frame/session.ts"
import type { ResultReply, GeraetDecision, InventurpositionReply } from "./model.ts"
import { GONE } from "./rules.ts"

type Positionszeile = Row<typeof inventurpositionen>
export type Inventurposition = Static<typeof InventurpositionReply>

export const positionenList = new List<Positionszeile>({
  table: inventurpositionen,
  columns: ["*"],
  sorts: { position: "position" },
  filters: {
    artikel: "pfandartikel_id IS NOT NULL",
    geraete: "geraet_id IS NOT NULL",
    abweichungen: "erwartet IS NOT NULL AND gezaehlt <> erwartet",
  },
  within: "inventur_id",
})

/** @param stichtag when the count was made: what is missing is worth the deposit of then */
function toResult(tenant: TenantReader, row: Positionszeile, stichtag: string): Inventurposition {
  const { pfandartikel_id, erwartet, gezaehlt } = row
  const differenz = erwartet === null ? null : gezaehlt - erwartet
  const isWorth = pfandartikel_id !== null && differenz !== null
  const worth = isWorth && differenz !== 0 ? getArtikelAt(tenant, pfandartikel_id, stichtag).pfand_cent : 0
  return {
    ...row,
    differenz,
    differenz_cent: isWorth ? differenz * (worth ?? 0) : null,
    bestand:
      pfandartikel_id === null
        ? null
        : gezaehlt + row.danach_zurueck - row.danach_ausgegeben + row.danach_lager,
  }
}

/**
 * The expected stock is shown only after the count: before, it would mislead those who count.
 *
 * @throws Refusal missing, conflict for one that is not closed
 */
function getAbgeschlossen(tenant: TenantReader, inventur_id: string): Row<typeof inventuren> {
  const inventur = tenant.get(inventuren, inventur_id, GONE)
  if (inventur.status === "offen")
    throw conflict("Was erwartet war, steht hier erst, wenn die Inventur abgeschlossen ist")
  return inventur
}

/** A count on paper was made before it was entered and closed. */
const stichtagOf = ({ gezaehlt_am, beendet_am }: Row<typeof inventuren>): string =>
  gezaehlt_am ?? beendet_am ?? ""

/** @param was only articles, or devices; or what was not as expected. @throws Refusal missing, conflict */
export function listPositionen(
  tenant: TenantReader,
  inventur_id: string,
  { was, ...request }: PageRequest & { was?: "artikel" | "geraete" | "abweichungen" },
): PageOf<Inventurposition> {
  const stichtag = stichtagOf(getAbgeschlossen(tenant, inventur_id))
  const page = positionenList.page(tenant, { ...request, inventur_id, ...(was && { [was]: 1 }) })
  return { ...page, items: page.items.map((row) => toResult(tenant, row, stichtag)) }
}

/** @returns all positions of a count in their order, some hundred at a time. @throws Refusal missing, conflict */
export const eachPosition = (tenant: TenantReader, inventur_id: string): Generator<Inventurposition[]> =>
  eachPage((request) => listPositionen(tenant, inventur_id, request), 200)

const ofGeraet = query<Positionszeile, { inventur_id: string; geraet_id: string }>`
  SELECT p.* FROM ${inventurpositionen} p WHERE p.inventur_id = :inventur_id AND p.geraet_id = :geraet_id`

/**
 * Decides what becomes of a device that was not where it should be: its status changes, and the log has the reason.
 *
 * @throws Refusal missing, forbidden; conflict where the count is open, the device was moved since, or the status cannot
 *   change so
 */
export function decideGeraet(
  tenant: TenantDb,
  actor: Actor,
  inventur_id: string,
  geraet_id: string,
  { status, grund }: Static<typeof GeraetDecision>,
): Inventurposition {
  const stichtag = stichtagOf(getAbgeschlossen(tenant, inventur_id))
  const before = tenant.first(ofGeraet, { inventur_id, geraet_id })
  if (!before) throw missing("Dieses Gerät steht nicht in der Inventur")
  const geraet = tenant.get(geraete, geraet_id)
  if (geraet.status !== status) requireUnmoved(geraet, before)
  changeStatus(tenant, actor, geraet_id, { status, notiz: grund })
  const after = tenant.update(inventurpositionen, before.id, { status_nachher: status, grund })
  return toResult(tenant, after, stichtag)
}

/** Whoever moved a device since has found it: it must not get lost where it is now. */
function requireUnmoved(
  { geraetenummer, status, status_seit }: Row<typeof geraete>,
  { status_vorher, status_nachher, aktualisiert_am }: Positionszeile,
): void {
  // What a telephone sends later may have happened before the count.
  if (status === (status_nachher ?? status_vorher) && (status_seit ?? "") <= aktualisiert_am) return
  throw conflict(
    `Das Gerät ${geraetenummer} wurde seit der Inventur bewegt und ist jetzt ${geraetestandInWords[status]}. Bitte auf seiner Seite ändern, was daran nicht stimmt`,
  )
}

type Sums = Static<typeof ResultReply>

/** What is missing is worth the deposit of the moment of its count, as in `toResult`. */
const sums = query<Sums & { id: string }, { ids: string }>`
  SELECT w.id, count(w.pfandartikel_id) AS artikel_zeilen,
    total(w.pfandartikel_id IS NOT NULL AND w.erwartet IS NULL) AS neu,
    total(iif(w.pfandartikel_id IS NOT NULL, max(0, w.fehlt), 0)) AS fehlt,
    total(iif(w.pfandartikel_id IS NOT NULL, max(0, w.fehlt) * w.pfand_cent, 0)) AS fehlt_cent,
    total(iif(w.pfandartikel_id IS NOT NULL, max(0, -w.fehlt), 0)) AS zu_viel,
    total(iif(w.pfandartikel_id IS NOT NULL, max(0, -w.fehlt) * w.pfand_cent, 0)) AS zu_viel_cent,
    count(w.geraet_id) AS geraete_zeilen,
    total(w.geraet_id IS NOT NULL AND w.fehlt > 0) AS geraete_fehlen,
    total(w.geraet_id IS NOT NULL AND w.fehlt < 0) AS unerwartet
  FROM (
    SELECT i.id, p.pfandartikel_id, p.geraet_id, p.erwartet, p.erwartet - p.gezaehlt AS fehlt,
      coalesce((SELECT s.pfand_cent FROM ${artikelstaende} s
        WHERE s.pfandartikel_id = p.pfandartikel_id AND s.gueltig_bis > coalesce(i.gezaehlt_am, i.beendet_am)
        ORDER BY s.gueltig_bis LIMIT 1), a.pfand_cent, 0) AS pfand_cent
    FROM json_each(:ids) j CROSS JOIN ${inventuren} i ON i.id = j.value
    CROSS JOIN ${inventurpositionen} p ON p.inventur_id = i.id
    LEFT JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  ) w GROUP BY w.id`

/** @returns the results of counts by their ids; none of a count without a line */
const sumResults = (tenant: TenantReader, ids: string[]): Map<string, Sums> =>
  new Map(tenant.all(sums, { ids: JSON.stringify(ids) }).map(({ id, ...sum }) => [id, sum]))

/** @returns the counts, each closed one with its result */
export function withErgebnis<I extends { id: string; status: Row<typeof inventuren>["status"] }>(
  tenant: TenantReader,
  items: I[],
): (I & { ergebnis: Sums | null })[] {
  const found = sumResults(
    tenant,
    items.filter(({ status }) => status === "abgeschlossen").map(({ id }) => id),
  )
  return items.map((one) => ({ ...one, ergebnis: found.get(one.id) ?? null }))
}

/** @returns the result of a closed count. @throws Refusal missing, conflict */
export function sumResult(tenant: TenantReader, inventur_id: string): Sums {
  getAbgeschlossen(tenant, inventur_id)
  return sumResults(tenant, [inventur_id]).get(inventur_id) ?? NOTHING
}

const NOTHING: Sums = {
  artikel_zeilen: 0,
  neu: 0,
  fehlt: 0,
  fehlt_cent: 0,
  zu_viel: 0,
  zu_viel_cent: 0,
  geraete_zeilen: 0,
  geraete_fehlen: 0,
  unerwartet: 0,
}
