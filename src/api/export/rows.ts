import { query, type Value } from "../../db/query.ts"
import { geraete, kunden, pfandartikel, pfandkonten, pfandwerte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { openAfterLoss } from "../geraete/offen.ts"
import { pruefwerte } from "../geraete/import/pruefungen.ts"
import { paidFor } from "../pfandlots/paid.ts"
import { type PageOf, type PageRequest, readPage } from "../shared/page.ts"

/** `kunde`, `artikel`, `menge` and `betrag_cent` as the import takes them. */
export type ExportedBestand = {
  id: string
  kunde_id: string
  pfandartikel_id: string
  kunde: string
  name: string
  artikel: string
  bezeichnung: string
  menge: number
  /** Deposit that was paid for each of them. */
  betrag_cent: number
}

type Konto = { id: string; kunde_id: string; pfandartikel_id: string }

const konten = query<Konto, { nach: Value; id: string; limit: number }>`
  SELECT c.id, c.kunde_id, c.pfandartikel_id FROM ${pfandkonten} c
  WHERE (c.kunde_id, c.pfandartikel_id) > (:nach, :id) AND c.pfandartikel_id IS NOT NULL
  ORDER BY c.kunde_id, c.pfandartikel_id LIMIT :limit`

const bestaende = query<ExportedBestand, { konten: string }>`
  SELECT b.id, b.kunde_id, b.pfandartikel_id, k.kundennummer AS kunde, k.name, a.nummer AS artikel, a.bezeichnung,
    b.bestand AS menge, b.betrag_cent
  FROM json_each(:konten) j CROSS JOIN ${pfandkonten} c ON c.id = j.value
  CROSS JOIN ${pfandwerte} b ON b.pfandartikel_id = c.pfandartikel_id AND b.kunde_id = c.kunde_id
  CROSS JOIN ${kunden} k ON k.id = c.kunde_id CROSS JOIN ${pfandartikel} a ON a.id = c.pfandartikel_id
  WHERE b.bestand <> 0 ORDER BY j.key, b.betrag_cent`

/**
 * Holdings of every customer by article and by what was paid, in pieces, what went out first in front: where they come
 * in, they are refunded in this order. A page holds whole accounts. Devices stand in their own list.
 */
export function listBestaende(tenant: TenantReader, request: PageRequest): PageOf<ExportedBestand> {
  const page = readPage<Konto>(request, {
    order: "bestaende kunde_id",
    numeric: false,
    rows: ([nach, id] = ["", ""], limit) => tenant.all(konten, { nach, id, limit }),
    keyOf: ({ kunde_id, pfandartikel_id }) => [kunde_id, pfandartikel_id],
  })
  const rows = tenant.all(bestaende, { konten: JSON.stringify(page.items.map(({ id }) => id)) })
  const accounts = Map.groupBy(rows, (row) => `${row.kunde_id} ${row.pfandartikel_id}`)
  return { ...page, items: [...accounts.values()].flatMap((some) => oldestFirst(tenant, some)) }
}

function oldestFirst(tenant: TenantReader, rows: ExportedBestand[]): ExportedBestand[] {
  const [first] = rows
  if (!first || rows.length === 1) return rows
  const amounts = paidFor(tenant, first.kunde_id, first.pfandartikel_id).map(({ betrag_cent }) => betrag_cent)
  const placeOf = ({ betrag_cent }: ExportedBestand): number => amounts.indexOf(betrag_cent)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const numbers = query<{ id: string; kundennummer: string }, { ids: string }>`
  SELECT k.id, k.kundennummer FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

/** @returns the page with the number of each row's customer, by which the import finds it */
export function withKundennummer<R extends { kunde_id: string | null }>(
  tenant: TenantReader,
  page: PageOf<R>,
): PageOf<R & { kunde: string | null }> {
  const ids = JSON.stringify([...new Set(page.items.flatMap(({ kunde_id }) => kunde_id ?? []))])
  const known = new Map(tenant.all(numbers, { ids }).map(({ id, kundennummer }) => [id, kundennummer]))
  return {
    ...page,
    items: page.items.map((row) => ({ ...row, kunde: known.get(row.kunde_id ?? "") ?? null })),
  }
}

/** @returns the page with the test dates of each device, as the import takes them */
export function withPruefungen<R extends { id: string }>(tenant: TenantReader, page: PageOf<R>): PageOf<R> {
  const tested = pruefwerte(
    tenant,
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => ({ ...row, ...tested.get(row.id) })) }
}

const paid = query<{ id: string; wert_cent: number }, { ids: string }>`
  SELECT g.id, k.wert_cent FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value
  CROSS JOIN ${pfandkonten} k ON k.geraet_id = g.id AND k.kunde_id = g.kunde_id`

type Owner = { id: string; kunde_id: string | null; kunde: string | null; kunde_name: string | null }

/**
 * @returns the page with the deposit that stands on the account of whoever has each device; one that got lost names the
 *   customer who had it, as long as its deposit is open there
 */
export function withPaid<R extends Owner>(
  tenant: TenantReader,
  page: PageOf<R>,
): PageOf<R & { bezahlt_cent: number | null }> {
  const ids = JSON.stringify(page.items.map(({ id }) => id))
  const known = new Map(tenant.all(paid, { ids }).map(({ id, wert_cent }) => [id, wert_cent]))
  const left = openAfterLoss(
    tenant,
    page.items.flatMap(({ id, kunde_id }) => (kunde_id === null ? id : [])),
  )
  const items = page.items.map((row) => ({
    ...row,
    bezahlt_cent: known.get(row.id) ?? null,
    ...left.get(row.id),
  }))
  return { ...page, items }
}
