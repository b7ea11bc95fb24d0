import { useQuery } from "@tanstack/react-query"
import { useCallback, useDeferredValue, useMemo, useState } from "react"
import type { Answer, Input, PathWith } from "../api/call.ts"
import { early, FRESH, queryClient, read, WATCH, type Wanted } from "./query.ts"

/** Records that the interface gives when no number is asked for. */
const PAGE = 50

export type ListPath = {
  [P in PathWith<"get">]: Answer<"get", P> extends { items: unknown[]; next_cursor: string | null }
    ? P
    : never
}[PathWith<"get">]
export type Item<P extends ListPath> = Answer<"get", P> extends { items: (infer I)[] } ? I : never

/** A list that grows while one scrolls; `total` is known where the query asks for it. */
export type EndlessList<I> = {
  /** Names what was asked for: under this name a table keeps its place while one looks at something else. */
  place: string
  items: I[]
  /** Place that the items were read for: those of the last place stand there until others come. */
  itemsOf: string | undefined
  total: number | undefined
  /** What it does not show, and why, as far as the interface says so. */
  hinweis: string | undefined
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  error: Error | null
  loadMore: () => void
  retry: () => void
  /** Told by a table which rows are seen: only their pages are asked for again. All are, where nobody tells. */
  look: (first: number, last: number) => void
}

/** A page and the cursor that it begins at. */
type Page<I> = {
  cursor: string | undefined
  items: I[]
  next_cursor: string | null
  total?: number
  hinweis?: string
}
type Pages<I> = { place: string; pages: Page<I>[]; total: number | undefined }

/** Rows that are seen, by the place of their list. */
const seen = new Map<string, { first: number; last: number }>()
/** Pages that were passed over when others of their list were read again, by the place and the pages' cursors. */
const passedOver = new Map<string, Set<string | undefined>>()

/** @returns the pages that hold rows which are seen */
function seenOf<I>({ place, pages }: Pages<I>): Page<I>[] {
  const rows = seen.get(place)
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

/** @returns the pages with those in their place that were read again; where one ends otherwise, the rest is forgotten */
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
 * Reads a list of the interface page by page. Asked for again, as far down as somebody may have scrolled, it reads the
 * pages that are seen, and others when they come into sight.
 *
 *     const list = useList("/api/kunden", { query: { q, aktiv: 1 } })
 */
export function useList<P extends ListPath>(
  path: P,
  input: Input<"get", P>,
  { watch, atOnce }: Wanted = {},
): EndlessList<Item<P>> {
  type I = Item<P>
  const place = JSON.stringify([path, input])
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
    const wanted = before ? seenOf(before) : []
    const fresh: Page<I>[] = [await pageAt(wanted[0]?.cursor, signal)]
    for (
      let next = fresh[0]?.next_cursor;
      next && fresh.length < wanted.length;
      next = fresh.at(-1)?.next_cursor
    )
      fresh.push(await pageAt(next, signal))
    // Meanwhile another page may have come.
    const now = queryClient.getQueryData<Pages<I>>(key)
    const pages = renewed(now?.pages ?? [], fresh)
    const cursors = new Set(fresh.map(({ cursor }) => cursor))
    passedOver.set(place, new Set(pages.map(({ cursor }) => cursor)).difference(cursors))
    return { place, pages: now ? pages : fresh, total: fresh.at(-1)?.total }
  }
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readAgain(signal),
    initialData: () => {
      const first = early(path, input) as Page<I> | undefined
      return first && { place, pages: [{ ...first, cursor: undefined }], total: first.total }
    },
    placeholderData: (before) => before,
    staleTime: FRESH,
    refetchInterval: watch ? WATCH : false,
  })
  const more = useMore<I>(key, place, pageAt)
  const look = useCallback(
    (first: number, last: number): void => {
      seen.set(place, { first, last })
      const old = passedOver.get(place)
      const shown = queryClient.getQueryData<Pages<I>>(key)
      if (old && shown && seenOf(shown).some(({ cursor }) => old.has(cursor)))
        void refetch({ cancelRefetch: false })
    },
    // The place names the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [place, refetch],
  )
  const { loadMore } = more
  const hasMore = (data?.pages.at(-1)?.next_cursor ?? null) !== null
  const list = useMemo(
    () => ({
      place,
      items: data?.pages.flatMap((page) => page.items) ?? [],
      itemsOf: data?.place,
      total: data?.total,
      hinweis: data?.pages[0]?.hinweis,
      isLoading,
      isLoadingMore: more.isLoading,
      hasMore,
      error: error ?? more.error,
      loadMore,
      retry: () => void refetch(),
      look,
    }),
    [place, data, isLoading, more.isLoading, hasMore, error, more.error, loadMore, refetch, look],
  )
  // Many rows are drawn in slices, between which the page answers.
  const later = useDeferredValue(list)
  // Rows that are still being drawn do not know that the rest has come: asking for it again would hold them up for
  // good.
  return atOnce ? list : { ...later, loadMore, look, place }
}

/** Reads the page behind the last one. */
function useMore<I>(
  key: unknown[],
  place: string,
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
    // The place names the key and what is read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [place],
  )
  return { ...state, loadMore }
}

const RESTS = { isLoading: false, error: null }
