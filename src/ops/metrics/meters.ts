import { version } from "../../version.ts"

/** Buckets of durations in seconds, from a point query to a picture over a phone. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Meters = Awaited<ReturnType<typeof createMeters>>

/** Loads the library when metrics are first asked for, as it would cost 40 ms of the start. */
export async function createMeters() {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import("prom-client")).default
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  gauge("pfandwerk_build_info", "The version that runs", ["version"]).set({ version }, 1)
  return {
    register,
    requests: new Counter({
      name: "pfandwerk_http_requests_total",
      help: "Answered requests",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    durations: new Histogram({
      name: "pfandwerk_http_request_duration_seconds",
      help: "Time from the arrival of a request to its answer",
      labelNames: ["method", "route"],
      buckets: BUCKETS,
      registers,
    }),
    refused: new Counter({
      name: "pfandwerk_logins_refused_total",
      help: "Log-ins that were refused",
      labelNames: ["reason"],
      registers,
    }),
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
