import { statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { failedBackup } from "../retention/status.ts"
import { decoding } from "../../api/pictures/decoding.ts"
import type { Metrics } from "../../http/http-deps.ts"
import { version } from "../../version.ts"

/** Buckets of durations in seconds, from a point query to a picture over a phone. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Why a log-in was refused, by the status of its answer. */
const REFUSALS: Record<number, string> = {
  401: "credentials",
  403: "tenant",
  429: "throttled",
  503: "busy",
}

/** Loads the library when metrics are first asked for, as it would cost 40 ms of the start. */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import("prom-client")).default
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })

  const requests = new Counter({
    name: "pfandwerk_http_requests_total",
    help: "Answered requests",
    labelNames: ["method", "route", "status"],
    registers,
  })
  const durations = new Histogram({
    name: "pfandwerk_http_request_duration_seconds",
    help: "Time from the arrival of a request to its answer",
    labelNames: ["method", "route"],
    buckets: BUCKETS,
    registers,
  })
  const refused = new Counter({
    name: "pfandwerk_logins_refused_total",
    help: "Log-ins that were refused",
    labelNames: ["reason"],
    registers,
  })
  const hashing = gauge("pfandwerk_password_checks", "Passwords being hashed, and waiting for it", ["state"])
  const pictures = gauge("pfandwerk_picture_decodings", "Pictures being read, and waiting for it", ["state"])
  const database = gauge("pfandwerk_database_bytes", "Size of the database and its log of writes", ["file"])
  const free = gauge("pfandwerk_disk_free_bytes", "Room left on the disk of DATA_DIR")
  const backup = gauge(
    "pfandwerk_last_backup_timestamp_seconds",
    "When the last good backup was made; 0: never",
  )
  const missing = gauge("pfandwerk_pictures_missing", "Picture files that records name and that are gone")
  const quarantined = gauge("pfandwerk_pictures_quarantined", "Picture files without a record, put aside")
  const backupFault = gauge("pfandwerk_backup_fault", "1: backups are not made, or cannot be")
  gauge("pfandwerk_build_info", "The version that runs", ["version"]).set({ version }, 1)

  let tidiedFault = false
  return {
    record({ method, route = "none", status, ms }) {
      // A request without a route may have any method: each must not make a series of its own.
      const known = route === "none" ? "any" : method
      requests.inc({ method: known, route, status })
      durations.observe({ method: known, route }, ms / 1000)
      const reason = route === "/api/auth/login" ? REFUSALS[status] : undefined
      if (reason) refused.inc({ reason })
    },
    tidied(state) {
      missing.set(state.missing)
      quarantined.set(state.quarantined)
      tidiedFault = state.backupFault
    },
    async render({ config, passwords, clock, lastBackup }) {
      for (const [metric, { running, waiting }] of [
        [hashing, passwords.load()],
        [pictures, decoding.load()],
      ] as const) {
        metric.set({ state: "running" }, running)
        metric.set({ state: "waiting" }, waiting)
      }
      for (const file of ["pfandwerk.db", "pfandwerk.db-wal"]) {
        database.set({ file }, sizeOf(join(config.dataDir, file)))
      }
      const { bavail, bsize } = statfsSync(config.dataDir)
      free.set(bavail * bsize)
      backupFault.set(tidiedFault || failedBackup(config, clock()) ? 1 : 0)
      backup.set((lastBackup()?.getTime() ?? 0) / 1000)
      return { text: await register.metrics(), type: register.contentType }
    },
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
