import { QueryClient, useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { useDeferredValue, useMemo } from "react"
import { addressOf, type Answer, exchange, type Input, type PathWith } from "../api/call.ts"
import { takeEarlyBody } from "../api/early-requests.ts"
import { ApiFault } from "../api/fault.ts"

/** Time between two questions of a visible page for what may have changed. In ms. */
const WATCH = 15_000
/** Age up to which an answer is shown again without asking. In ms. */
const FRESH = 5_000

/** A page keeps what it has read for half an hour, so that going back shows it at once and where one was. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      gcTime: 30 * 60_000,
      // No answer at all is worth another try; a refusal stays one.
      retry: (count, error) =>
        count < 2 && error instanceof ApiFault && (error.status === 0 || error.status === 503),
      networkMode: "always",
    },
  },
})

/** Answers with their tags: asked for again, one that is the same is neither sent nor drawn anew. */
const known = new Map<string, { etag: string; body: unknown }>()
const REMEMBERED = 200

async function read(path: string, input: object, signal: AbortSignal): Promise<unknown> {
  const url = urlOf(path, input)
  const before = known.get(url)
  const heard = await exchange("get", path, { ...input, signal, ifNoneMatch: before?.etag })
  if (heard.status === 304 && before) return before.body
  known.delete(url)
  if (heard.etag) known.set(url, { etag: heard.etag, body: heard.body })
  if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? "")
  return heard.body
}

const early = (path: string, input: object): unknown => takeEarlyBody(urlOf(path, input))

const urlOf = (path: string, { path: ids, query }: { path?: object; query?: object }): string =>
  addressOf(path, ids, query)

type Wanted<A = unknown> = {
  /** Asks again every 15 seconds while the page is visible; or as often as the last answer says, in ms. */
  watch?: boolean | ((answer: A | undefined) => number | false)
  /** False: not yet. */
  enabled?: boolean
  /** Goes on showing the answer before, until another one comes. */
  keep?: boolean
  /** A short list: drawn with what is changed beside it, instead of in slices behind that. */
  atOnce?: boolean
}

/**
 * Reads one thing and keeps it.
 *
 *     const kunde = useGet("/api/kunden/{id}", { path: { id } }, { watch: true })
 */
export function useGet<P extends PathWith<"get">>(
  path: P,
  input: Input<"get", P>,
  { watch, enabled = true, keep }: Wanted<Answer<"get", P>> = {},
): UseQueryResult<Answer<"get", P>, Error> {
  return useQuery({
    queryKey: [path, input],
    queryFn: ({ signal }) => read(path, input, signal) as Promise<Answer<"get", P>>,
    initialData: () => early(path, input) as Answer<"get", P> | undefined,
    refetchInterval: typeof watch === "function" ? ({ state }) => watch(state.data) : watch ? WATCH : false,
    enabled,
    ...(keep && { placeholderData: (before: unknown) => before as never }),
  })
}

/** Time that an answer about what is being typed is kept. In ms. */
const BRIEFLY = 60_000

/**
 * Asks what would be done with this, again at each change of it; nothing is changed by asking. Until the answer has
 * come, the one before stays, with `isPlaceholderData`.
 *
 *     const preview = useAsk("/api/pfandbuchungen/vorschau", { kunde_id, positionen }, { watch: true })
 *
 * @returns what the service said, and of which body
 */
export function useAsk<P extends PathWith<"post">, B extends object>(
  path: P,
  body: B & Input<"post", P>["body" & keyof Input<"post", P>],
  { watch, enabled = true }: Pick<Wanted, "enabled"> & { watch?: boolean } = {},
): UseQueryResult<{ body: B; answer: Answer<"post", P> }, Error> {
  return useQuery({
    ...asking<P, B>(path, body),
    refetchInterval: watch ? WATCH : false,
    placeholderData: (before: unknown) => before as never,
    enabled,
  })
}

/** Asks the same once, without another request where it is being asked already; `useAsk` shows what it says. */
export const askNow = async <P extends PathWith<"post">, B extends object>(
  path: P,
  body: B & Input<"post", P>["body" & keyof Input<"post", P>],
): Promise<Answer<"post", P>> => (await queryClient.fetchQuery(asking<P, B>(path, body))).answer

const asking = <P extends PathWith<"post">, B extends object>(path: P, body: B) => ({
  queryKey: [path, body],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Told<P, B>> => {
    const heard = await exchange("post", path, { body, signal })
    return { body, answer: heard.body as Answer<"post", P> }
  },
  gcTime: BRIEFLY,
})
type Told<P extends PathWith<"post">, B> = { body: B; answer: Answer<"post", P> }

/** Asked for again, a list is read page by page: one that somebody has scrolled far down is left as it is. */
const isLong = (data: { pages: unknown[] } | undefined): boolean => (data?.pages.length ?? 0) > 5

/** Records that the interface gives when no number is asked for. */
const PAGE = 50

type ListPath = {
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
  isLoading: boolean
  isLoadingMore: boolean
  hasMore: boolean
  error: Error | null
  loadMore: () => void
  retry: () => void
}

/**
 * Reads a list of the interface page by page.
 *
 *     const list = useList("/api/kunden", { query: { q, aktiv: 1 } })
 */
export function useList<P extends ListPath>(
  path: P,
  input: Input<"get", P>,
  { watch, atOnce }: Wanted = {},
): EndlessList<Item<P>> {
  type Page = { items: Item<P>[]; next_cursor: string | null; total?: number }
  const place = JSON.stringify([path, input])
  const { data, isLoading, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [path, input, "list"],
      initialPageParam: undefined as string | undefined,
      initialData: () => {
        const first = early(path, input) as Page | undefined
        return first && { pages: [{ ...first, place }], pageParams: [undefined] }
      },
      queryFn: async ({ pageParam, signal }) => {
        const { query } = input as { query?: { limit?: number } }
        const from = (cursor: string | undefined): Promise<Page> =>
          read(path, { ...input, query: { ...query, cursor } }, signal) as Promise<Page>
        const first = await from(pageParam)
        const items = [...first.items]
        let next = first.next_cursor
        // A long search comes in pages, some of them empty.
        while (next !== null && items.length < (query?.limit ?? PAGE)) {
          const more = await from(next)
          items.push(...more.items)
          next = more.next_cursor
        }
        return { ...first, items, next_cursor: next, place }
      },
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      placeholderData: (before) => before,
      staleTime: ({ state }) => (isLong(state.data) ? Number.POSITIVE_INFINITY : FRESH),
      refetchInterval: ({ state }) => (watch && !isLong(state.data) ? WATCH : false),
    })
  const list = useMemo(
    () => ({
      place,
      items: data?.pages.flatMap((page) => page.items) ?? [],
      itemsOf: data?.pages[0]?.place,
      total: data?.pages[0]?.total,
      isLoading,
      isLoadingMore: isFetchingNextPage,
      hasMore: hasNextPage,
      error,
      loadMore: () => void (hasNextPage && !isFetchingNextPage && fetchNextPage()),
      retry: () => void refetch(),
    }),
    [place, data, isLoading, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch],
  )
  // Many rows are drawn in slices, between which the page answers.
  const later = useDeferredValue(list)
  // Rows that are still being drawn do not know that the rest has come: asking for it again would hold them up for
  // good.
  return atOnce ? list : { ...later, loadMore: list.loadMore, place }
}

/** Reads again, after a change, all addresses that begin with one of these. */
export async function refresh(...paths: PathWith<"get">[]): Promise<void> {
  await Promise.all(
    paths.map((path) =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) }),
    ),
  )
}
