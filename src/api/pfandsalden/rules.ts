import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandsalden } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { cursor, cut, type PageOf, type PageRequest, readCursor, readNumberCursor } from "../page.ts"
import type { SaldoReply } from "./model.ts"

type Saldo = {
  id: string
  kunde_id: string
  kundennummer: string
  name: string
  wert_cent: number
  negative_konten: number
  seit_am: string | null
}

const ersteSalden = query<Saldo, { limit: number }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const weitereSalden = query<Saldo, { limit: number; wert: number; id: string }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE (s.wert_cent, s.id) < (:wert, :id)
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const aelteste = query<Saldo, { limit: number; seit: string; id: string }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am
  FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE (s.seit_am, s.id) > (:seit, :id)
  ORDER BY s.seit_am, s.id LIMIT :limit`

const anzahl = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandsalden} s`

const anzahlMitBestand = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandsalden} s WHERE s.seit_am > ''`

const SORT = "pfandsalden -wert_cent"

const AELTESTE = "pfandsalden seit_am"

/** The oldest first: only of those who hold anything. */
function listAelteste(tenant: TenantDb, { cursor: after, limit = 50 }: PageRequest): PageOf<Saldo> {
  const [seit, id] = after === undefined ? ["", ""] : readCursor(after, AELTESTE)
  const rows = tenant.all(aelteste, { seit: String(seit), id, limit: limit + 1 })
  return cut(rows, limit, (last) => cursor(AELTESTE, last.seit_am, last.id))
}

function listGroesste(tenant: TenantDb, { cursor: after, limit = 50 }: PageRequest): PageOf<Saldo> {
  const key = after === undefined ? undefined : readNumberCursor(after, SORT)
  const rows = key
    ? tenant.all(weitereSalden, { limit: limit + 1, wert: key[0], id: key[1] })
    : tenant.all(ersteSalden, { limit: limit + 1 })
  return cut(rows, limit, ({ wert_cent, id }) => cursor(SORT, wert_cent, id))
}

/** @returns a page of all customers with bookings, the largest balance first; or of those who hold anything, the oldest first */
export function listSalden(tenant: TenantDb, request: PageRequest): PageOf<Static<typeof SaldoReply>> {
  const page = request.sort === "seit_am" ? listAelteste(tenant, request) : listGroesste(tenant, request)
  return {
    ...page,
    items: page.items.map(({ negative_konten, ...saldo }) => ({ ...saldo, negativ: negative_konten > 0 })),
    ...(request.total && {
      total: tenant.first(request.sort === "seit_am" ? anzahlMitBestand : anzahl, {})?.n ?? 0,
    }),
  }
}
