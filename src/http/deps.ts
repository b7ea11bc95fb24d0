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
  render(deps: Pick<HttpDeps, "config" | "passwords" | "clock">): Promise<{ text: string; type: string }>
}

/** What answering requests stands on; src/deps.ts opens it. */
export type HttpDeps = {
  config: Readonly<Config>
  log: Log
  clock: () => Date
  system: SystemDb
  passwords: Passwords
  tokens: Tokens
  throttle: Throttle
  /** Only where METRICS_TOKEN is set. */
  metrics: Metrics | undefined
  /** @returns when the newest scheduled backup was made */
  lastBackup: () => Date | undefined
  /** Checks every reply against its schema, which tests do and production need not. */
  checkReplies: boolean
  /** @returns whether the service is being stopped and takes no new requests */
  stopping: () => boolean
}
