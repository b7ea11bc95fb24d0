import { type Query, searchQuery } from "../../db/query.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { typedWords } from "../../lib/typed-words.ts"
import { inSearch, type Typed } from "../../lib/fold.ts"
import { cursor, type PageOf, readCursor } from "./page.ts"
import {
  filtersIn,
  orderOf,
  passingOf,
  Search,
  type SearchDefinition,
  type SearchRequest,
  selectedOf,
} from "./search.ts"

/** Shorter words stand inside of nearly every text. */
const SHORTEST = 3
/** Marks a cursor behind the beginnings of words. */
const INSIDE = "inside"

type Params = { suche: string; woerter: string }
type Row = { id: string }

/**
 * Finds rows as `Search` does, and after them those in which the words stand inside of others: "palette" also finds
 * "Europalette". No index helps with that, so the search texts of the whole company are read: only for tables that
 * stay small.
 */
export class SearchInside<R extends Row> {
  readonly #definition: SearchDefinition
  readonly #beginnings: Search<R>
  readonly #rows: Query<R, Params & { after: string; limit: number }>
  readonly #count: Query<{ n: number }, Params>

  constructor(definition: SearchDefinition) {
    const { table, texts, columns, filters } = definition
    this.#definition = definition
    this.#beginnings = new Search<R>(definition)
    const others = (hits: string, words: string, rows: string): string =>
      `FROM ${words} s CROSS JOIN ${rows} k ON k.id = s.id
      WHERE NOT EXISTS (SELECT 1 FROM json_each(:woerter) w WHERE NOT EXISTS (
        SELECT 1 FROM json_each(w.value) v WHERE instr(' ' || s.text, v.value) > 0))
        AND s.nr NOT IN (SELECT nr FROM ${hits})${passingOf(filters)}`
    this.#rows = searchQuery(
      texts,
      table,
      (...sources) =>
        `SELECT ${selectedOf(columns)} ${others(...sources)} AND s.id > :after ORDER BY s.id LIMIT :limit`,
    )
    this.#count = searchQuery(texts, table, (...sources) => `SELECT count(*) AS n ${others(...sources)}`)
  }

  /** @throws Refusal invalid for a cursor of another list, or a search together with an order */
  page(tenant: TenantReader, request: SearchRequest): PageOf<R> {
    const { cursor: from, limit = 50, ...rest } = request
    const after = this.#afterIn(from)
    // On later pages, only the number of the beginnings is wanted.
    const begun = this.#beginnings.page(tenant, after === undefined ? request : { ...rest, limit: 1 })
    const params = this.#paramsOf(request)
    if (!params) return begun
    const total = request.total && {
      total: (begun.total ?? 0) + (tenant.first(this.#count, params)?.n ?? 0),
    }
    if (after === undefined && begun.next_cursor !== null) return { ...begun, ...total }
    const items = after === undefined ? begun.items : []
    const room = limit - items.length
    const found = tenant.all(this.#rows, { ...params, after: after ?? "", limit: room + 1 })
    const shown = found.slice(0, room)
    const next = cursor(orderOf(this.#definition), INSIDE, shown.at(-1)?.id ?? "")
    return { items: [...items, ...shown], next_cursor: found.length > room ? next : null, ...total }
  }

  /** @returns the id after which a page begins that lies behind the beginnings; undefined for any page before */
  #afterIn(from: string | undefined): string | undefined {
    if (from === undefined) return undefined
    const [key, id] = readCursor(from, orderOf(this.#definition))
    return key === INSIDE ? id : undefined
  }

  /** @returns nothing where every word is too short; a short one among others has to begin a word */
  #paramsOf(request: SearchRequest): Params | undefined {
    const words = typedWords(request.q)
    const isShort = (word: string): boolean => word.length < SHORTEST
    if (words.every((ways: Typed) => ways.every(isShort))) return undefined
    return {
      ...filtersIn(this.#definition, request),
      suche: inSearch(words),
      woerter: JSON.stringify(words.map((ways) => ways.map((word) => (isShort(word) ? ` ${word}` : word)))),
    }
  }
}
