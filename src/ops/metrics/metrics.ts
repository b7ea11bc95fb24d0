import { statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { decoding } from "../../api/pictures/decoding.ts"
import type { Metrics } from "../../http/http-deps.ts"
import { version } from "../../version.ts"
import { checkBackups } from "../check/backups.ts"
import { failedBackup } from "../retention/retention.ts"
import { DATABASE } from "../../db/open.ts"

/** Reasons of refused log-ins, by the status of the answer. */
const REFUSALS: Record<number, string> = {
  401: "credentials",
  403: "tenant",
  429: "throttled",
  503: "busy",
}

type Request = Parameters<Metrics["record"]>[0]
type Sources = Parameters<Metrics["render"]>[0]

export async function createMetrics(): Promise<Metrics> {
  const meters = await createMeters()
  let tidiedFault = false
  return {
    record: (request) => count(meters, request),
    tidied(state) {
      meters.missing.set(state.missing)
      meters.quarantined.set(state.quarantined)
      tidiedFault = state.backupFault
    },
    async render(sources) {
      readQueues(meters, sources)
      readDisk(meters, sources)
      const { config, clock, lastBackup } = sources
      // Looked at again while there is a fault: the disk may be back, or somebody may have made a backup by hand.
      tidiedFault &&= checkBackups(config, clock()).result === "fault"
      meters.backupFault.set(tidiedFault || failedBackup(config, clock()) ? 1 : 0)
      meters.backup.set((lastBackup()?.getTime() ?? 0) / 1000)
      return { text: await meters.register.metrics(), type: meters.register.contentType }
    },
  }
}

function count(
  { requests, durations, refused }: Meters,
  { method, route = "none", status, ms }: Request,
): void {
  // A request without a route may have any method: each must not make a series of its own.
  const known = route === "none" ? "any" : method
  requests.inc({ method: known, route, status })
  durations.observe({ method: known, route }, ms / 1000)
  const reason = route === "/api/auth/login" ? REFUSALS[status] : undefined
  if (reason) refused.inc({ reason })
}

function readQueues({ hashing, pictures }: Meters, { passwords }: Sources): void {
  for (const [metric, load] of [
    [hashing, passwords.load()],
    [pictures, decoding.load()],
  ] as const)
    for (const state of ["running", "waiting"] as const) metric.set({ state }, load[state])
}

function readDisk({ database, free }: Meters, { config }: Sources): void {
  for (const file of [DATABASE, `${DATABASE}-wal`])
    database.set({ file }, statSync(join(config.dataDir, file), { throwIfNoEntry: false })?.size ?? 0)
  const { bavail, bsize } = statfsSync(config.dataDir)
  free.set(bavail * bsize)
}

/** Buckets of durations in seconds, from a point query to a picture over a telephone. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Metrics of the library that are left out: Bun counts every object for them, which holds everybody up, and has none of
 * Node's heap spaces but one.
 */
const HEAP_SPACES = ["total", "used", "available"].map((what) => `nodejs_heap_space_size_${what}_bytes`)

type Meters = Awaited<ReturnType<typeof createMeters>>

/** Loads the library when metrics are first asked for, as every start would wait for it. */
async function createMeters() {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import("prom-client")).default
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of HEAP_SPACES) register.removeSingleMetric(name)
  const registers = [register]
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  gauge("pfandwerk_build_info", "The version that runs", ["version"]).set({ version }, 1)
  return {
    register,
    requests: counter("pfandwerk_http_requests_total", "Answered requests", ["method", "route", "status"]),
    durations: new Histogram({
      name: "pfandwerk_http_request_duration_seconds",
      help: "Time from the arrival of a request to its answer",
      labelNames: ["method", "route"],
      buckets: BUCKETS,
      registers,
    }),
    refused: counter("pfandwerk_logins_refused_total", "Log-ins that were refused", ["reason"]),
    hashing: gauge("pfandwerk_password_checks", "Passwords being hashed, and waiting for it", ["state"]),
    pictures: gauge("pfandwerk_picture_decodings", "Pictures being read, and waiting for it", ["state"]),
    database: gauge("pfandwerk_database_bytes", "Size of the database and its log of writes", ["file"]),
    free: gauge("pfandwerk_disk_free_bytes", "Room left on the disk of DATA_DIR"),
    backup: gauge("pfandwerk_last_backup_timestamp_seconds", "When the last good backup was made; 0: never"),
    backupFault: gauge("pfandwerk_backup_fault", "1: backups are not made, or cannot be"),
    missing: gauge("pfandwerk_pictures_missing", "Picture files that records name and that are gone"),
    quarantined: gauge("pfandwerk_pictures_quarantined", "Picture files without a record, put aside"),
  }
}
