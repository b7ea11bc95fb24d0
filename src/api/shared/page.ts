import { type TSchema, Type } from "@sinclair/typebox"
import type { Value } from "../../db/query.ts"
import { OneOf } from "../../lib/fields.ts"
import { formatQuantity } from "../../lib/format.ts"
import { conflict, invalid, type Refusal } from "../../lib/refusal.ts"
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

/** The reply of a list that can be searched by what its records belong to (fitting.ts). */
export const SearchedPage = <T extends TSchema>(item: T) =>
  Type.Object({
    ...Page(item).properties,
    hinweis: Type.Optional(
      Type.String({ description: "Was ?q= nicht zeigt, weil es auf zu vieles passt; ein Satz für Menschen" }),
    ),
  })

/** What is typed into the search of a list. */
export const searched = (description: string) => ({
  q: Type.Optional(Type.String({ maxLength: 200, description })),
})

/** Whether a list is searched: a long read. */
export const isSearched = ({ q }: { q?: string }): boolean => q !== undefined && q !== ""

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
export type PageOf<R> = { items: R[]; next_cursor: string | null; total?: number; hinweis?: string }

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

/**
 * @param rows at most `limit` + 1; the extra one means that there is a next page
 * @param cursorOf makes the key of the next page from the last row of this one
 */
export function cut<R>(rows: R[], limit: number, cursorOf: (last: R) => string): PageOf<R> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? cursorOf(last) : null }
}

/** Where a list goes on: the value that it is sorted by, and the id. */
export type Key = [Value, string]

/** Definition of a list: rows in the order of a value and the id. */
type Source<R> = {
  /** The list's name and its order; cursors of another one are refused. */
  order: string
  /** Whether the order is by integers. */
  numeric: boolean
  /** @returns rows after the key, or from the first */
  rows: (after: Key | undefined, limit: number) => R[]
  keyOf: (row: R) => Key
  /** Left out for rows that only leave as a table, of which nobody asks for the total. */
  count?: () => number
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
  return total === true && count ? { ...page, total: count() } : page
}

/** Most rows that are put in order after they were found: all of them are read for each page. */
export const SORTED = 1000

/** @returns an empty page, which says why it is one */
export const tooManyToSort = (q: string, many: string): PageOf<never> => ({
  items: [],
  next_cursor: null,
  hinweis: `„${q}“ passt auf mehr als ${formatQuantity(SORTED)} ${many}: so viele lassen sich nicht sortieren. Bitte genauer suchen.`,
})

/** @param by the column that rows are ordered by, with `-` before it downwards; then the id. @returns as `toSorted` asks */
function comparing<R extends { id: string }>(by: string): (one: R, other: R) => number {
  const key = by.replace("-", "") as keyof R
  const before = by.startsWith("-") ? 1 : -1
  return (one, other) => {
    if (one[key] !== other[key]) return one[key] < other[key] ? before : -before
    return one.id === other.id ? 0 : one.id < other.id ? before : -before
  }
}

/**
 * @param by the column that they are ordered by, with `-` before it downwards
 * @returns the rows in that order, each once
 */
export const inOrder = <R extends { id: string }>(rows: readonly R[], by: string): R[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].toSorted(comparing(by))

/**
 * @param name of the list, for its cursors
 * @param by the column that they are ordered by, with `-` before it downwards
 * @returns a page of rows all of which are read
 */
export function pageOfAll<R extends { id: string }>(
  request: PageRequest,
  name: string,
  by: string,
  all: readonly R[],
): PageOf<R> {
  const column = by.replace("-", "")
  const keyOf = (row: R): Key => [row[column as keyof R] as Value, row.id]
  return readPage(request, {
    order: `${name} ${by}`,
    numeric: false,
    rows: (after, limit) => {
      const end = after && ({ [column]: after[0], id: after[1] } as R)
      const compare = comparing<R>(by)
      const rest = end ? all.filter((row) => row.id !== end.id && compare(row, end) > 0) : all
      return inOrder(rest, by).slice(0, limit)
    },
    keyOf,
    count: () => all.length,
  })
}

/**
 * A page that ends early where its rows are expensive, so that others have their turn before the next one.
 *
 * @param list reads a page of the rows
 * @param each turns a row into the item shown, where it is to be shown, and tells its cost
 * @param most cost at which a page is full
 */
export function readWithin<R, T>(
  request: PageRequest,
  list: (request: PageRequest) => PageOf<R>,
  each: (row: R) => { item?: T; cost: number },
  most: number,
): PageOf<T> {
  const page = list(request)
  const items: T[] = []
  let spent = 0
  let rows = 0
  for (const row of page.items) {
    if (spent >= most) break
    const { item, cost } = each(row)
    if (item !== undefined) items.push(item)
    spent += cost
    rows++
  }
  if (rows === page.items.length) return { ...page, items }
  return { ...list({ ...request, limit: rows }), items }
}

/** Rows of a file that are read and written in one turn: with more, everybody waits, and the file is hardly sooner there. */
export const ROWS_AT_ONCE = 16

/**
 * @param read reads the rows after the last one of the page before, or the first ones; none at the end
 * @returns the rows, a page at a time
 */
export function* pagesAfter<R>(read: (last: R | undefined) => R[]): Generator<R[], void> {
  for (let page = read(undefined); page.length > 0; page = read(page.at(-1))) yield page
}

/**
 * Reads the first page at once, so that a filter which the list does not have is told before anything is sent.
 *
 * @returns the rows of a whole list, a page at a time
 * @throws Refusal conflict where a search fits too many: the list would not be whole
 */
export function eachPage<R>(list: (request: PageRequest) => PageOf<R>, limit: number): Generator<R[]> {
  const first = list({ limit })
  if (first.hinweis !== undefined) throw conflict(first.hinweis)
  return pagesFrom(first, list, limit)
}

function* pagesFrom<R>(
  first: PageOf<R>,
  list: (request: PageRequest) => PageOf<R>,
  limit: number,
): Generator<R[]> {
  let page = first
  yield page.items
  while (page.next_cursor !== null) {
    page = list({ limit, cursor: page.next_cursor })
    yield page.items
  }
}
