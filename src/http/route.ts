import type { Static, TObject, TSchema } from "@sinclair/typebox"
import type { Rolle } from "../api/auth/tokens.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import type { Deps } from "../deps.ts"
import type { Reply } from "./reply.ts"
import type { Actor, Session } from "./session.ts"

/**
 * Routes are data: one list of them (app.ts) is served, walked by the tests of isolation and roles, asked for
 * `Allow`, and written down as OpenAPI.
 *
 * Who may call a route, and what it gets:
 * - `public`   no token
 * - `account`  any valid token, even when its tenant is blocked; the handler sees the session
 * - `system`   roles that act across tenants (super administrators); the handler sees `system`
 * - `tenant`   the given roles, bound to one tenant; the handler sees `tenant` and nothing beyond it
 */
export type Scope = "public" | "account" | "system" | "tenant"

type Common<B, Q, P> = {
  request: Request
  params: Record<string, string>
  body: B
  query: Q
  /** What `prepare` returned. */
  prepared: P
  /** The version that `If-Match` asks for; undefined when the request does not care. */
  ifMatch: number | undefined
  /** The caller's address, as far as it is known. */
  address: string
  deps: Deps
}

type ByScope = {
  public: { system: SystemDb }
  account: { system: SystemDb; session: Session }
  system: { system: SystemDb; actor: Actor }
  tenant: { tenant: TenantDb; actor: Actor }
}

export type Context<S extends Scope, B = unknown, Q = unknown, P = undefined> = Common<B, Q, P> & ByScope[S]

type Options<S extends Scope, B extends TSchema, Q extends TObject, R extends TSchema> = {
  scope: S
  /** One line for the interface description, in German. */
  summary: string
  description?: string
  body?: B
  query?: Q
  /** Path parameters that are more than an id, such as a date. */
  params?: TObject
  /** The schema of a successful reply, which lets nothing else out. */
  reply?: R
  /** Status of success; 200 by default. */
  status?: number
  /** Sends the record's `version` as ETag and answers `If-None-Match` with 304. */
  etag?: boolean
  /** Other statuses than 400, 401, 403, 500 and the scope's own, with the reason, for the description. */
  errors?: Record<number, string>
  /** No part of the interface: pages for people. */
  undocumented?: true
  /** Its answer may take longer than a connection may be idle. */
  slow?: true
  /** The message of a 500. */
  failure?: string
} & (S extends "tenant" | "system" ? { roles: readonly Rolle[] } : { roles?: never })

/** How the handler runs: reading, writing in a transaction, or by itself. */
type Mode = "read" | "write" | "free"

export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: string
  mode: Mode
  options: Options<Scope, TSchema, TObject, TSchema> & { roles?: readonly Rolle[] }
  prepare?: (context: never) => Promise<unknown>
  handler: (context: never) => unknown
}

type Answer<R extends TSchema> = Static<R> | Reply<Static<R>> | Response

/** A route that only reads. */
export function read<S extends Scope, Q extends TObject, R extends TSchema>(
  route: `GET ${string}`,
  options: Options<S, TSchema, Q, R>,
  handler: (context: Context<S, undefined, Static<Q>>) => Answer<R>,
): Route {
  return make(route, "read", options, handler)
}

/**
 * A route that changes something: its handler is synchronous and runs in one transaction, which is on the disk
 * before the reply leaves.
 */
export function write<S extends Scope, B extends TSchema, Q extends TObject, R extends TSchema>(
  route: `${"POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  options: Options<S, B, Q, R>,
  handler: (context: Context<S, Static<B>, Static<Q>>) => Answer<R>,
): Route {
  return make(route, "write", options, handler)
}

/** The same, after something that takes time (hashing, pictures) and whose result is `prepared`. */
export function writeAfter<S extends Scope, B extends TSchema, Q extends TObject, R extends TSchema, P>(
  route: `${"POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  options: Options<S, B, Q, R>,
  prepare: (context: Context<S, Static<B>, Static<Q>>) => Promise<P>,
  handler: (context: Context<S, Static<B>, Static<Q>, P>) => Answer<R>,
): Route {
  return make(route, "write", options, handler, prepare)
}

/** A route that answers in its own way: files, log-in. What it writes, it writes with `system.write`. */
export function free<S extends Scope, B extends TSchema, Q extends TObject, R extends TSchema>(
  route: `${Route["method"]} ${string}`,
  options: Options<S, B, Q, R>,
  handler: (context: Context<S, Static<B>, Static<Q>>) => Promise<Answer<R>> | Answer<R>,
): Route {
  return make(route, "free", options, handler)
}

function make(route: string, mode: Mode, options: object, handler: unknown, prepare?: unknown): Route {
  const [method, path] = route.split(" ") as [Route["method"], string]
  return {
    method,
    path,
    mode,
    options: options as Route["options"],
    handler: handler as Route["handler"],
    ...(prepare ? { prepare: prepare as NonNullable<Route["prepare"]> } : {}),
  }
}
