import { isLarge, isSearchedLong } from "../api/shared/large.ts"
import type { Route } from "../api/frame/route.ts"
import type { ReadLong, WriteLong } from "../api/frame/services.ts"
import type { Call } from "./call.ts"
import { readsIfMatch } from "./respond.ts"
import type { HttpDeps } from "./http-deps.ts"
import { Document, type FilePiece } from "../api/frame/reply.ts"
import { databaseIn } from "../db/open.ts"
import { openFrozen } from "../db/system.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import { writeExport } from "../api/shared/record.ts"

/** @returns a function that runs the handler as its route says: in a thread, in a transaction, or directly */
export function handlerInMode(
  route: Route,
  deps: HttpDeps,
  contextOf: (call: Call) => object,
): (call: Call) => unknown {
  const { prepare, handler, mode, options } = route
  const isPortableRead = mode === "read" && isPortable(route)
  if (options.traced && (isPortableRead || prepare)) throw new Error(`${route.path} would not be traced`)
  if (isPortableRead) return reading(route, contextOf, deps)
  if (options.long) throw new Error(`${route.path} cannot be read in a thread`)
  const handle = options.frozen
    ? readingFrozen(route, contextOf, deps)
    : (call: Call) => handler(contextOf(call) as never)
  const inMode = mode === "write" ? writing(route, handle, deps) : handle
  if (!prepare) return traced(route, inMode, deps)
  return async (call) => {
    call.prepared = await prepare(contextOf(call) as never)
    return inMode(call)
  }
}

/**
 * @returns what a thread runs for a route: its handler, or the `inThread` of a `free` one; undefined if nothing of it
 *   runs there
 */
export const portableOf = (route: Route): Route["handler"] | undefined =>
  isPortable(route) ? route.handler : (route.options.inThread as Route["handler"] | undefined)

/** @returns whether a handler can run in a thread: it needs only its company's data, and returns no file */
export const isPortable = (route: Route): boolean => {
  const { mode, options, prepare } = route
  const { scope, file, services, isLongWrite } = options
  if (scope !== "tenant" || file || services || prepare || readsIfMatch(route)) return false
  return mode === "read" || (mode === "write" && isLongWrite !== undefined)
}

/** Name by which the thread finds a route. */
export const routeName = ({ method, path }: Route): string => `${method} ${path}`

/** @returns whether a read would hold up others: its route says so, or it counts, or searches, and the company is large */
function isLong({ options: { long } }: Route, tenant: TenantDb, query: unknown): boolean {
  const { total, q } = (query ?? {}) as { total?: boolean; q?: string }
  const isDeclared = typeof long === "function" ? long(query as never) : long === true
  if (isDeclared || total === true) return isLarge(tenant)
  return q !== undefined && isSearchedLong(tenant)
}

/** Runs a route's handler in the thread of long reads. */
const readThere = (
  { longReads, clock }: HttpDeps,
  { actor, request }: Call,
  tenant: TenantDb,
  there: Parameters<ReadLong>[0],
): Promise<unknown> => {
  const task = { query: {}, ...there, tenant: tenant.id, actor, now: clock().toISOString() }
  return longReads.run(task, request.signal)
}

/** @returns a function that makes the `readLong` of a call */
export const longReader =
  (deps: HttpDeps) =>
  (call: Call): ReadLong =>
  <T>(there: Parameters<ReadLong>[0], here: () => T): T | Promise<T> => {
    const { tenant } = call
    return tenant && isLarge(tenant) ? (readThere(deps, call, tenant, there) as Promise<T>) : here()
  }

/** @returns a function that runs a read here or, if long for a large company, in the thread of long reads */
const reading =
  (route: Route, contextOf: (call: Call) => object, deps: HttpDeps) =>
  (call: Call): unknown => {
    const { tenant, params, query } = call
    if (!tenant || !isLong(route, tenant, query)) return route.handler(contextOf(call) as never)
    return readThere(deps, call, tenant, { route: routeName(route), params, query })
  }

/** Result of a write's first turn when the thread has to run the handler. */
const ELSEWHERE = Symbol("elsewhere")

/**
 * A write that changes hundreds of rows (`isLongWrite`) runs in the thread of long writes, so that only writers wait
 * for it. Without that thread, everybody would.
 *
 * It has two turns in the queue of writers (db/group-commit.ts). In the first, `isLongWrite` decides, as earlier
 * writes may change the number of rows; a shorter write is done there. Then the thread loads the route, after
 * its other work, while others write. In the second turn the thread runs the handler, in a transaction of its
 * own connection, and nobody writes here until it has answered.
 *
 * @param handle runs the handler in this thread
 * @returns a function that runs the handler in a transaction, here or in the thread
 */
function writing(route: Route, handle: (call: Call) => unknown, deps: HttpDeps): (call: Call) => unknown {
  const { system } = deps
  const { isLongWrite } = route.options
  if (!isLongWrite) return (call) => system.write(() => handle(call), call.tenant?.id)
  if (!isPortable(route)) throw new Error(`${route.path} cannot be written in a thread`)
  return async (call) => {
    const { tenant, params, body } = call
    if (!tenant) throw new Error("only a company writes in a thread")
    const isLongOne = () => isLongWrite({ tenant, params, body: body as never })
    const result = await system.write(() => (isLongOne() ? ELSEWHERE : handle(call)), tenant.id)
    return result === ELSEWHERE ? longWriter(route, call, deps)(body) : result
  }
}

/**
 * @returns the `writeLong` of a call: it runs the route's `inThread`, or its handler, in the thread of long writes, in
 *   one transaction. `free` routes call it: imports, erasing a customer, taking back opening balances
 */
export const longWriter =
  (
    route: Route,
    { tenant, actor, params, query }: Call,
    { system, longWrites, clock }: HttpDeps,
  ): WriteLong =>
  async <T>(body: unknown) => {
    if (!tenant) throw new Error("only a company writes in a thread")
    const task = { route: routeName(route), tenant: tenant.id, actor, params, query, body }
    await longWrites.load(task)
    // The time is taken in its turn, so that a later document number never has an earlier time.
    const run = () => longWrites.run({ ...task, now: clock().toISOString() })
    return system.writeElsewhere(run, tenant.id) as Promise<T>
  }

/** While a state is frozen the WAL grows: whoever takes longer to fetch a file is cut off. In ms. */
const LONGEST_FETCH = 10 * 60_000

/**
 * Runs the handler of a long file on the state of this moment, until its last piece is sent. Bookings made meanwhile are
 * not in it, so no row appears twice and its sums are those of its rows.
 */
function readingFrozen(
  { path, handler }: Route,
  contextOf: (call: Call) => object,
  { config }: HttpDeps,
): (call: Call) => Document {
  return (call) => {
    if (!call.tenant) throw new Error("only a company's files are frozen")
    const { system, close } = openFrozen(databaseIn(config.dataDir))
    const opened = new DisposableStack()
    opened.defer(close)
    try {
      const tenant = system.tenant(call.tenant.id)
      const document = handler({ ...contextOf(call), tenant } as never)
      if (!(document instanceof Document) || !isIterator(document.content))
        throw new Error(`${path} is no file in pieces`)
      return new Document(closing(document.content, opened), document.type, document.name)
    } catch (error) {
      opened.dispose()
      throw error
    }
  }
}

const isIterator = (content: Document["content"]): content is Iterator<FilePiece> =>
  typeof content === "object" && "next" in content

/** @returns the same pieces. Closes once: after the last one, when the caller hangs up, or when the time is over */
function closing(pieces: Iterator<FilePiece>, opened: DisposableStack): Iterator<FilePiece> {
  const end = (): void => {
    clearTimeout(longest)
    opened.dispose()
  }
  const longest = setTimeout(end, LONGEST_FETCH)
  longest.unref()
  return {
    next() {
      try {
        const piece = pieces.next()
        if (piece.done) end()
        return piece
      } catch (error) {
        end()
        throw error
      }
    },
    return() {
      pieces.return?.()
      end()
      return { done: true, value: undefined }
    },
  }
}

/**
 * Makes an entry in the company's protokoll for each file with many people's data, before its first byte is
 * sent. If that fails, the file is not sent.
 *
 * @param run runs the handler; the pieces of a long file are made only later
 */
function traced(
  { options: { traced: trace } }: Route,
  run: (call: Call) => unknown,
  { system }: HttpDeps,
): (call: Call) => unknown {
  if (!trace) return run
  return async (call) => {
    const { tenant, actor, params, query } = call
    if (!tenant || !actor) throw new Error("only files of a company are traced")
    const document = await run(call)
    if (!(document instanceof Document)) throw new Error("only files are traced")
    const aktion = typeof trace === "string" ? trace : trace({ tenant, params })
    if (aktion === undefined) return document
    const what = { ...(query as Record<string, unknown>), datei: document.name }
    await system.write(() => writeExport(tenant, actor, aktion, params["id"] ?? tenant.id, what), tenant.id)
    return document
  }
}
