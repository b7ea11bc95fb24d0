import { query, searchQuery } from "../../db/query.ts"
import {
  geraete,
  geraete_suchtexte,
  inventuren,
  kunden,
  kunden_suchtexte,
  mitarbeiter,
  pfandartikel,
  pfandartikel_suchtexte,
} from "../../db/schema.ts"
import type { TenantTable } from "../../db/query.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { typedWords } from "../../lib/typed-words.ts"
import { inSearch, isFound, searchWords } from "../../lib/fold.ts"
import type { AnyOf, List } from "./list.ts"
import type { PageOf, PageRequest } from "./page.ts"

/**
 * Searches lists whose records have no words of their own, such as deliveries: first it finds the few customers,
 * drivers or devices that a word fits, then what belongs to them.
 */

/** A word that fits more records of one kind is too wide to show all that belongs to them. */
export const MOST_FITTING = 100

/** Something that records of a list belong to: by which column, how several are called, and which a word fits. */
export type Owners = {
  column: string
  many: string
  /** @returns the ids of at most MOST_FITTING + 1 of them */
  find: (tenant: TenantReader, q: string) => string[]
}

/** @returns those that the full-text search of their own list finds */
function byText(texts: TenantTable, rows: TenantTable): Owners["find"] {
  const found = searchQuery<{ id: string }, { suche: string }>(
    texts,
    rows,
    (hits, words) =>
      `SELECT s.id FROM ${hits} h CROSS JOIN ${words} s ON s.nr = h.nr WHERE h.nr > 0 ORDER BY h.nr LIMIT ${MOST_FITTING + 1}`,
  )
  return (tenant, q) => {
    const suche = inSearch(typedWords(q))
    return suche === "" ? [] : tenant.all(found, { suche }).map(({ id }) => id)
  }
}

/** More accounts than a company has. */
const ACCOUNTS = 5000
const accounts = query<{ id: string; name: string }, { most: number }>`
  SELECT m.id, m.name FROM ${mitarbeiter} m ORDER BY m.name, m.id LIMIT :most`

/** The latest counts, more than are made in years. */
const COUNTS = 1000
const counts = query<{ id: string; name: string }, { most: number }>`
  SELECT i.id, i.bezeichnung AS name FROM ${inventuren} i ORDER BY i.id DESC LIMIT :most`

const findKunden = byText(kunden_suchtexte, kunden)
const findGeraete = byText(geraete_suchtexte, geraete)
const findArtikel = byText(pfandartikel_suchtexte, pfandartikel)
const findPersonen: Owners["find"] = (tenant, q) => named(q, () => tenant.all(accounts, { most: ACCOUNTS }))
const findInventuren: Owners["find"] = (tenant, q) => named(q, () => tenant.all(counts, { most: COUNTS }))

/** @returns the ids of the first records whose names a word fits, where so few have no search of their own */
function named(q: string, read: () => { id: string; name: string }[]): string[] {
  const words = searchWords(q)
  const found = words.length === 0 ? [] : read().filter(({ name }) => isFound(words, [name]))
  return found.slice(0, MOST_FITTING + 1).map(({ id }) => id)
}

/** What records belong to, by their column. */
export const owners = {
  kunden: (column = "kunde_id"): Owners => ({ column, many: "Kunden", find: findKunden }),
  geraete: (column = "geraet_id"): Owners => ({ column, many: "Geräte", find: findGeraete }),
  artikel: (column = "pfandartikel_id"): Owners => ({ column, many: "Artikel", find: findArtikel }),
  inventuren: (column: string): Owners => ({ column, many: "Inventuren", find: findInventuren }),
  personen: (column: string): Owners => ({ column, many: "Personen", find: findPersonen }),
}

/** @returns those that a word fits, as JSON; or none, and why, where they are too many */
export function findOwners(tenant: TenantReader, q: string, kind: Owners): { ids: string; hinweis?: string } {
  const { any, hinweis } = fitting(tenant, q, [kind])
  return { ids: JSON.stringify(any[kind.column] ?? []), ...(hinweis !== undefined && { hinweis }) }
}

/**
 * @param q what was typed; all of it has to fit one owner
 * @returns which records of a list belong to what it fits, and what is left out as it fits too many
 */
function fitting(
  tenant: TenantReader,
  q: string,
  kinds: readonly Owners[],
): { any: AnyOf; hinweis?: string } {
  const any: Record<string, string[]> = {}
  const wide: string[] = []
  for (const { column, many, find } of kinds) {
    const ids = find(tenant, q)
    if (ids.length > MOST_FITTING) wide.push(many)
    else any[column] = [...(any[column] ?? []), ...ids]
  }
  if (wide.length === 0) return { any }
  const hinweis = `„${q}“ passt auf mehr als ${MOST_FITTING} ${wide.join(" und ")}; was zu ihnen gehört, steht hier nicht. Bitte genauer suchen.`
  return { any, hinweis }
}

/**
 * @param q what is searched for; without it, all of the list
 * @returns a page of the list: of what belongs to the owners that the word fits
 */
export function searchedPage<R extends { id: string }>(
  tenant: TenantReader,
  list: List<R>,
  { q, ...request }: PageRequest & { q?: string } & Record<string, unknown>,
  kinds: readonly Owners[],
): PageOf<R> {
  if (!q) return list.page(tenant, request)
  const { any, hinweis } = fitting(tenant, q, kinds)
  return { ...list.page(tenant, request, any), ...(hinweis !== undefined && { hinweis }) }
}
