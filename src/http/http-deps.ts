import type { Actor } from "../api/frame/session.ts"
import type { Tokens } from "../api/auth/tokens.ts"
import type { Throttle } from "../api/auth/throttle.ts"
import type { Config } from "../config.ts"
import type { SystemDb } from "../db/system-db.ts"
import type { Access, Log } from "../lib/log.ts"
import type { Passwords } from "../lib/passwords.ts"

export type Metrics = {
  /** Counts one answered request. */
  record(entry: Access): void
  /** @returns everything in Prometheus' text format, and its media type */
  render(
    deps: Pick<HttpDeps, "config" | "passwords" | "clock" | "lastBackup">,
  ): Promise<{ text: string; type: string }>
  /** Remembers the result of the last tidying of the data. */
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
  route: string
  /** The company's id. */
  tenant: string
  actor: Actor | undefined
  params: unknown
  query: unknown
  body?: unknown
  /** The service's own time, ISO 8601 UTC. */
  now: string
}

/** Runs handlers of routes in a thread of its own, so that long ones hold up nobody. */
export type RouteRunner = {
  /**
   * @param signal of the caller: when it has hung up before its turn, the task is skipped
   * @returns what the route's handler returns there
   * @throws Refusal the handler's own; unavailable when too many of the company's tasks wait already; gone
   */
  run(task: RouteTask, signal?: AbortSignal): Promise<unknown>
  /** Starts the thread and loads the task's route there, so that `run` begins at once. */
  load(task: RouteTask): Promise<void>
}

/** Dependencies of answering requests; opened by src/deps.ts. */
export type HttpDeps = {
  config: Readonly<Config>
  log: Log
  clock: () => Date
  system: SystemDb
  passwords: Passwords
  tokens: Tokens
  throttle: Throttle
  /** Undefined unless METRICS_TOKEN is set. */
  metrics: Metrics | undefined
  /** @returns the time of the last good backup */
  lastBackup: () => Date | undefined
  /** @returns the time of a failed backup, or of one of damaged data, if there was no good one since */
  failedBackup: () => Date | undefined
  /** Starts the work on waiting jobs; does nothing where no service runs. */
  auftraege: { kick: () => void }
  longReads: RouteRunner
  longWrites: RouteRunner
  /** The demo's accounts; only in a service started by `demo`. */
  demo: (() => readonly DemoAccount[]) | undefined
  /** Whether to check every reply against its schema: in tests only. */
  checkReplies: boolean
  /** @returns whether the service is being stopped and takes no new requests */
  stopping: () => boolean
}
