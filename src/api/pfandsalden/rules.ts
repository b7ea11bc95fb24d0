import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, kunden_suchtexte, pfandsalden } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { byId } from "../shared/names.ts"
import { List } from "../shared/list.ts"
import { type PageOf, pageOfAll, type PageRequest, readWithin, tooManyToSort } from "../shared/page.ts"
import { Search } from "../shared/search.ts"
import { olderThan } from "../shared/time.ts"
import type { SaldoReply } from "./model.ts"

/** `version` counts the customer's bookings. */
type Saldo = Pick<
  Row<typeof pfandsalden>,
  "id" | "kunde_id" | "wert_cent" | "negative_konten" | "seit_am" | "version"
>

const columns = ["id", "kunde_id", "wert_cent", "negative_konten", "seit_am", "version"]

/**
 * Of customers who hold something from before an instant: those that the overview counts (heute/bestand.ts) and that
 * reminders go to. Their balance decides nothing: pallets are out as long, whatever mesh boxes make up for in euros.
 */
const OLD = "seit_am > '' AND seit_am < :vor"
/** The same, kept off the index of ages: where many customers hold something old, that of the order serves better. */
const OLD_BY_VALUE = OLD.replaceAll("seit_am", "+seit_am")

/** All customers with bookings, the largest balance first. */
const largest = new List<Saldo>({
  table: pfandsalden,
  columns,
  sorts: { "-wert_cent": "-wert_cent" },
  filters: { vor: OLD_BY_VALUE },
})

/** Customers who hold anything, the oldest holding first. */
const oldest = new List<Saldo>({
  table: pfandsalden,
  columns,
  sorts: { seit_am: "seit_am" },
  filters: { haelt: "seit_am > ''", vor: OLD },
  within: "haelt",
})

/** The largest first, if nothing else is asked for. */
export const saldenSorts = [...largest.sorts, ...oldest.sorts]

const byKunden = query<Saldo, { ids: string }>`
  SELECT s.id, s.kunde_id, s.wert_cent, s.negative_konten, s.seit_am, s.version
  FROM json_each(:ids) j CROSS JOIN ${pfandsalden} s ON s.kunde_id = j.value`

const search = new Search<{ id: string }>({
  table: kunden,
  texts: kunden_suchtexte,
  columns: ["id"],
  number: "kundennummer",
  name: "name_ordnung",
})

/** `q`: the customers that it finds, those included who have nothing; without `sort`, the one that fits best first. */
type SaldenRequest = PageRequest & { q?: string; ueber_tagen?: number }

/** Without bookings, a customer has no row. */
function saldenByKunde(tenant: TenantReader, page: readonly { id: string }[]): Map<string, Saldo> {
  const ids = JSON.stringify(page.map(({ id }) => id))
  const found = tenant.all(byKunden, { ids })
  return new Map(found.map((saldo) => [saldo.kunde_id, saldo]))
}

/** @returns the customers, each with the deposit on what they hold */
export function withSaldo<K extends { id: string }>(tenant: TenantReader, page: readonly K[]) {
  const salden = saldenByKunde(tenant, page)
  return page.map((kunde) => ({ ...kunde, saldo_cent: salden.get(kunde.id)?.wert_cent ?? 0 }))
}

/** @returns the balances of these customers, those included who have nothing */
function saldenOf(tenant: TenantReader, page: readonly { id: string }[]): Saldo[] {
  const salden = saldenByKunde(tenant, page)
  const nothing = { wert_cent: 0, negative_konten: 0, seit_am: null, version: 0 }
  return page.map(({ id }) => salden.get(id) ?? { id, kunde_id: id, ...nothing })
}

/** @throws Refusal invalid for a cursor of another list */
function findSalden(tenant: TenantReader, request: PageRequest & { q: string }): PageOf<Saldo> {
  const page = search.page(tenant, request)
  return { ...page, items: saldenOf(tenant, page.items) }
}

type Narrowed = PageRequest & { vor?: string }

/** @returns the balances of all customers that a word finds, in the order that is asked for */
function sortFound(tenant: TenantReader, q: string, { vor, ...request }: Narrowed): PageOf<Saldo> {
  const found = search.all(tenant, { q })
  if (!found) return tooManyToSort(q, "Kunden")
  const list = listFor(request)
  const isShown = ({ seit_am }: Saldo): boolean =>
    seit_am ? vor === undefined || seit_am < vor : list === largest && vor === undefined
  const salden = saldenOf(
    tenant,
    found.map((id) => ({ id })),
  ).filter(isShown)
  return pageOfAll(request, "pfandsalden", list.columnOf(request.sort ?? "-wert_cent"), salden)
}

/** Only customers who hold something have an age, and only they are in that list. */
const listFor = ({ sort = "" }: PageRequest): List<Saldo> => (oldest.sorts.includes(sort) ? oldest : largest)

function readSalden(tenant: TenantReader, { q, ueber_tagen, ...request }: SaldenRequest): PageOf<Saldo> {
  if (q && request.sort === undefined && ueber_tagen === undefined)
    return findSalden(tenant, { ...request, q })
  const narrowed = {
    ...request,
    ...(ueber_tagen !== undefined && { vor: olderThan(tenant, ueber_tagen) }),
  }
  if (q) return sortFound(tenant, q, narrowed)
  const list = listFor(request)
  return list.page(tenant, list === oldest ? { ...narrowed, haelt: 1 } : narrowed)
}

type Kopf = { id: string; kundennummer: string; name: string; ort: string | null }

const koepfe = query<Kopf, { ids: string }>`
  SELECT k.id, k.kundennummer, k.name, k.ort FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

type Reply = PageOf<Static<typeof SaldoReply>>

function toReply(tenant: TenantReader, page: PageOf<Saldo>): Reply {
  const kopf = byId(tenant, koepfe, page.items, ({ kunde_id }) => kunde_id)
  const items = page.items.map(({ negative_konten, version: _, ...saldo }) => {
    const { kundennummer = "", name = "", ort = null } = kopf.get(saldo.kunde_id) ?? {}
    return { ...saldo, kundennummer, name, ort, negativ: negative_konten > 0 }
  })
  return { ...page, items }
}

/** @returns a page of balances, in the order that is asked for */
export const listSalden = (tenant: TenantReader, request: SaldenRequest): Reply =>
  toReply(tenant, readSalden(tenant, request))

/** Most bookings of the customers on a page, which take 10 ms to read. */
const BUCHUNGEN = 2500

/** @returns a page of balances for reading all bookings of its customers: it ends early where they have many */
export const listSaldenWithLedger = (tenant: TenantReader, request: SaldenRequest): Reply =>
  toReply(
    tenant,
    readWithin(
      request,
      (part) => readSalden(tenant, part),
      (saldo) => ({ item: saldo, cost: saldo.version }),
      BUCHUNGEN,
    ),
  )
