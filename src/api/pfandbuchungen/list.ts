import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandverluste } from "../../db/schema.ts"
import { buchungsarten } from "../../db/schema/values.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import { firstNumber, lastNumber } from "../shared/ledger-numbers.ts"
import { cursor, type PageOf, type PageRequest, readCursor } from "../shared/page.ts"
import { byId, withKundeName, withPersonNames, withPosten } from "../shared/names.ts"
import { instants } from "../shared/time.ts"
import type { Buchung } from "./chain.ts"
import type { BuchungListItem } from "./model.ts"

/**
 * Without a parameter, and for the rare kinds in the very words of their partial index, so that SQLite can choose it.
 */
const isArt = (art: (typeof buchungsarten)[number]): string =>
  art === "ausgabe" || art === "ruecknahme"
    ? `art = '${art}'`
    : `art IN ('anfangsbestand', 'korrektur_plus', 'korrektur_minus') AND art = '${art}'`

export const buchungenList = new List<Buchung>({
  table: pfandbuchungen,
  columns: ["*"],
  sorts: { "-lfd_nr": "-lfd_nr" },
  unique: "lfd_nr",
  equal: ["kunde_id", "pfandartikel_id", "geraet_id", "vorgang_id", "lieferung_id", "gebucht_von"],
  filters: {
    ...Object.fromEntries(buchungsarten.map((art) => [art, isArt(art)])),
    ab_nr: "lfd_nr >= :ab_nr",
    bis_nr: "lfd_nr <= :bis_nr",
    seit: "gebucht_am >= :seit",
    vor: "gebucht_am < :vor",
  },
})

type ListItem = Static<typeof BuchungListItem>
type Request = PageRequest & {
  q?: string
  kunde_id?: string
  pfandartikel_id?: string
  gebucht_von?: string
  art?: Buchung["art"]
  von?: string
  bis?: string
}

/**
 * Lists the ledger. The daily totals know the numbers of a period's bookings, so filtering by time needs no
 * index of its own.
 */
export function listBuchungen(
  tenant: TenantReader,
  { art, von, bis, ...request }: Request,
): PageOf<ListItem> {
  const { seit, vor } = instants(tenant, { von, bis })
  const wanted = {
    ...request,
    ...(art !== undefined && { [art]: 1 }),
    ...(seit !== undefined && { seit, ab_nr: firstNumber(tenant, seit) }),
    ...(vor !== undefined && { vor, bis_nr: lastNumber(tenant, vor) }),
  }
  const page = isUnindexed({ ...request, art })
    ? scanLedger(tenant, wanted, () => lastNumber(tenant))
    : searchedPage(tenant, buchungenList, wanted, belongTo)
  return { ...page, items: withNames(tenant, page.items) }
}

type Reversal = { id: string; vorgang_id: string }

const stornos = query<Reversal, { ids: string }>`
  SELECT s.storno_von AS id, s.vorgang_id
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} s ON s.storno_von = j.value`

const reversed = query<Reversal, { ids: string }>`
  SELECT b.id, b.vorgang_id FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.id = j.value`

const verluste = query<{ id: string }, { ids: string }>`
  SELECT v.id FROM json_each(:ids) j CROSS JOIN ${pfandverluste} v ON v.id = j.value`

/** @returns those of the Vorgaenge that keep deposit as a loss, or reverse that, by their ids */
export const verlusteOf = (tenant: TenantReader, zeilen: readonly { vorgang_id: string }[]) =>
  byId(tenant, verluste, zeilen, ({ vorgang_id }) => vorgang_id)

function withNames(tenant: TenantReader, zeilen: Buchung[]): ListItem[] {
  const durch = byId(tenant, stornos, zeilen, ({ id }) => id)
  const von = byId(tenant, reversed, zeilen, ({ storno_von }) => storno_von)
  const losses = verlusteOf(tenant, zeilen)
  const named = withPersonNames(tenant, withPosten(tenant, withKundeName(tenant, zeilen)), "gebucht_von")
  return named.map((zeile) => ({
    ...zeile,
    storniert: durch.has(zeile.id),
    verlust: losses.has(zeile.vorgang_id),
    gegen_vorgang_id: (durch.get(zeile.id) ?? von.get(zeile.storno_von ?? ""))?.vorgang_id ?? null,
  }))
}

type Filters = { [name: string]: unknown; art?: Buchung["art"] | undefined }

/** Filters of which each leaves few bookings. */
const NARROW = ["kunde_id", "geraet_id", "vorgang_id", "lieferung_id"]

/** Owners by whom a search finds bookings: each has few of them. */
const belongTo = [owners.kunden(), owners.geraete()]

/**
 * @returns whether no index finds what passes all of the filters: an article together with a person, or one of the two
 * kinds that most bookings are
 */
export const isUnindexed = (filters: Filters): boolean =>
  !filters["q"] &&
  NARROW.every((name) => filters[name] === undefined) &&
  (filters.art === "ausgabe" ||
    filters.art === "ruecknahme" ||
    (filters["pfandartikel_id"] !== undefined && filters["gebucht_von"] !== undefined))

/** Numbers of the ledger that are read through first; twice as many each time, while there is time left. */
const FIRST = 2000
/** Time after which a page ends, in ms: it is read in the thread, where others' long reads wait for it. */
const TIME = 100

/**
 * Reads through a part of the ledger, from the cursor on: of millions of bookings perhaps none passes.
 *
 * @param lastOfAll returns the last number of the ledger
 * @returns what was found until the time was over, perhaps nothing, and where to go on
 */
function scanLedger(
  tenant: TenantReader,
  request: PageRequest & { ab_nr?: number; bis_nr?: number },
  lastOfAll: () => number,
): PageOf<Buchung> {
  const { limit = 50, sort = buchungenList.sorts[0] ?? "", total, cursor: after, ...filters } = request
  const order = `pfandbuchungen ${sort}`
  const isUp = sort === "lfd_nr"
  const key = after === undefined ? undefined : Number(readCursor(after, order)[0])
  let low = Math.max(request.ab_nr ?? 1, isUp && key !== undefined ? key + 1 : 1)
  let high = Math.min(request.bis_nr ?? lastOfAll(), !isUp && key !== undefined ? key - 1 : Infinity)
  const counted =
    total === true ? { total: buchungenList.page(tenant, { ...filters, total, limit: 1 }).total ?? 0 } : {}
  const items: Buchung[] = []
  const end = performance.now() + TIME
  for (let width = FIRST; low <= high; width *= 2) {
    const [ab_nr, bis_nr] = isUp
      ? [low, Math.min(high, low + width - 1)]
      : [Math.max(low, high - width + 1), high]
    const part = buchungenList.page(tenant, { ...filters, sort, ab_nr, bis_nr, limit: limit - items.length })
    items.push(...part.items)
    if (part.next_cursor !== null) return { items, next_cursor: part.next_cursor, ...counted }
    if (isUp) low = bis_nr + 1
    else high = ab_nr - 1
    if (low <= high && (items.length === limit || performance.now() > end)) {
      return { items, next_cursor: cursor(order, isUp ? low - 1 : high + 1, ""), ...counted }
    }
  }
  return { items, next_cursor: null, ...counted }
}
