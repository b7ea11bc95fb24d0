import { getTableColumns, getTableName } from "drizzle-orm"
import { type Params, type Query, queryFrom, type TenantTable, type Value } from "../../db/query.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { inOrder, type Key, type PageOf, type PageRequest, readPage } from "./page.ts"

type ListDefinition = {
  table: TenantTable
  /** The selected columns; the sorted one is added. Keep them few: each is read fifty times per page. */
  columns: string[]
  /**
   * Name in `?sort=` → column; "-name" sorts descending. The first is the default. Each needs an index, which is read
   * backwards for the reverse: that is offered by itself.
   */
  sorts: Record<string, string>
  /** The sorted column that is unique within a company, besides the id. */
  unique?: string
  /** Filter parameters for the value of the column of their name. */
  equal?: readonly string[]
  /** Names of other filter parameters → SQL condition that binds them by that name. */
  filters?: Record<string, string>
  /** A filter that is always given: by a column, the record whose parts these are; or one of the others. */
  within?: string
  /** Filters that leave few rows, which are then sorted; for others the order must come from an index. */
  few?: string[]
}

/** A condition that is met by having one of these values: name of a filter → its values. */
export type AnyOf = Readonly<Record<string, readonly string[]>>

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
  readonly #columnOf: Record<string, string>
  /** Name of a filter parameter → SQL condition. */
  readonly #filters: Record<string, string>
  /** The columns that hold numbers. */
  readonly #integers: Set<string>
  readonly #queries = new Map<string, Query<R>>()
  readonly #counts = new Map<string, Query<{ n: number }>>()

  constructor(definition: ListDefinition) {
    this.#definition = definition
    const reversed = Object.entries(definition.sorts).map((sort) => sort.map(reverse) as [string, string])
    this.#columnOf = { ...definition.sorts, ...Object.fromEntries(reversed) }
    this.sorts = Object.keys(this.#columnOf)
    const columns = Object.values(getTableColumns(definition.table))
    this.#integers = new Set(columns.filter((one) => one.dataType === "number").map(({ name }) => name))
    // Made up front, so that the test of query plans sees each order, alone and with each filter.
    const { within, filters } = definition
    const equal = [...(within ? [within] : []), ...(definition.equal ?? [])]
    this.#filters = { ...Object.fromEntries(equal.map((name) => [name, `${name} = :${name}`])), ...filters }
    const each = within ? [[within]] : [[], ...Object.keys(this.#filters).map((name) => [name])]
    for (const sort of this.sorts)
      for (const given of each) for (const next of [false, true]) this.#query({ sort, filters: given, next })
  }

  /**
   * @param any further condition: rows that pass one of these. A page of each is read and the first of all are taken,
   *   so it costs as much as that many pages, however many rows there are
   */
  page(tenant: TenantReader, request: PageRequest & Record<string, unknown>, any?: AnyOf): PageOf<R> {
    const { table, within } = this.#definition
    if (within && request[within] === undefined)
      throw new Error(`a page of all rows, whatever their ${within}`)
    const sort = request.sort ?? this.sorts[0] ?? ""
    const used = Object.keys(this.#filters).filter((name) => request[name] !== undefined)
    const params: Params = Object.fromEntries(used.map((name) => [name, request[name] as Value]))
    const read = (given: Params, after: Key | undefined, limit: number): R[] => {
      const filters = Object.keys(this.#filters).filter((name) => name in given)
      const query = this.#query({ sort, filters, next: after !== undefined })
      return tenant.all(query, { ...given, ...(after && { key: after[0], keyId: after[1] }), limit })
    }
    // A filter of the request keeps its value: no other is looked for under its name.
    const each = Object.entries(any ?? {}).flatMap(([name, values]) =>
      values
        .filter((value) => params[name] === undefined || params[name] === value)
        .map((value) => ({ ...params, [name]: value })),
    )
    const column = (this.#columnOf[sort] ?? "").replace("-", "")
    return readPage(request, {
      order: `${getTableName(table)} ${sort}`,
      numeric: this.#integers.has(column),
      rows: (after, limit) =>
        any
          ? inOrder(
              each.flatMap((given) => read(given, after, limit)),
              this.columnOf(sort),
            ).slice(0, limit)
          : read(params, after, limit),
      keyOf: (row) => [row[column as keyof R] as Value, row.id],
      count: () => {
        const given = Object.entries(any ?? {}).map(([name, values]) => [anyOf(name), JSON.stringify(values)])
        const names = any && Object.keys(any)
        return tenant.first(this.#count(used, names), { ...params, ...Object.fromEntries(given) })?.n ?? 0
      },
    })
  }

  /** @returns the column that a name in `?sort=` means, with `-` before it downwards */
  columnOf(sort: string): string {
    return this.#columnOf[sort] ?? ""
  }

  #query(variant: Variant): Query<R> {
    return this.#queries.getOrInsertComputed(JSON.stringify(variant), () =>
      queryFrom<R>(this.#definition.table, (source) => this.#select(variant, source)),
    )
  }

  #select(variant: Variant, source: string): string {
    const { columns, unique, few = [] } = this.#definition
    const sortedBy = this.#columnOf[variant.sort] ?? "id"
    const down = sortedBy.startsWith("-") ? " DESC" : ""
    const column = sortedBy.replace("-", "")
    const ties = column !== "id" && column !== unique
    const after = down ? "<" : ">"
    // A filter such as `von` bounds the column that the list is sorted by. On later pages the key lies beyond that bound.
    // The plus keeps SQLite from using the bound, so that it begins at the key and not each time at the first page.
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

  /** @param any names of filters of which one has to be passed; undefined for no such condition */
  #count(used: string[], any?: string[]): Query<{ n: number }> {
    return this.#counts.getOrInsertComputed(JSON.stringify([used, any]), () => {
      const passed = any?.map((name) => `${name} IN (SELECT value FROM json_each(:${anyOf(name)}))`)
      const one = passed && (passed.join(" OR ") || "FALSE")
      const conditions = where([...used.map((name) => this.#filters[name] ?? "FALSE"), ...(one ? [one] : [])])
      return queryFrom(this.#definition.table, (rows) => `SELECT count(*) AS n FROM ${rows}${conditions}`)
    })
  }
}

/** @returns the name or column of the other direction */
const reverse = (sort: string): string => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`)

const selected = (columns: string[], sort: string): string =>
  [...new Set(columns.includes("*") ? columns : [...columns, sort])].join(", ")

/** @returns the parameter with the values of which a row has one */
const anyOf = (name: string): string => `any_${name}`

const where = (conditions: string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.map((condition) => `(${condition})`).join(" AND ")}` : ""
