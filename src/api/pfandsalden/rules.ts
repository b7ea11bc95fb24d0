import type { Static } from "@sinclair/typebox"
import { query, type Value } from "../../db/query.ts"
import { kunden, pfandsalden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type PageOf, type PageRequest, readPage, readWithin } from "../shared/page.ts"
import type { SaldoReply } from "./model.ts"

type Saldo = {
  id: string
  kunde_id: string
  kundennummer: string
  name: string
  wert_cent: number
  negative_konten: number
  seit_am: string | null
  /** Counts the customer's bookings. */
  version: number
}

const ersteSalden = query<Saldo, { limit: number }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am, s.version
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const weitereSalden = query<Saldo, { limit: number; wert: Value; id: string }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am, s.version
  FROM ${pfandsalden} s JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE (s.wert_cent, s.id) < (:wert, :id)
  ORDER BY s.wert_cent DESC, s.id DESC LIMIT :limit`

const aelteste = query<Saldo, { limit: number; seit: string; id: string }>`
  SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am, s.version
  FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE (s.seit_am, s.id) > (:seit, :id)
  ORDER BY s.seit_am, s.id LIMIT :limit`

const anzahl = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandsalden} s`

const anzahlMitBestand = query<{ n: number }>`SELECT count(*) AS n FROM ${pfandsalden} s WHERE s.seit_am > ''`

/** @returns those who hold anything, the oldest first */
const listAelteste = (tenant: TenantReader, request: PageRequest): PageOf<Saldo> =>
  readPage(request, {
    order: "pfandsalden seit_am",
    numeric: false,
    rows: ([seit, id] = ["", ""], limit) => tenant.all(aelteste, { seit: String(seit), id, limit }),
    keyOf: ({ seit_am, id }) => [seit_am, id],
    count: () => tenant.first(anzahlMitBestand, {})?.n ?? 0,
  })

/** @returns all customers with bookings, the largest balance first */
const listGroesste = (tenant: TenantReader, request: PageRequest): PageOf<Saldo> =>
  readPage(request, {
    order: "pfandsalden -wert_cent",
    numeric: true,
    rows: (after, limit) =>
      after
        ? tenant.all(weitereSalden, { limit, wert: after[0], id: after[1] })
        : tenant.all(ersteSalden, { limit }),
    keyOf: ({ wert_cent, id }) => [wert_cent, id],
    count: () => tenant.first(anzahl, {})?.n ?? 0,
  })

const readSalden = (tenant: TenantReader, request: PageRequest): PageOf<Saldo> =>
  request.sort === "seit_am" ? listAelteste(tenant, request) : listGroesste(tenant, request)

type Reply = PageOf<Static<typeof SaldoReply>>

const toReply = (page: PageOf<Saldo>): Reply => ({
  ...page,
  items: page.items.map(({ negative_konten, version: _, ...saldo }) => ({
    ...saldo,
    negativ: negative_konten > 0,
  })),
})

/** @returns a page of balances, in the order that is asked for */
export const listSalden = (tenant: TenantReader, request: PageRequest): Reply =>
  toReply(readSalden(tenant, request))

/** Most bookings of the customers on a page, which take 10 ms to read. */
const BUCHUNGEN = 2500

/** The same for who reads all bookings of those customers: a page ends early where they have many. */
export const listSaldenWithLedger = (tenant: TenantReader, request: PageRequest): Reply =>
  toReply(
    readWithin(
      request,
      (part) => readSalden(tenant, part),
      (saldo) => ({ item: saldo, cost: saldo.version }),
      BUCHUNGEN,
    ),
  )
