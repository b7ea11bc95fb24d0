import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandsalden } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { cursor, cut, type PageOf, type PageRequest, readNumberCursor } from "../page.ts"
import type { SaldoReply } from "./model.ts"

type Saldo = {
  id: string
  kunde_id: string
  kundennummer: string
  name: string
  wert_cent: number
  negative_konten: number
}

const ersteSalden = query<Saldo, { limit: number }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const weitereSalden = query<Saldo, { limit: number; wert: number; id: string }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE (s.wert_cent, s.id) < (:wert, :id)
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const anzahl = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandsalden} s`

const SORT = "pfandsalden -wert_cent"

/** @returns a page of all customers with bookings, the largest balance first */
export function listSalden(tenant: TenantDb, request: PageRequest): PageOf<Static<typeof SaldoReply>> {
  const limit = request.limit ?? 50
  const key = request.cursor === undefined ? undefined : readNumberCursor(request.cursor, SORT)
  const rows = key
    ? tenant.all(weitereSalden, { limit: limit + 1, wert: key[0], id: key[1] })
    : tenant.all(ersteSalden, { limit: limit + 1 })
  const page = cut(rows, limit, ({ wert_cent, id }) => cursor(SORT, wert_cent, id))
  return {
    ...page,
    items: page.items.map(({ negative_konten, ...saldo }) => ({ ...saldo, negativ: negative_konten > 0 })),
    ...(request.total && { total: tenant.first(anzahl, {})?.n ?? 0 }),
  }
}
