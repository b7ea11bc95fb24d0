import { useQuery } from "@tanstack/react-query"
import { useCallback, useDeferredValue, useMemo, useState } from "react"
import type { Answer, Input, PathWith } from "../api/call.ts"
import { early, FRESH, queryClient, read, WATCH, type Wanted } from "./query.ts"

/** Number of records that the service sends when no limit is asked for. */
const PAGE = 50

export type ListPath = {
  [P in PathWith<"get">]: Answer<"get", P> extends { items: unknown[]; next_cursor: string | null }
    ? P
    : never
}[PathWith<"get">]
export type Item<P extends ListPath> = Answer<"get", P> extends { items: (infer I)[] } ? I : never

/** A list that grows while one scrolls; `total` is known where the query asks for it. */
export type EndlessList<I> = {
  /** Says what was asked for. A table remembers under it how far one had scrolled. */
  listKey: string
  items: I[]
  /** The `listKey` that the items were read for: after a change, the old items stay until the new ones come. */
  itemsKey: string | undefined
  total: number | undefined
  /** What the list leaves out and why, if the service says so. */
  hinweis: string | undefined
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  error: Error | null
  loadMore: () => void
  retry: () => void
  /** Whether a refresh left out pages, which may be older than those that are visible. */
  isPartlyOld: () => boolean
  /** Reads all pages again, as before the list is printed. */
  readWhole: () => Promise<void>
  /** Whether `items` are what was read last: rows are drawn a little later. */
  isDrawn: () => boolean
  /** A table tells which rows are visible; a refresh then reads only their pages. If nobody tells, it reads all. */
  look: (first: number, last: number) => void
}

/** A page, and the cursor it was read with. */
type Page<I> = {
  cursor: string | undefined
  items: I[]
  next_cursor: string | null
  total?: number
  hinweis?: string
}
type Pages<I> = { listKey: string; pages: Page<I>[]; total: number | undefined }

/** The visible rows of each list, by its key. */
const seen = new Map<string, { first: number; last: number }>()
/** Cursors of the pages that the last refresh left out, by the key of their list. */
const passedOver = new Map<string, Set<string | undefined>>()

/** Lists of which the next refresh reads all pages, by their keys. */
const wanted = new Set<string>()

/** @returns the pages that hold visible rows */
function seenOf<I>({ listKey, pages }: Pages<I>): Page<I>[] {
  const rows = seen.get(listKey)
  if (!rows) return pages
  let end = 0
  const shown = pages.filter(({ items }) => {
    const begin = end
    end += items.length
    return begin <= rows.last && end > rows.first
  })
  // A list that became shorter meanwhile.
  return shown.length > 0 ? shown : pages.slice(-1)
}

/** @returns the pages with the fresh ones in place of the old. Where a page ends at another cursor now, the pages behind it are dropped */
function renewed<I>(pages: Page<I>[], fresh: Page<I>[]): Page<I>[] {
  const all = [...pages]
  for (const page of fresh) {
    const at = all.findIndex(({ cursor }) => cursor === page.cursor)
    if (at < 0) {
      if (all.at(-1)?.next_cursor === page.cursor) all.push(page)
      continue
    }
    if (all[at + 1]?.cursor !== page.next_cursor) all.length = at
    all[at] = page
  }
  return all
}

/**
 * Reads a list of the service page by page. A refresh reads only the pages with visible rows, however far somebody has
 * scrolled; the others follow when they are scrolled to.
 *
 *     const list = useList("/api/kunden", { query: { q, aktiv: 1 } })
 */
export function useList<P extends ListPath>(
  path: P,
  input: Input<"get", P>,
  { watch, atOnce }: Wanted = {},
): EndlessList<Item<P>> {
  type I = Item<P>
  const listKey = JSON.stringify([path, input])
  const key = [path, input, "list"]
  const pageAt = async (cursor: string | undefined, signal: AbortSignal): Promise<Page<I>> => {
    const { query } = input as { query?: { limit?: number } }
    const from = (at: string | undefined): Promise<Page<I>> =>
      read(path, { ...input, query: { ...query, cursor: at } }, signal) as Promise<Page<I>>
    const first = await from(cursor)
    const items = [...first.items]
    let next = first.next_cursor
    // A long search comes in pages, some of them empty.
    while (next !== null && items.length < (query?.limit ?? PAGE)) {
      const more = await from(next)
      items.push(...more.items)
      next = more.next_cursor
    }
    return { ...first, items, next_cursor: next, cursor }
  }
  const readAgain = async (signal: AbortSignal): Promise<Pages<I>> => {
    const before = queryClient.getQueryData<Pages<I>>(key)
    const isWhole = wanted.delete(listKey)
    const asked = before ? (isWhole ? before.pages : seenOf(before)) : []
    const fresh: Page<I>[] = [await pageAt(asked[0]?.cursor, signal)]
    for (
      let next = fresh[0]?.next_cursor;
      next && fresh.length < asked.length;
      next = fresh.at(-1)?.next_cursor
    )
      fresh.push(await pageAt(next, signal))
    // Another page may have arrived in the meantime.
    const now = queryClient.getQueryData<Pages<I>>(key)
    const pages = renewed(now?.pages ?? [], fresh)
    const cursors = new Set(fresh.map(({ cursor }) => cursor))
    passedOver.set(listKey, new Set(pages.map(({ cursor }) => cursor)).difference(cursors))
    return { listKey, pages: now ? pages : fresh, total: fresh.at(-1)?.total }
  }
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readAgain(signal),
    initialData: () => {
      const first = early(path, input) as Page<I> | undefined
      return first && { listKey, pages: [{ ...first, cursor: undefined }], total: first.total }
    },
    placeholderData: (before) => before,
    staleTime: FRESH,
    refetchInterval: watch ? WATCH : false,
  })
  const more = useMore<I>(key, listKey, pageAt)
  const look = useCallback(
    (first: number, last: number): void => {
      seen.set(listKey, { first, last })
      const old = passedOver.get(listKey)
      const shown = queryClient.getQueryData<Pages<I>>(key)
      if (old && shown && seenOf(shown).some(({ cursor }) => old.has(cursor)))
        void refetch({ cancelRefetch: false })
    },
    // `listKey` stands for `key`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [listKey, refetch],
  )
  const { loadMore } = more
  const hasMore = (data?.pages.at(-1)?.next_cursor ?? null) !== null
  const list = useMemo(
    () => ({
      listKey,
      items: data?.pages.flatMap((page) => page.items) ?? [],
      itemsKey: data?.listKey,
      total: data?.total,
      hinweis: data?.pages[0]?.hinweis,
      isLoading,
      isLoadingMore: more.isLoading,
      hasMore,
      error: error ?? more.error,
      loadMore,
      retry: () => void refetch(),
      look,
      isPartlyOld: () => (passedOver.get(listKey)?.size ?? 0) > 0,
      isDrawn: () => queryClient.getQueryData(key) === data,
      readWhole: async () => {
        wanted.add(listKey)
        await refetch()
      },
    }),
    // `listKey` stands for `key`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [listKey, data, isLoading, more.isLoading, hasMore, error, more.error, loadMore, refetch, look],
  )
  // Many rows are drawn in slices, so that the page reacts in between.
  const later = useDeferredValue(list)
  // `loadMore` and `look` must be of now: with the old ones, rows that are still being drawn would ask for the same page
  // again, and so hold up their own drawing for ever.
  return atOnce ? list : { ...later, loadMore, look, listKey }
}

/** @returns the list without items of what was shown before: what stands below a heading has to be about it */
export const onlyAsked = <I>(list: EndlessList<I>): EndlessList<I> =>
  list.itemsKey === list.listKey
    ? list
    : { ...list, items: [], total: undefined, hasMore: false, isLoading: list.error === null }

/** Reads the page after the last one. */
function useMore<I>(
  key: unknown[],
  listKey: string,
  pageAt: (cursor: string, signal: AbortSignal) => Promise<Page<I>>,
) {
  const [state, setState] = useState<{ isLoading: boolean; error: Error | null }>(RESTS)
  const loadMore = useCallback(
    () => {
      const next = queryClient.getQueryData<Pages<I>>(key)?.pages.at(-1)?.next_cursor
      const queryKey = [...key, next]
      if (!next || queryClient.isFetching({ queryKey }) > 0) return
      setState({ isLoading: true, error: null })
      const { retry } = queryClient.getDefaultOptions().queries ?? {}
      queryClient
        .fetchQuery({
          queryKey,
          queryFn: ({ signal }) => pageAt(next, signal),
          gcTime: 0,
          ...(retry && { retry }),
        })
        .then(
          (page) => {
            queryClient.setQueryData<Pages<I>>(
              key,
              (now) => now && { ...now, pages: renewed(now.pages, [page]) },
            )
            setState(RESTS)
          },
          (error: Error) => setState({ isLoading: false, error }),
        )
    },
    // `listKey` stands for `key` and `pageAt`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [listKey],
  )
  return { ...state, loadMore }
}

const RESTS = { isLoading: false, error: null }
