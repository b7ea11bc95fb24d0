import { type TSchema, Type } from "@sinclair/typebox"
import { type Params, type Query, queryFrom, type TenantTable, type Value } from "../../db/query.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { getTableColumns, getTableName } from "drizzle-orm"
import { OneOf } from "../../lib/fields.ts"
import { invalid, type Refusal } from "../../lib/refusal.ts"
import { Input } from "./schema.ts"

/** The reply of a list: a page of items, the key of the next page, and the total when asked for. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Für die nächste Seite als ?cursor= anzugeben; null auf der letzten",
    }),
    total: Type.Optional(Type.Integer({ description: "Nur mit ?total=true" })),
  })

/** The query parameters of a list. */
export const pageQuery = <F extends Record<string, TSchema>>(sorts: readonly string[], filters: F) =>
  Input({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
    sort: Type.Optional(OneOf(sorts)),
    total: Type.Optional(Type.Boolean()),
    ...filters,
  })

export type PageRequest = { limit?: number; cursor?: string; sort?: string; total?: boolean }
export type PageOf<R> = { items: R[]; next_cursor: string | null; total?: number }

/**
 * @param rows at most `limit` + 1; the extra one means that there is a next page
 * @param cursorOf makes the key of the next page from the last row of this one
 */
export function cut<R>(rows: R[], limit: number, cursorOf: (last: R) => string): PageOf<R> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? cursorOf(last) : null }
}

type Key = [Value, string]

/** Definition of a list: rows in the order of a value and the id. */
type Source<R> = {
  /** The list's name and its order; cursors of another one are refused. */
  order: string
  /** Whether the order is by integers. */
  numeric: boolean
  /** @returns rows after the key, or from the first */
  rows: (after: Key | undefined, limit: number) => R[]
  keyOf: (row: R) => Key
  count: () => number
}

/**
 * @returns one page; every list of the API but the searches comes from here
 * @throws Refusal invalid for a cursor of another list or order
 */
export function readPage<R>(
  request: PageRequest,
  { order, numeric, rows, keyOf, count }: Source<R>,
): PageOf<R> {
  const { limit = 50, total } = request
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, order)
  if (after && numeric && !Number.isSafeInteger(after[0])) throw foreignCursor()
  const page = cut(rows(after, limit + 1), limit, (last) => cursor(order, ...keyOf(last)))
  return total === true ? { ...page, total: count() } : page
}

/**
 * A page that ends early where its rows are expensive, so that others have their turn before the next one.
 *
 * @param list reads a page of the rows
 * @param each turns a row into the item shown, and tells its cost
 * @param most cost at which a page is full
 */
export function readWithin<R, T>(
  request: PageRequest,
  list: (request: PageRequest) => PageOf<R>,
  each: (row: R) => { item: T; cost: number },
  most: number,
): PageOf<T> {
  const page = list(request)
  const items: T[] = []
  let spent = 0
  for (const row of page.items) {
    if (spent >= most) break
    const { item, cost } = each(row)
    items.push(item)
    spent += cost
  }
  if (items.length === page.items.length) return { ...page, items }
  return { ...list({ ...request, limit: items.length }), items }
}

/**
 * @param first page, where it was read already
 * @returns the rows of a whole list, a page at a time
 */
export function* eachPage<R>(
  list: (request: PageRequest) => PageOf<R>,
  limit: number,
  first?: PageOf<R>,
): Generator<R[]> {
  let page = first ?? list({ limit })
  yield page.items
  while (page.next_cursor !== null) {
    page = list({ limit, cursor: page.next_cursor })
    yield page.items
  }
}

type ListDefinition = {
  table: TenantTable
  /** The selected columns; the sorted one is added. Keep them few: each is read fifty times per page. */
  columns: string[]
  /** Name in `?sort=` → column; "-name" sorts descending. The first is the default. Each needs an index. */
  sorts: Record<string, string>
  /** The sorted column that is unique within a company, besides the id. */
  unique?: string
  /** Filter parameters for the value of the column of their name. */
  equal?: readonly string[]
  /** Names of other filter parameters → SQL condition that binds them by that name. */
  filters?: Record<string, string>
  /** A filter that is always given: the record whose parts these are. */
  within?: string
  /** Filters that leave few rows, which are then sorted; for others the order must come from an index. */
  few?: string[]
}

type Variant = { sort: string; filters: string[]; next: boolean }

/**
 * A list with keyset pagination: any page costs as much as the first, as it starts at a key instead of
 * skipping rows. Ties are broken by id, so that no row appears twice or is left out during writes. Unique
 * columns must not be followed by the id, or SQLite could not take the order from indexes that begin with a
 * filter.
 */
export class List<R extends { id: string }> {
  /** The names that `?sort=` may have, the default first. */
  readonly sorts: readonly string[]
  readonly #definition: ListDefinition
  /** Name of a filter parameter → SQL condition. */
  readonly #filters: Record<string, string>
  /** The columns that hold numbers. */
  readonly #integers: Set<string>
  readonly #queries = new Map<string, Query<R>>()
  readonly #counts = new Map<string, Query<{ n: number }>>()

  constructor(definition: ListDefinition) {
    this.#definition = definition
    this.sorts = Object.keys(definition.sorts)
    const columns = Object.values(getTableColumns(definition.table))
    this.#integers = new Set(columns.filter((one) => one.dataType === "number").map(({ name }) => name))
    // Made up front, so that the test of query plans sees each order, alone and with each filter.
    const { within, equal = [], filters } = definition
    this.#filters = { ...Object.fromEntries(equal.map((name) => [name, `${name} = :${name}`])), ...filters }
    const each = within ? [[within]] : [[], ...Object.keys(this.#filters).map((name) => [name])]
    for (const sort of this.sorts)
      for (const given of each) for (const next of [false, true]) this.#query({ sort, filters: given, next })
  }

  page(tenant: TenantReader, request: PageRequest & Record<string, unknown>): PageOf<R> {
    const { table, sorts } = this.#definition
    const sort = request.sort ?? this.sorts[0] ?? ""
    const used = Object.keys(this.#filters).filter((name) => request[name] !== undefined)
    const params: Params = Object.fromEntries(used.map((name) => [name, request[name] as Value]))
    const column = (sorts[sort] ?? "").replace("-", "")
    return readPage(request, {
      order: `${getTableName(table)} ${sort}`,
      numeric: this.#integers.has(column),
      rows: (after, limit) => {
        const query = this.#query({ sort, filters: used, next: after !== undefined })
        return tenant.all(query, { ...params, ...(after && { key: after[0], keyId: after[1] }), limit })
      },
      keyOf: (row) => [row[column as keyof R] as Value, row.id],
      count: () => tenant.first(this.#count(used), params)?.n ?? 0,
    })
  }

  #query(variant: Variant): Query<R> {
    return this.#queries.getOrInsertComputed(JSON.stringify(variant), () =>
      queryFrom<R>(this.#definition.table, (source) => this.#select(variant, source)),
    )
  }

  #select(variant: Variant, source: string): string {
    const { columns, sorts, unique, few = [] } = this.#definition
    const down = sorts[variant.sort]?.startsWith("-") ? " DESC" : ""
    const column = (sorts[variant.sort] ?? "id").replace("-", "")
    const ties = column !== "id" && column !== unique
    const after = down ? "<" : ">"
    // A bound that the key has passed. Without the plus, SQLite begins each page there, and not after the key.
    const behind = (condition: string): string =>
      variant.next && condition.startsWith(`${column} ${after}`) ? `+${condition}` : condition
    const conditions = [
      ...variant.filters.map((name) => behind(this.#filters[name] ?? "FALSE")),
      ...(variant.next ? [ties ? `(${column}, id) ${after} (:key, :keyId)` : `${column} ${after} :key`] : []),
    ]
    const sorted = variant.filters.some((name) => few.includes(name)) ? "+" : ""
    const order = ties ? `${sorted}${column}${down}, ${sorted}id${down}` : `${sorted}${column}${down}`
    return `SELECT ${selected(columns, column)} FROM ${source}${where(conditions)} ORDER BY ${order} LIMIT :limit`
  }

  #count(used: string[]): Query<{ n: number }> {
    return this.#counts.getOrInsertComputed(used.join(), () => {
      const conditions = where(used.map((name) => this.#filters[name] ?? "FALSE"))
      return queryFrom(this.#definition.table, (rows) => `SELECT count(*) AS n FROM ${rows}${conditions}`)
    })
  }
}

const selected = (columns: string[], sort: string): string =>
  [...new Set(columns.includes("*") ? columns : [...columns, sort])].join(", ")

const where = (conditions: string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.map((condition) => `(${condition})`).join(" AND ")}` : ""

/**
 * An opaque key for the next page. Names its list and order, so that it cannot be used with another.
 *
 * @param order the list's name and the sort
 */
export const cursor = (order: string, key: Value, id: string): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString("base64url")

/** @throws Refusal invalid for a cursor of another list or order */
export function readCursor(text: string, order: string): [Value, string] {
  try {
    const [madeFor, key, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[]
    const plain = key === null || typeof key === "string" || typeof key === "number"
    if (madeFor === order && plain && typeof id === "string") return [key, id]
  } catch {
    // Falls through to the refusal.
  }
  throw foreignCursor()
}

export const foreignCursor = (): Refusal =>
  invalid("cursor", "gehört nicht zu dieser Liste und Sortierung", "query")
