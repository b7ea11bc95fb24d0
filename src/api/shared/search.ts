import { getTableName } from "drizzle-orm"
import { queryFrom, type Query, searchQuery, type TenantTable, type Value } from "../../db/query.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { typedWords } from "../../lib/typed-words.ts"
import { inSearch } from "../../lib/fold.ts"
import { invalid } from "../../lib/refusal.ts"
import { byId } from "./names.ts"
import type { List } from "./list.ts"
import {
  cursor,
  cut,
  foreignCursor,
  type PageOf,
  pageOfAll,
  type PageRequest,
  readCursor,
  SORTED,
  tooManyToSort,
} from "./page.ts"
import { compare, type Hit, type Place, rank, type Ranked } from "./rank.ts"

/** Hits that are ranked; further ones follow in order of creation. */
export const RANKED = 200

export type SearchDefinition = {
  table: TenantTable
  /** The table of each row's search text; `nr` numbers its rows. */
  texts: TenantTable
  columns: string[]
  /** The columns people type. */
  number: string
  name: string
  /** Other numbers that stand on it, such as that of its maker. */
  codes?: string[]
  /** Names of filter parameters → column and comparison, `status =`; checked row by row, without an index. */
  filters?: Record<string, string>
  /** The list whose orders what is found can have as well, and what its rows are called. */
  list?: Pick<List<{ id: string }>, "sorts" | "columnOf">
  many?: string
}

export type SearchRequest = PageRequest & { q: string }
type Filters = Record<string, Value>
type From = { nr: number; until?: never } | { until: number; place: Place }

/**
 * A place in the order of creation is kept as the rows that stand there: their numbers count those of all companies. As
 * many may be deleted before the next page, but for one.
 */
const KEPT = 3
const lastOf = (rows: readonly { id: string }[]): string[] => rows.slice(-KEPT).map(({ id }) => id)

/** Hits that are counted where a number is shown while somebody types. */
const COUNTED = 1000

/**
 * Finds rows by the beginnings of words. The first two hundred are ranked as people expect: an exact number
 * first, then an exact code, then numbers and names that begin with what was typed, then by name.
 */
export class Search<R extends { id: string }> {
  readonly #definition: SearchDefinition
  readonly #order: string
  readonly #window: Query<Hit>
  readonly #later: Query<R>
  readonly #byIds: Query<R, { ids: string }>
  /** By the column of the order. */
  readonly #keys: Record<string, Query<{ id: string; key: Value }>>
  readonly #count: Query<{ n: number }>
  readonly #countSome: Query<{ n: number }>
  readonly #placeOf: Query<{ nr: number | null }, { ids: string }>

  constructor(definition: SearchDefinition) {
    const { table, texts, columns, number, name, codes = [], filters = {}, list } = definition
    this.#definition = definition
    this.#order = orderOf(definition)
    const selected = selectedOf(columns)
    const passing = passingOf(filters)
    const found = (hits: string, words: string, rows: string): string =>
      `FROM ${hits} h CROSS JOIN ${words} s ON s.nr = h.nr CROSS JOIN ${rows} k ON k.id = s.id`
    this.#window = searchQuery(
      texts,
      table,
      (hits, words, rows) => `SELECT h.nr, s.id, k.${number} AS number, k.${name} AS name,
        ${codesOf(codes)} AS codes
        ${found(hits, words, rows)} WHERE h.nr <= :until${passing} ORDER BY h.nr LIMIT ${RANKED}`,
    )
    this.#later = searchQuery(
      texts,
      table,
      (hits, words, rows) => `SELECT ${selected}
        ${found(hits, words, rows)} WHERE h.nr > :after${passing} ORDER BY h.nr LIMIT :limit`,
    )
    this.#byIds = queryFrom(
      table,
      (rows) => `SELECT ${selected} FROM json_each(:ids) j CROSS JOIN ${rows} k ON k.id = j.value`,
    )
    this.#placeOf = queryFrom(
      texts,
      (words) => `SELECT max(s.nr) AS nr FROM json_each(:ids) j CROSS JOIN ${words} s ON s.id = j.value`,
    )
    const keysOf = (column: string): Query<{ id: string; key: Value }> =>
      searchQuery(
        texts,
        table,
        (hits, words, rows) => `SELECT s.id, k.${column} AS key
          ${found(hits, words, rows)} WHERE h.nr > 0${passing} ORDER BY h.nr LIMIT ${SORTED + 1}`,
      )
    const sorted = (list?.sorts ?? []).map((sort) => list?.columnOf(sort).replace("-", "") ?? "id")
    this.#keys = Object.fromEntries(["id", ...sorted].map((column) => [column, keysOf(column)]))
    this.#count = searchQuery(texts, table, (hits, words, rows) =>
      passing === ""
        ? `SELECT count(*) AS n FROM ${hits}`
        : `SELECT count(*) AS n ${found(hits, words, rows)} WHERE TRUE${passing}`,
    )
    this.#countSome = searchQuery(
      texts,
      table,
      (hits) => `SELECT count(*) AS n FROM (SELECT 1 FROM ${hits} LIMIT ${COUNTED})`,
    )
  }

  /**
   * @param narrowing additional index words that limit the search (lib/fold.ts, filterWord)
   * @returns with `sort` all that is found, in that order; else how well it fits
   * @throws Refusal invalid for a cursor of another list or order, or an order that this search does not know
   */
  page(tenant: TenantReader, request: SearchRequest, narrowing: string[] = []): PageOf<R> {
    const { q, cursor: after, limit = 50, sort, total } = request
    if (sort !== undefined) return this.#sorted(tenant, request, sort, narrowing)
    const from = after === undefined ? undefined : this.#readCursor(tenant, after)
    const params = this.#paramsOf(request, narrowing)
    if (!params) return { items: [], next_cursor: null, ...(total && { total: 0 }) }
    return {
      ...this.#found(tenant, q, params, from, limit),
      ...(total && { total: tenant.first(this.#count, params)?.n ?? 0 }),
    }
  }

  #sorted(tenant: TenantReader, request: SearchRequest, sort: string, narrowing: string[]): PageOf<R> {
    const { list, many = "" } = this.#definition
    if (!list) throw invalid("sort", "ist bei einer Suche nicht möglich", "query")
    const by = list.columnOf(sort)
    const found = this.#keysOfAll(tenant, request, by.replace("-", ""), narrowing)
    if (!found) return tooManyToSort(request.q, many)
    const page = pageOfAll(request, `${this.#order} ${sort}`, by.startsWith("-") ? "-key" : "key", found)
    const rows = byId(tenant, this.#byIds, page.items, ({ id }) => id)
    return { ...page, items: page.items.flatMap(({ id }) => rows.get(id) ?? []) }
  }

  /** @returns the ids of all that is found; undefined where it is more than can be put in another order */
  all(tenant: TenantReader, request: SearchRequest): string[] | undefined {
    return this.#keysOfAll(tenant, request, "id", [])?.map(({ id }) => id)
  }

  #keysOfAll(tenant: TenantReader, request: SearchRequest, column: string, narrowing: string[]) {
    const params = this.#paramsOf(request, narrowing)
    const query = this.#keys[column]
    const found = params && query ? tenant.all(query, params) : []
    return found.length > SORTED ? undefined : found
  }

  /** @returns nothing for a search without letters or digits: it finds nothing */
  #paramsOf(request: SearchRequest, narrowing: string[]): (Filters & { suche: string }) | undefined {
    const words = typedWords(request.q)
    if (words.length === 0) return undefined
    return { ...filtersIn(this.#definition, request), suche: [inSearch(words), ...narrowing].join(" ") }
  }

  /** @returns how many rows are found, counted to 1000 without a look at the rows */
  count(tenant: TenantReader, q: string): number {
    const words = typedWords(q)
    return words.length === 0 ? 0 : (tenant.first(this.#countSome, { suche: inSearch(words) })?.n ?? 0)
  }

  #found(tenant: TenantReader, q: string, params: Filters, from: From | undefined, limit: number): PageOf<R> {
    if (from?.until === undefined && from) {
      const rows = tenant.all(this.#later, { ...params, after: from.nr, limit: limit + 1 })
      return cut(rows, limit, () => this.#behind(rows.slice(0, limit)))
    }
    const window = tenant.all(this.#window, { ...params, until: from?.until ?? Number.MAX_SAFE_INTEGER })
    // The first page fixes where the ranked hits end, whatever is created or deleted later.
    const until = from?.until ?? window.at(-1)?.nr ?? 0
    const ranked = rank(window, q)
    const rest = from ? ranked.filter(({ place }) => compare(place, from.place) > 0) : ranked
    const cursorAt = ({ place, hit }: Ranked): string =>
      cursor(this.#order, JSON.stringify([lastOf(window), place[0], place[1]]), hit.id)
    const shown = rest.slice(0, limit)
    const items = this.#rows(tenant, shown)
    const last = shown.at(-1)
    if (rest.length > limit && last) return { items, next_cursor: cursorAt(last) }
    if (window.length < RANKED && !from) return { items, next_cursor: null }
    const more = tenant.all(this.#later, { ...params, after: until, limit: limit - items.length + 1 })
    if (items.length === limit && last) return { items, next_cursor: more.length > 0 ? cursorAt(last) : null }
    const page = cut(more, limit - items.length, () => this.#behind(more.slice(0, limit - items.length)))
    return { items: [...items, ...page.items], next_cursor: page.next_cursor }
  }

  #rows(tenant: TenantReader, ranked: Ranked[]): R[] {
    const rows = byId(tenant, this.#byIds, ranked, ({ hit }) => hit.id)
    return ranked.flatMap(({ hit }) => rows.get(hit.id) ?? [])
  }

  /** @returns a cursor after the last of these, which follow those that are ranked */
  #behind(rows: readonly R[]): string {
    return cursor(this.#order, JSON.stringify([lastOf(rows)]), rows.at(-1)?.id ?? "")
  }

  /** A cursor points after a ranked hit, or after one of those that follow. */
  #readCursor(tenant: TenantReader, text: string): From {
    const [key, id] = readCursor(text, this.#order)
    if (typeof key !== "string") throw foreignCursor()
    const [ids, klasse, name] = parsed(key)
    const nr = Array.isArray(ids) ? tenant.first(this.#placeOf, { ids: JSON.stringify(ids) })?.nr : undefined
    if (typeof nr !== "number") throw foreignCursor()
    if (klasse === undefined) return { nr }
    if (!Number.isSafeInteger(klasse) || typeof name !== "string") throw foreignCursor()
    return { until: nr, place: [klasse as number, name, id] }
  }
}

const codesOf = (columns: string[]): string =>
  columns.length === 0 ? "NULL" : `json_array(${selectedOf(columns)})`

/** @returns the name by which cursors know the search */
export const orderOf = ({ table }: SearchDefinition): string => `${getTableName(table)} q`

/** @returns columns of the searched table, which queries call `k`, for a SELECT */
export const selectedOf = (columns: string[]): string => columns.map((column) => `k.${column}`).join(", ")

/** @returns conditions for a WHERE, each ready to follow another; one whose parameter is null lets every row pass */
export const passingOf = (filters: Record<string, string> = {}): string =>
  Object.entries(filters)
    .map(([filter, compared]) => ` AND (:${filter} IS NULL OR k.${compared} :${filter})`)
    .join("")

/** @returns the parameters of `passingOf` */
export function filtersIn({ filters = {} }: SearchDefinition, request: SearchRequest): Filters {
  const given = request as unknown as Record<string, Value | undefined>
  return Object.fromEntries(Object.keys(filters).map((name) => [name, given[name] ?? null]))
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
