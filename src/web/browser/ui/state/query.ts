import { type Query, QueryClient, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { addressOf, type Answer, callUntyped, type Input, type PathWith } from "../api/call.ts"
import { takeEarlyBody } from "../api/early-requests.ts"
import { ApiFault } from "../api/fault.ts"

/** Time between two questions of a visible page for what may have changed. In ms. */
export const WATCH = 15_000
/** Age up to which an answer is shown again without asking. In ms. */
export const FRESH = 5_000

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

export async function read(path: string, input: object, signal: AbortSignal): Promise<unknown> {
  const url = urlOf(path, input)
  const before = known.get(url)
  const heard = await callUntyped("get", path, { ...input, signal, ifNoneMatch: before?.etag })
  if (heard.status === 304 && before) return before.body
  known.delete(url)
  if (heard.etag) known.set(url, { etag: heard.etag, body: heard.body })
  if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? "")
  return heard.body
}

export const early = (path: string, input: object): unknown => takeEarlyBody(urlOf(path, input))

const urlOf = (path: string, { path: ids, query }: { path?: object; query?: object }): string =>
  addressOf(path, ids, query)

export type Wanted<A = unknown> = {
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
    ...reading(path, input),
    initialData: () => early(path, input) as Answer<"get", P> | undefined,
    refetchInterval: typeof watch === "function" ? ({ state }) => watch(state.data) : watch ? WATCH : false,
    enabled,
    ...(keep && { placeholderData: (before: unknown) => before as never }),
  })
}

/** @returns the answer that is shown, however old it is: what is sent is what was seen. Where none is there yet, reads it */
export const getNow = <P extends PathWith<"get">>(
  path: P,
  input: Input<"get", P>,
): Promise<Answer<"get", P>> => queryClient.ensureQueryData(reading(path, input))

/** @returns whether an answer to this is there, and shown where somebody waits for it */
export const isRead = <P extends PathWith<"get">>(path: P, input: Input<"get", P>): boolean =>
  queryClient.getQueryData([path, input]) !== undefined

const reading = <P extends PathWith<"get">>(path: P, input: Input<"get", P>) => ({
  queryKey: [path, input],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(path, input, signal) as Promise<Answer<"get", P>>,
})

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
    const heard = await callUntyped("post", path, { body, signal })
    return { body, answer: heard.body as Answer<"post", P> }
  },
  gcTime: BRIEFLY,
})
type Told<P extends PathWith<"post">, B> = { body: B; answer: Answer<"post", P> }

/** Reads again, after a change, all addresses that begin with one of these. */
export const refresh = (...paths: PathWith<"get">[]): Promise<void> =>
  readAgain(({ queryKey: [path] }) => paths.some((one) => String(path).startsWith(one)))

/** Reads again all that is shown: the service is back, or somebody has logged in again. */
export const refreshAll = (): Promise<void> => readAgain(() => true)

async function readAgain(isMeant: (query: Query) => boolean): Promise<void> {
  // The library reads nothing again that is being read for the first time: that answer may be from before the change.
  const underWay = queryClient.getQueryCache().findAll({ predicate: isMeant, fetchStatus: "fetching" })
  const unread = underWay.filter(({ state }) => state.data === undefined)
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => isMeant(query) && !unread.includes(query) }),
    ...unread.map(async (query) => {
      await query.promise?.catch(() => {})
      await queryClient.invalidateQueries({ predicate: (one) => one === query })
    }),
  ])
}

/** Sends what was seen; where that is refused, it may have changed since, and is shown anew. */
export async function showingAnew<T>(preview: PathWith<"get">, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    void refresh(preview)
    throw error
  }
}

/** How often a running job is asked for its progress. In ms. */
export const JOB_WATCH = 500
