import type { Static, TObject, TSchema } from "@sinclair/typebox"
import type { SystemDb } from "../../db/system-db.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { RefusalKind } from "../../lib/refusal.ts"
import type { Created, Document, WithToken } from "./reply.ts"
import type { InThread, ReadLong, Receive, Services, SignIn, WriteLong } from "./services.ts"
import type { Actor, Rolle, Session } from "./session.ts"

/**
 * Routes are data: http/mount.ts serves those that routes.ts loads, the tests of isolation and roles walk through all
 * of them, and OpenAPI describes them.
 *
 * Scopes: the callers of a route, and the parts its handler gets:
 * - `public`   no token; the handler sees `system`
 * - `account`  any valid token, even when its tenant is blocked; the handler sees `system` and the session
 * - `system`   roles that act across tenants (super administrators); the handler sees `system`, no session
 * - `tenant`   the given roles, bound to one tenant; the handler reaches no other tenant's data
 */
type Scope = "public" | "account" | "system" | "tenant"

type ByScope = {
  /** `session`, only with `ownPage`: the one that the page still had when it logged in again. */
  public: { system: SystemDb; services: SignIn; address: string; session?: Session }
  account: { system: SystemDb; services: SignIn; address: string; session: Session }
  system: { system: SystemDb; services: Services; actor: Actor }
  tenant: {
    tenant: TenantDb
    services: Services
    actor: Actor
    /** The caller's. */
    address: string
    /** Runs synchronous work in one transaction; resolves once it is on disk. For `free` routes. */
    commit: <T>(work: () => T) => Promise<T>
    readLong: ReadLong
    writeLong: WriteLong
  }
}

/** `ByScope` for routes that read: in scope `tenant`, its types allow no writes. */
type Reading = Omit<ByScope, "tenant"> & {
  tenant: { tenant: TenantReader; services: Services; actor: Actor }
}

/** Context of rules that do slow work before or after their transaction, such as receiving or removing files. */
export type TenantContext = ByScope["tenant"] & Pick<Given<string, never, never, never>, "receive" | "signal">

/** Context of rules that read much, for what only reads and for what writes. */
export type ReadingContext = Reading["tenant"] & Pick<ByScope["tenant"], "readLong">

/** The names behind the colons: of `/api/kunden/:id/bilder/:bild_id` they are `id` and `bild_id`. */
type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : P extends `${string}*`
    ? "*"
    : never

export type PathParams<P extends string> = { readonly [N in ParamNames<P>]: string }

type Given<P extends string, B, Q, D> = {
  params: PathParams<P>
  body: B
  query: Q
  /** Result of `prepare`. */
  prepared: D
  /** Version named by `If-Match`, if any; read where `readsIfMatch` says so (http/respond.ts). */
  ifMatch: number | undefined
  /** Signal that is aborted when the caller hangs up; only of routes with an asynchronous handler. */
  signal: AbortSignal
  receive: Receive
}

type Context<S extends Scope, P extends string, B = unknown, Q = unknown, D = undefined> = Given<P, B, Q, D> &
  ByScope[S]

type ReadContext<S extends Scope, P extends string, Q> = Given<P, undefined, Q, undefined> & Reading[S]

/** What the protokoll says was done, as `table.participle`. */
export type Action = `${string}.${string}`

/** Entry of the protokoll for an export: fixed, or chosen by the exported record; undefined for none. */
type Trace =
  Action | ((context: { tenant: TenantReader; params: Record<string, string> }) => Action | undefined)

export type Options<S extends Scope, B extends TSchema, Q extends TObject, R extends TSchema> = {
  scope: S
  /** German, for the description of the interface. */
  summary: string
  description?: string
  /** Checked before the handler. Texts arrive trimmed and in NFC, passwords as they were sent. */
  body?: B
  /** Takes up to 256 KB, as a telephone sends two hundred lines with a signature; other bodies take 64 KB. */
  largeBody?: true
  query?: Q
  /** Path parameters that are more than an id, such as a date. */
  params?: TObject
  /** A form instead of a body: the name of its file field, what files it takes, and its text fields. */
  upload?: { file: string; description: string; fields: TObject }
  /** The schema of a successful reply; only its fields are sent. */
  reply?: R
  /** The media type of a reply that is a file. */
  file?: string
  /** A file that is read while it is sent: all of it from the state of its beginning (http/run.ts). */
  frozen?: true
  /** For a file with the data of many people: its entry in the protokoll, written before the file is sent. */
  traced?: Trace
  /** Reason why an export of this file is not logged. */
  untraced?: string
  /** Makes a record: the handler returns `Created`. */
  creates?: true
  /**
   * Sends the record's `version` as ETag and answers `If-None-Match` with 304. `composed`: the reply holds
   * several records, and its ETag changes with any of them.
   */
  etag?: boolean | "composed"
  /** Polled by pages: its ETag is a hash of the reply; while nothing has changed, 304 without running the handler. */
  polled?: true
  /** Expensive for large companies, always or for some queries: done in the thread of long reads (http/run.ts). */
  long?: true | ((query: Static<Q>) => boolean)
  /** Whether a call changes hundreds of rows: it then runs in the thread of long writes (http/run.ts), without services. */
  isLongWrite?: (given: { tenant: TenantReader; params: Record<string, string>; body: Static<B> }) => boolean
  /** For a `free` route: what its `writeLong` runs in that thread. It gets a copy of the body that is given there. */
  inThread?: (given: InThread) => unknown
  /** The handler uses the services, which exist in the main thread only: so it never runs in another. */
  services?: true
  /** Compresses the reply, for telephones with a bad signal. */
  packed?: true
  /** Refusals beyond those of input, roles and scope, for the description. With `stale`, If-Match is read. */
  refusals?: Partial<Record<RefusalKind, string>>
  /** Left out of the description: pages for people. */
  undocumented?: true
  /** The message of a 500. */
  failure?: string
} & ByCaller<S>

/** Options that only some scopes have. */
type ByCaller<S extends Scope> = S extends "tenant" | "system"
  ? { roles: readonly Rolle[]; ownPage?: never }
  : {
      roles?: never
      /** Only for requests from our own pages, with or without a cookie. */
      ownPage?: S extends "public" ? true : never
    }

/**
 * Way in which the handler runs:
 * - `read`   synchronous, without writing
 * - `write`  synchronous, in one transaction
 * - `free`   asynchronous, with transactions of its own
 * - `raw`    entirely at the edge (http/http-deps.ts)
 */
type Mode = "read" | "write" | "free" | "raw"

export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: string
  mode: Mode
  options: Options<Scope, TSchema, TObject, TSchema> & { roles?: readonly Rolle[] }
  prepare: ((context: never) => Promise<unknown>) | undefined
  handler: (context: never) => unknown
}

/** Result of a handler; `undefined` means an empty reply. */
type Answer<R extends TSchema> =
  Static<R> | Created<Static<R>> | WithToken<Static<R> | undefined> | Document | undefined
type Writing = "POST" | "PUT" | "PATCH" | "DELETE"

/** Function that makes a route. @typeParam Async whether its handler may be asynchronous */
type Maker<M extends Route["method"], Async extends boolean> = <
  const P extends string,
  S extends Scope,
  B extends TSchema,
  Q extends TObject,
  R extends TSchema,
>(
  route: `${M} ${P}`,
  options: Options<S, B, Q, R>,
  handler: (
    context: Context<S, P, Static<B>, Static<Q>>,
  ) => Answer<R> | (Async extends true ? Promise<Answer<R>> : never),
) => Route

/** A route that only reads. */
export function read<const P extends string, S extends Scope, Q extends TObject, R extends TSchema>(
  route: `GET ${P}`,
  options: Options<S, TSchema, Q, R>,
  handler: (context: ReadContext<S, P, Static<Q>>) => Answer<R>,
): Route {
  return makeRoute(route, "read", options, handler)
}

/**
 * A route that changes something: its handler is synchronous and runs in one transaction, which is on disk
 * before the reply is sent.
 */
export const write: Maker<Writing, false> = (route, options, handler) =>
  makeRoute(route, "write", options, handler)

/**
 * A route with an asynchronous handler: uploads, log-in. It writes with `commit` of its context or, without a
 * tenant, with `system.write`.
 */
export const free: Maker<Writing, true> = (route, options, handler) =>
  makeRoute(route, "free", options, handler)

/** A route that only reads, with an asynchronous handler: one that waits for its turn to print, for example. */
export function readFree<const P extends string, S extends Scope, Q extends TObject, R extends TSchema>(
  route: `GET ${P}`,
  options: Options<S, TSchema, Q, R>,
  handler: (
    context: ReadContext<S, P, Static<Q>> & Pick<ByScope[S], "readLong" & keyof ByScope[S]>,
  ) => Answer<R> | Promise<Answer<R>>,
): Route {
  return makeRoute(route, "free", options, handler)
}

/** A `free` route that is asked for with GET and writes all the same: it keeps what it makes for the caller. */
export const readAndKeep: Maker<"GET", true> = (route, options, handler) =>
  makeRoute(route, "free", options, handler)

/** A `write` route that first does slow work (hashing), whose result its handler gets as `prepared`. */
export function writeAfter<
  const P extends string,
  S extends Scope,
  B extends TSchema,
  Q extends TObject,
  R extends TSchema,
  D,
>(
  route: `${Writing} ${P}`,
  options: Options<S, B, Q, R>,
  prepare: (context: Context<S, P, Static<B>, Static<Q>>) => Promise<D>,
  handler: (context: Context<S, P, Static<B>, Static<Q>, D>) => Answer<R>,
): Route {
  return makeRoute(route, "write", options, handler, prepare)
}

export function makeRoute(
  route: string,
  mode: Mode,
  options: object,
  handler: unknown,
  prepare?: unknown,
): Route {
  const [method, path] = route.split(" ")
  return { method, path, mode, options, handler, prepare } as Route
}
