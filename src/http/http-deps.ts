import type { Services } from "../api/frame/services.ts"
import type { Actor } from "../api/frame/session.ts"
import type { Tokens } from "../api/auth/tokens.ts"
import type { Throttle } from "../api/auth/throttle.ts"
import type { Config } from "../config.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { Access } from "../lib/log.ts"
import { makeRoute, type Options, type PathParams, type Route } from "../api/frame/route.ts"
import type { TObject, TSchema } from "@sinclair/typebox"

export type Metrics = {
  /** Counts one answered request. */
  record(entry: Access): void
  /** @returns everything in Prometheus' text format, and its media type */
  render(
    deps: Pick<HttpDeps, "config" | "passwords" | "clock" | "lastBackup">,
  ): Promise<{ text: string; type: string }>
  /** Stores the result of the last cleanup (ops/upkeep.ts). */
  tidied(state: { missing: number; quarantined: number; backupFault: boolean }): void
}

/** An account of the demo company, offered on the log-in page of a demo. */
export type DemoAccount = {
  email: string
  name: string
  rolle: string
  password: string
  tenant_slug: string
}

/** A call of a route whose handler runs in a thread. */
export type RouteTask = {
  /** Method and path, such as `GET /api/kunden/:id` (`routeName` in run.ts). */
  route: string
  /** The company's id. */
  tenant: string
  actor: Actor | undefined
  params: unknown
  query: unknown
  body?: unknown
  /** Time for the handler, from the service's clock: ISO 8601 UTC. `load` needs none. */
  now?: string
}

/** Runs handlers in a separate thread, so that long ones do not block others. */
export type RouteRunner = {
  /**
   * @param signal aborted when the caller hangs up: a task that still waits is then dropped
   * @returns the handler's result
   * @throws Refusal the handler's own; unavailable when too many tasks of the company already wait; gone when
   *   the task was dropped
   */
  run(task: RouteTask, signal?: AbortSignal): Promise<unknown>
  /** Starts the thread and loads the task's route there, after its other work, so that `run` need not. */
  load(task: RouteTask): Promise<void>
}

/** Dependencies of answering requests; created by src/deps.ts. */
export type HttpDeps = Services & {
  /** The services by themselves: all that handlers get of this (context.ts). */
  services: Services
  config: Readonly<Config>
  system: SystemDb
  tokens: Tokens
  /** Slows down whoever guesses links to documents, or answers again and again. */
  linkThrottle: Throttle
  /** Undefined unless METRICS_TOKEN is set. */
  metrics: Metrics | undefined
  /** Thread for reads that would hold up the service (run.ts). */
  longReads: RouteRunner
  /** Thread for writes that would hold up the service (run.ts). */
  longWrites: RouteRunner
  /** The demo's accounts; only in a service started by `demo`. */
  demo: (() => readonly DemoAccount[]) | undefined
  /** Whether to check every reply against its schema: in tests only. */
  checkReplies: boolean
  /** @returns whether the service is being stopped and takes no new requests */
  stopping: () => boolean
}

type Raw<P extends string> = { request: Request; params: PathParams<P>; deps: HttpDeps }

/** A public address whose handler builds its own response: pages, files, metrics. */
export const raw = <const P extends string>(
  route: `${"GET" | "POST"} ${P}`,
  options: Omit<Options<"public", TSchema, TObject, TSchema>, "scope">,
  handler: (context: Raw<P>) => Response | Promise<Response>,
): Route => makeRoute(route, "raw", { scope: "public", ...options }, handler)

/** Options of a `raw` address that the API's description leaves out. */
export const hidden = (summary: string) => ({ summary, undocumented: true }) as const
