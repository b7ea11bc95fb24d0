import { type Query, QueryClient, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { addressOf, type Answer, callUntyped, type Input, type PathWith } from "../api/call.ts"
import { takeEarlyBody } from "../api/early-requests.ts"
import { ApiFault } from "../api/fault.ts"

/** How often a visible page asks whether anything has changed. In ms. */
export const WATCH = 15_000
/** Up to this age an answer is shown without asking again. In ms. */
export const FRESH = 5_000

/** Keeps what a page has read for half an hour, so that going back shows it at once, scrolled to where one was. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      gcTime: 30 * 60_000,
      // Only a missing answer is worth another try: a refusal would come again.
      retry: (count, error) =>
        count < 2 && error instanceof ApiFault && (error.status === 0 || error.status === 503),
      networkMode: "always",
    },
  },
})

/** Answers with their ETags: an unchanged one is neither sent nor drawn again. */
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
  /** Asks again every 15 seconds while the page is visible; or after as many ms as this says of the last answer. */
  watch?: boolean | ((answer: A | undefined) => number | false)
  /** False: not yet. */
  enabled?: boolean
  /** After a change of the input, shows the old answer until the new one comes. */
  keep?: boolean
  /** For a short list: it is drawn together with the rest of the page, instead of in slices after it. */
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

/**
 * @returns the answer that is on the screen, however old, as what is sent must be what was seen; read first if there
 *   is none
 */
export const getNow = <P extends PathWith<"get">>(
  path: P,
  input: Input<"get", P>,
): Promise<Answer<"get", P>> => queryClient.ensureQueryData(reading(path, input))

/** @returns whether there is an answer to this already */
export const isRead = <P extends PathWith<"get">>(path: P, input: Input<"get", P>): boolean =>
  queryClient.getQueryData([path, input]) !== undefined

const reading = <P extends PathWith<"get">>(path: P, input: Input<"get", P>) => ({
  queryKey: [path, input],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(path, input, signal) as Promise<Answer<"get", P>>,
})

/** How long the answer about something half typed is kept. In ms. */
const BRIEFLY = 60_000

/**
 * Asks what would come of this body, again at each change of it; asking changes nothing. Until the answer comes, the old
 * one stays, marked by `isPlaceholderData`.
 *
 *     const preview = useAsk("/api/pfandbuchungen/vorschau", { kunde_id, positionen }, { watch: true })
 *
 * @returns the answer, and the body that it is about
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

/** Asks the same once; joins a request that is under way. `useAsk` then shows the answer, too. */
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

/** Reads everything again whose address begins with one of these: a preview, or what changes nothing else. */
export const refresh = (...paths: PathWith<"get">[]): Promise<void> =>
  readAgain(({ queryKey: [path] }) => paths.some((one) => String(path).startsWith(one)))

/**
 * After a change: reads everything again that is shown, as what is done in one place shows in many, and the rest when it is
 * next shown. An unchanged answer is a short one.
 */
export async function refreshAll(): Promise<void> {
  // What a form asked about was just done: asked again before the form is gone, it would be refused.
  void queryClient.invalidateQueries({ predicate: isQuestion, refetchType: "none" })
  await readAgain((query) => !isQuestion(query))
}

const isQuestion = ({ queryKey: [path] }: Query): boolean => String(path).endsWith("/vorschau")

/** Forgets what is not on the screen: none of it may be shown again, not even until the next answer comes. */
export const forgetUnshown = (): void => queryClient.removeQueries({ type: "inactive" })

async function readAgain(isMeant: (query: Query) => boolean): Promise<void> {
  // TanStack Query does not repeat a first reading that is under way, whose answer may be from before the change.
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

/** Sends what was seen. If that is refused, the preview may be out of date: it is read again. */
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
