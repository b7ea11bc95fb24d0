import { getTableColumns } from "drizzle-orm"
import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, lieferpositionen, lieferungen, pfandartikel } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import { withKundeName, withPersonNames } from "../shared/names.ts"
import { olderThan } from "../shared/time.ts"
import { withStandortName } from "../standorte/place.ts"
import type { LieferungListItem, LieferungReply, PositionReply } from "./model.ts"

export type Lieferzeile = Row<typeof lieferungen>
export const GONE = "Lieferung nicht gefunden"
/** States with their verbs, for messages: why an operation does not fit the state of a delivery. */
export const statusWords: Record<Lieferzeile["status"], string> = {
  geplant: "ist erst geplant",
  unterwegs: "ist schon unterwegs",
  zugestellt: "ist schon zugestellt",
  nicht_zugestellt: "wurde nicht zugestellt",
  storniert: "ist storniert",
}

export type Lieferung = Static<typeof LieferungReply>
type ListItem = Static<typeof LieferungListItem>
export type Lieferungsposition = Static<typeof PositionReply> & {
  lieferung_id: string
  /** `null`: a device. */
  artikel_art: "einzeln" | "gebinde" | null
}

export const lieferungenList = new List<Lieferzeile & { unterschrieben: number }>({
  table: lieferungen,
  // Lists do not show signatures, which are pictures.
  columns: [
    ...Object.keys(getTableColumns(lieferungen)).filter((name) => name !== "unterschrift"),
    "unterschrift IS NOT NULL AS unterschrieben",
  ],
  sorts: { datum: "datum" },
  equal: ["datum", "fahrer_id", "kunde_id", "status"],
  filters: {
    ohne_fahrer: "fahrer_id IS NULL AND :ohne_fahrer = 1",
    von: "datum >= :von",
    bis: "datum <= :bis",
    nie_beendet: "status = 'unterwegs' AND gestartet_am < :nie_beendet",
  },
})

/** The positions of several deliveries at once: one query for a whole page. */
const positionenOf = query<Lieferungsposition, { ids: string }>`
  SELECT p.id, p.lieferung_id, p.pfandartikel_id, p.geraet_id, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung, a.einheit,
    g.geprueft_bis, p.soll_ausgabe, p.soll_ruecknahme, p.ist_ausgabe, p.ist_ruecknahme, p.zustand, a.art AS artikel_art
  FROM json_each(:ids) j
  CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = j.value
  LEFT JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = p.geraet_id
  ORDER BY p.lieferung_id, p.position`

/** @throws Refusal missing, also for a driver who asks for another's */
export function getLieferzeile(tenant: TenantReader, actor: Actor, id: string): Lieferzeile {
  const lieferung = tenant.find(lieferungen, id)
  if (!lieferung || !seesRecordsOf(actor, lieferung.fahrer_id)) throw missing(GONE)
  return lieferung
}

/** @throws Refusal missing */
export function getLieferung(tenant: TenantReader, actor: Actor, id: string): Lieferung {
  return toLieferung(tenant, getLieferzeile(tenant, actor, id))
}

/** @returns a delivery with its positions */
export const toLieferung = (tenant: TenantReader, zeile: Lieferzeile): Lieferung =>
  withPositionen(tenant, [zeile])[0] as Lieferung

/**
 * In ms. A stop takes minutes: after this time even a telephone without a signal should have reported, or somebody should
 * call the driver.
 */
const TOO_LONG = 3 * 3_600_000

/** @returns the instant before which a stop began too long ago: on an earlier day, or hours ago; ISO 8601 UTC */
export function tooLongAgo(tenant: TenantReader): string {
  const hours = new Date(Date.parse(tenant.now()) - TOO_LONG).toISOString()
  const midnight = olderThan(tenant, 0)
  return midnight > hours ? midnight : hours
}

const belongTo = [owners.kunden(), owners.personen("fahrer_id")]

/** @param request `q`: words of customers or drivers. @returns a page of deliveries; of a driver only their own */
export function listLieferungen(
  tenant: TenantReader,
  actor: Actor,
  { nie_beendet, ...request }: PageRequest & { q?: string; nie_beendet?: boolean },
): PageOf<ListItem> {
  const own = actor.rolle === "fahrer" ? { fahrer_id: actor.id } : {}
  const left = nie_beendet ? { nie_beendet: tooLongAgo(tenant) } : {}
  const page = searchedPage(tenant, lieferungenList, { ...request, ...own, ...left }, belongTo)
  const named = withPersonNames(tenant, withPositionen(tenant, page.items), "fahrer_id")
  const items = withStandortName(tenant, withKundeName(tenant, named)).map((zeile) => ({
    ...zeile,
    unterschrieben: zeile.unterschrieben === 1,
  }))
  return { ...page, items }
}

/** @returns the rows with the positions of their deliveries, read in one query */
export function withPositionen<T extends { id: string }>(
  tenant: TenantReader,
  zeilen: T[],
): (T & { positionen: Lieferungsposition[] })[] {
  const ids = JSON.stringify(zeilen.map(({ id }) => id))
  const positions = zeilen.length > 0 ? tenant.all(positionenOf, { ids }) : []
  const byLieferung = Map.groupBy(positions, ({ lieferung_id }) => lieferung_id)
  return zeilen.map((zeile) => ({ ...zeile, positionen: byLieferung.get(zeile.id) ?? [] }))
}
