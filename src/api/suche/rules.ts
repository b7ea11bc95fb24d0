import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { abrechnungen, kunden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { geraetetext } from "../../lib/felder/search-text.ts"
import { fold, isFound, searchWords } from "../../lib/fold.ts"
import { countGeraete, listGeraete } from "../geraete/rules.ts"
import { countKunden, listKunden } from "../kunden/rules.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { type FoundAbrechnung, searchAbrechnungen } from "../shared/abrechnungsnummer.ts"
import { searchLieferungen } from "./lieferungen.ts"
import type { SearchQuery, SearchReply } from "./model.ts"

type Found = Static<typeof SearchReply>
type Kunde = Found["kunden"][number]
type Range = { von: string; bis: string; limit: number }

/** Hits shown of each kind: what fits below a search field. */
const SHOWN = 8
/** Devices of one customer that are looked through. */
const HELD = 200

const withNumber = query<Kunde, Range>`
  SELECT k.id, k.kundennummer, k.name, k.ort, k.aktiv FROM ${kunden} k
  WHERE k.kundennummer >= :von AND k.kundennummer < :bis ORDER BY k.kundennummer LIMIT :limit`

const withName = query<Kunde, Range>`
  SELECT k.id, k.kundennummer, k.name, k.ort, k.aktiv FROM ${kunden} k
  WHERE k.name_sort >= :von AND k.name_sort < :bis ORDER BY k.name_sort, k.id LIMIT :limit`

/**
 * One search over everything: few hits of each kind, the best first. Customers whose number or name begins with what
 * was typed come out of the indexes of those, so that none is missed among a hundred thousand that are found.
 */
export function searchEverywhere(tenant: TenantReader, { q, kunde_id }: Static<typeof SearchQuery>): Found {
  const typed = q.trim()
  if (typed === "") return NOTHING
  const found = findKunden(tenant, typed)
  const request = { q: typed, limit: SHOWN }
  const geraete = findGeraete(tenant, request, kunde_id)
  const artikel = listPfandartikel(tenant, { ...request, total: true })
  return {
    kunden: found,
    geraete,
    pfandartikel: artikel.items,
    lieferungen: searchLieferungen(tenant, typed, found, SHOWN),
    abrechnungen: searchWithKunden(tenant, typed, found, SHOWN),
    anzahl: {
      kunden: numberOf(found, () => countKunden(tenant, typed)),
      geraete: numberOf(geraete, () => countGeraete(tenant, typed)),
      pfandartikel: artikel.total ?? artikel.items.length,
    },
  }
}

const NOTHING: Found = {
  kunden: [],
  geraete: [],
  pfandartikel: [],
  lieferungen: [],
  abrechnungen: [],
  anzahl: { kunden: 0, geraete: 0, pfandartikel: 0 },
}

/** Where there is room for one more, those that are shown are all, and nothing is counted. */
const numberOf = (shown: unknown[], count: () => number): number =>
  shown.length < SHOWN ? shown.length : Math.max(shown.length, count())

/** @param kunde_id the customer whose devices come first, however many others have such a number: only those come back */
function findGeraete(
  tenant: TenantReader,
  request: { q: string; limit: number },
  kunde_id: string | undefined,
): Found["geraete"] {
  const found = listGeraete(tenant, request).items
  if (kunde_id === undefined) return found
  const wanted = searchWords(request.q)
  const held = listGeraete(tenant, { kunde_id, limit: HELD }).items
  const own = held.filter((geraet) => isFound(wanted, [geraetetext(geraet)]))
  return [...new Map([...own, ...found].map((one) => [one.id, one])).values()].slice(0, SHOWN)
}

function findKunden(tenant: TenantReader, typed: string): Kunde[] {
  const found = new Map<string, Kunde>()
  const add = (rows: Kunde[]): void => {
    for (const row of rows) if (found.size < SHOWN && !found.has(row.id)) found.set(row.id, row)
  }
  for (const number of new Set([typed, typed.toUpperCase()]))
    add(tenant.all(withNumber, beginningWith(number)))
  const name = fold(typed)
  if (name !== "") add(tenant.all(withName, beginningWith(name)))
  if (found.size < SHOWN) add(listKunden(tenant, { q: typed, limit: SHOWN }).items)
  return [...found.values()]
}

/** Text is compared by its bytes in UTF-8: nothing comes after the last letter that there is. */
const beginningWith = (von: string): Range => ({ von, bis: `${von}\u{10ffff}`, limit: SHOWN })

type Latest = { kunde_id: string; kunde_name: string; limit: number }

const latest = query<FoundAbrechnung, Latest>`
  SELECT a.id, a.nummer, a.art, a.datum, a.kunde_id, :kunde_name AS kunde_name FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id ORDER BY a.datum DESC, a.id DESC LIMIT :limit`

/** Customers found whose latest settlements are shown, and how many of each. */
const KUNDEN = 3
const PER_KUNDE = 2

/** @returns the settlements of a typed number, then the latest of the first customers found */
function searchWithKunden(
  tenant: TenantReader,
  q: string,
  found: { id: string; name: string }[],
  limit: number,
): FoundAbrechnung[] {
  const all = [
    ...searchAbrechnungen(tenant, q, limit),
    ...found
      .slice(0, KUNDEN)
      .flatMap(({ id: kunde_id, name: kunde_name }) =>
        tenant.all(latest, { kunde_id, kunde_name, limit: PER_KUNDE }),
      ),
  ]
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, limit)
}
