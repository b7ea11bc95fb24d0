import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { fold } from "../../lib/fold.ts"
import { listGeraete } from "../geraete/rules.ts"
import { listKunden } from "../kunden/rules.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { searchAbrechnungen } from "./abrechnungen.ts"
import { searchLieferungen } from "./lieferungen.ts"
import type { SucheReply } from "./model.ts"

type Suche = Static<typeof SucheReply>
type Kunde = Suche["kunden"][number]
type Bereich = { von: string; bis: string; limit: number }

/** Hits shown of each kind: what fits below a search field. */
const GEZEIGT = 8

const mitNummer = query<Kunde, Bereich>`
  SELECT k.id, k.kundennummer, k.name, k.ort, k.aktiv FROM ${kunden} k
  WHERE k.kundennummer >= :von AND k.kundennummer < :bis ORDER BY k.kundennummer LIMIT :limit`

const mitNamen = query<Kunde, Bereich>`
  SELECT k.id, k.kundennummer, k.name, k.ort, k.aktiv FROM ${kunden} k
  WHERE k.name_sort >= :von AND k.name_sort < :bis ORDER BY k.name_sort, k.id LIMIT :limit`

/**
 * One search over everything: few hits of each kind, the best first. Customers whose number or name begins with what
 * was typed come out of the indexes of those, so that none is missed among a hundred thousand that are found.
 */
export function searchEverywhere(tenant: TenantReader, q: string): Suche {
  const typed = q.trim()
  if (typed === "") return { kunden: [], geraete: [], pfandartikel: [], lieferungen: [], abrechnungen: [] }
  const found = findKunden(tenant, typed)
  const request = { q: typed, limit: GEZEIGT }
  return {
    kunden: found,
    geraete: listGeraete(tenant, request).items,
    pfandartikel: listPfandartikel(tenant, request).items,
    lieferungen: searchLieferungen(tenant, typed, found, GEZEIGT),
    abrechnungen: searchAbrechnungen(tenant, typed, GEZEIGT),
  }
}

function findKunden(tenant: TenantReader, typed: string): Kunde[] {
  const found = new Map<string, Kunde>()
  const add = (rows: Kunde[]): void => {
    for (const row of rows) if (found.size < GEZEIGT && !found.has(row.id)) found.set(row.id, row)
  }
  for (const number of new Set([typed, typed.toUpperCase()]))
    add(tenant.all(mitNummer, beginningWith(number)))
  const name = fold(typed)
  if (name !== "") add(tenant.all(mitNamen, beginningWith(name)))
  if (found.size < GEZEIGT) add(listKunden(tenant, { q: typed, limit: GEZEIGT }).items)
  return [...found.values()]
}

/** Text is compared by its bytes in UTF-8: nothing comes after the last letter that there is. */
const beginningWith = (von: string): Bereich => ({ von, bis: `${von}\u{10ffff}`, limit: GEZEIGT })
