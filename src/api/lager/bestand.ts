import { formatMoment } from "../../lib/format.ts"
import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { inventuren, lagerartikel, pfandartikel, pfandbestaende, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type Columns, csvOf } from "../shared/tabulate.ts"
import { findOwners, owners } from "../shared/fitting.ts"
import { eachPage, type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import { sumBeyond } from "../pfandsalden/beyond.ts"
import type { LagerReply } from "./model.ts"

type ListItem = Static<typeof LagerReply>
type Stand = NonNullable<ListItem["stand"]>
/** Where nothing was counted, all of these are NULL. */
type Lagerzeile = Omit<ListItem, "stand" | "mehr_zurueck"> &
  Omit<Stand, "bestand" | "gezaehlt_am"> & { gezaehlt_am: string | null }

/** @returns pieces in the yard, by a row of what was counted and what moved since; below zero, some are missing */
export const bestandOf = (row: Omit<Stand, "bestand" | "gezaehlt_am">): number =>
  row.gezaehlt + row.zugekauft + row.zurueckgekommen - row.ausgegeben - row.verkauft - row.verschrottet

/** Kind of movement → the column that sums it. */
export const spalten = { zukauf: "zugekauft", verkauf: "verkauft", verschrottung: "verschrottet" } as const
export type Zugang = Record<(typeof spalten)[keyof typeof spalten], number>

/** The sums of each kind, in a query of movements `l`. */
export const ZUGANG = new Fragment(
  Object.entries(spalten)
    .map(([art, column]) => `coalesce(sum(iif(l.art = '${art}', l.menge, 0)), 0) AS ${column}`)
    .join(", "),
)

const open = query<{ id: string }>`SELECT i.id FROM ${inventuren} i WHERE i.status = 'offen' LIMIT 1`

/** @returns the id of the count that is open, or undefined */
export const findOpen = (tenant: TenantReader): string | undefined => tenant.first(open, {})?.id

const shown = new Fragment(`a.id, a.nummer, a.bezeichnung, a.einheit, a.aktiv,
  coalesce(k.bestand, 0) AS bei_kunden, l.gezaehlt, l.gezaehlt_am, l.zugekauft, l.zurueckgekommen, l.ausgegeben,
  l.verkauft, l.verschrottet`)
const inOrder = new Fragment("a.nummer > :key AND a.art = 'einzeln' ORDER BY a.nummer LIMIT :limit")

type After = { key: string; limit: number }
/** Single articles: the yard has the parts of a Gebinde. */
const artikel = query<Lagerzeile, After>`
  SELECT ${shown} FROM ${pfandartikel} a LEFT JOIN ${lagerartikel} l ON l.id = a.id
  LEFT JOIN ${pfandbestaende} k ON k.pfandartikel_id = a.id WHERE ${inOrder}`
const anzahl = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandartikel} a WHERE a.art = 'einzeln'`

type Of = { ids: string }
/** The same of some articles. */
const artikelOf = query<Lagerzeile, After & Of>`
  SELECT ${shown} FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value
  LEFT JOIN ${lagerartikel} l ON l.id = a.id
  LEFT JOIN ${pfandbestaende} k ON k.pfandartikel_id = a.id WHERE ${inOrder}`
const anzahlOf = query<{ n: number }, Of>`
  SELECT count(*) AS n FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value WHERE a.art = 'einzeln'`

/** @param hidden a count is open: the expected stock would mislead those who count */
function toListItem(
  { id, nummer, bezeichnung, einheit, aktiv, bei_kunden, gezaehlt_am, ...row }: Lagerzeile,
  hidden: boolean,
  mehr_zurueck: number,
): ListItem {
  const stand = hidden || gezaehlt_am === null ? null : { ...row, gezaehlt_am, bestand: bestandOf(row) }
  return { id, nummer, bezeichnung, einheit, aktiv, bei_kunden, mehr_zurueck, stand }
}

/** @param request `q`: the articles that it fits. @returns a page of articles with what is in the yard */
export function listLager(
  tenant: TenantReader,
  { q, ...request }: PageRequest & { q?: string },
): PageOf<ListItem> {
  const { ids, hinweis } = q ? findOwners(tenant, q, owners.artikel()) : {}
  const hidden = findOpen(tenant) !== undefined
  const page = readPage<Lagerzeile>(request, {
    order: "lager nummer",
    numeric: false,
    rows: (after, limit) => {
      const place = { key: String(after?.[0] ?? ""), limit }
      return ids ? tenant.all(artikelOf, { ...place, ids }) : tenant.all(artikel, place)
    },
    keyOf: ({ nummer, id }) => [nummer, id],
    count: () => (ids ? tenant.first(anzahlOf, { ids }) : tenant.first(anzahl, {}))?.n ?? 0,
  })
  const over = sumBeyond(tenant)
  const items = page.items.map((row) => toListItem(row, hidden, over.get(row.id) ?? 0))
  return { ...page, items, ...(hinweis !== undefined && { hinweis }) }
}

/** @returns the columns of the stock as a table. @param when writes the instant of a count */
export const lagerColumns = (when: (moment: string) => string): Columns<ListItem> => ({
  Artikelnummer: ({ nummer }) => nummer,
  Artikel: ({ bezeichnung }) => bezeichnung,
  Gezählt: ({ stand }) => stand?.gezaehlt,
  "Gezählt am": ({ stand }) => stand && when(stand.gezaehlt_am),
  Zugekauft: ({ stand }) => stand?.zugekauft,
  Zurückgekommen: ({ stand }) => stand?.zurueckgekommen,
  Ausgegeben: ({ stand }) => stand?.ausgegeben,
  Verkauft: ({ stand }) => stand?.verkauft,
  Verschrottet: ({ stand }) => stand?.verschrottet,
  Bestand: ({ stand }) => stand?.bestand,
  "Bei Kunden": ({ bei_kunden }) => bei_kunden,
  "Mehr zurück als ausgegeben": ({ mehr_zurueck }) => mehr_zurueck,
})

/** @returns the same for all articles as a table: for older clients; the office takes GET /api/export/lager */
export function writeLager(tenant: TenantReader): Generator<string> {
  const { zeitzone } = tenant.get(tenants, tenant.id)
  const pages = eachPage((request) => listLager(tenant, request), 200)
  return csvOf(
    lagerColumns((moment) => formatMoment(moment, zeitzone)),
    pages,
  )
}
