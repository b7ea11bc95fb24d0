import { statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { decoding } from "../../api/pictures/decoding.ts"
import type { Metrics } from "../../http/http-deps.ts"
import { failedBackup } from "../retention/status.ts"
import { createMeters, type Meters } from "./meters.ts"

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
  for (const [metric, { running, waiting }] of [
    [hashing, passwords.load()],
    [pictures, decoding.load()],
  ] as const) {
    metric.set({ state: "running" }, running)
    metric.set({ state: "waiting" }, waiting)
  }
}

function readDisk({ database, free }: Meters, { config }: Sources): void {
  for (const file of ["pfandwerk.db", "pfandwerk.db-wal"])
    database.set({ file }, sizeOf(join(config.dataDir, file)))
  const { bavail, bsize } = statfsSync(config.dataDir)
  free.set(bavail * bsize)
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
