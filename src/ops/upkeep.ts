import type { TenantDb } from "../db/tenant-db.ts"
import type { HttpDeps } from "../http/http-deps.ts"
import { removeOldJobFiles } from "../lib/job-files.ts"
import { removeLeftovers } from "./work/leftovers.ts"
import type { Log } from "../lib/log.ts"
import { checkBackups } from "./check/backups.ts"
import { keepReserve } from "./start/reserve.ts"
import { countQuarantined } from "./uploads/quarantine.ts"
import { sweep, type Swept } from "./uploads/sweep.ts"
import { DAY } from "../lib/day.ts"
import { BATCH as DOCUMENTS, eraseExpired } from "../api/belege/frist.ts"
import { BATCH as LINKS, forgetLinks } from "../api/belege/links.ts"
import { BATCH as EREIGNISSE, forgetEreignisse, KEPT_DAYS } from "../api/ereignisse/rules.ts"
import { BATCH as FROZEN, thaw } from "../api/shared/frozen.ts"
import { BATCH as ZUSTELLUNGEN, forgetZustellungen, TOLD_DAYS } from "../api/webhooks/zustellung.ts"
import { advanceTidyingTime } from "./clock/tidying.ts"
import {
  BATCH as IMPORTS,
  forgetRows,
  forgetPieces,
  TAKEN_BACK_FOR,
  TOLD_FOR,
} from "../api/import/run/forget.ts"
import { PROGRAM } from "../lib/ourselves.ts"

/** Age in ms from which files without a record are looked at: an upload's files are there a moment before its record. */
export const GRACE = 3_600_000

/**
 * Tidies now and every day: pictures without a record, and what killed copies have left. Only imports work beside the
 * service in its data folder, so whatever is older than its start is nobody's unfinished work.
 *
 * @param every time between two rounds, in ms
 * @returns a function that ends this
 */
export function tidyDaily(deps: HttpDeps, every = DAY): () => void {
  void tidy(deps, performance.timeOrigin)
  const timer = setInterval(() => void tidy(deps, Date.now() - GRACE), every)
  return () => clearInterval(timer)
}

/** A part that fails does not keep the others from their turn. */
async function tidy(deps: HttpDeps, before: number): Promise<void> {
  const { log, config } = deps
  const parts: Record<string, () => unknown> = {
    reserve: () => keepReserve(config.dataDir),
    leftovers: () => {
      for (const path of removeLeftovers(config, new Date()))
        log.info("removed what was never finished", { path })
    },
    documents: async () => {
      const erased = await eraseExpiredDocuments(deps)
      if (erased > 0) log.info("erased documents whose time of keeping is over", { documents: erased })
    },
    outputs: () => removeOldJobFiles(config.uploadsDir, new Date()),
    imports: () => forgetImports(deps),
    links: () => forgetEndedLinks(deps),
    frozen: () => inBatches(deps.system, FROZEN, thaw),
    events: () => forgetOldEreignisse(deps),
    uploads: () => tidyUploads(deps, before),
  }
  for (const [part, work] of Object.entries(parts))
    try {
      await work()
    } catch (error) {
      log.error("tidying failed", { part, error })
    }
}

async function tidyUploads(deps: HttpDeps, before: number): Promise<void> {
  const { log, config } = deps
  const swept = await sweep(deps, before)
  logSwept(log, swept)
  const backups = checkBackups(config, new Date())
  if (backups.result === "fault") log.error("backups are not made", { advice: backups.detail })
  deps.metrics?.tidied({
    missing: swept.missing ?? 0,
    quarantined: await countQuarantined(config.uploadsDir),
    backupFault: backups.result === "fault",
  })
}

function logSwept(log: Log, { quarantined, drafts, broughtBack, tooMany, missing }: Swept): void {
  if (drafts > 0) log.info("removed what was never finished", { uploads: drafts })
  if (quarantined > 0) log.info("quarantined pictures without a record", { quarantined })
  if (broughtBack > 0) log.warn("brought pictures back from quarantine", { broughtBack })
  if (tooMany > 0)
    log.warn("too many pictures without a record: none was touched", {
      pictures: tooMany,
      advice: `Ist die Datenbank die richtige? Wenn ja: ${PROGRAM} uploads sweep`,
    })
  if (missing)
    log.error("pictures are missing", {
      pictures: missing,
      advice: `Suchen und ersetzen: ${PROGRAM} uploads repair`,
    })
}

/**
 * Erases the documents of erased persons whose time is over, in the database and in SQLite's log of writes.
 *
 * @returns how many
 */
export function eraseExpiredDocuments({
  system,
  config,
}: Pick<HttpDeps, "system" | "config">): Promise<number> {
  const today = advanceTidyingTime(config.dataDir, new Date()).toISOString().slice(0, 10)
  return eraseInBatches(system, DOCUMENTS, (tenant) => eraseExpired(tenant, today))
}

/** Clears the results of imports whose time is over, and how they are taken back, in the database and in SQLite's log of writes. */
export async function forgetImports({ system, config }: Pick<HttpDeps, "system" | "config">): Promise<void> {
  const now = advanceTidyingTime(config.dataDir, new Date()).getTime()
  const vor = new Date(now - TOLD_FOR).toISOString()
  await eraseInBatches(system, IMPORTS, (tenant) => forgetRows(tenant, vor))
  const longAgo = new Date(now - TAKEN_BACK_FOR).toISOString()
  await eraseInBatches(system, IMPORTS, (tenant) => forgetPieces(tenant, longAgo))
}

/** Deletes links of customers to documents that have ended. */
async function forgetEndedLinks({ system, config }: Pick<HttpDeps, "system" | "config">): Promise<void> {
  const now = advanceTidyingTime(config.dataDir, new Date()).toISOString()
  await eraseInBatches(system, LINKS, (tenant) => forgetLinks(tenant, now))
}

/** Deletes events that programs have had long enough to read, and what is known of sending them. */
async function forgetOldEreignisse({ system, config }: Pick<HttpDeps, "system" | "config">): Promise<void> {
  const now = advanceTidyingTime(config.dataDir, new Date()).getTime()
  const vor = new Date(now - KEPT_DAYS * DAY).toISOString()
  await eraseInBatches(system, EREIGNISSE, (tenant) => forgetEreignisse(tenant, vor))
  const done = new Date(now - TOLD_DAYS * DAY).toISOString()
  await eraseInBatches(system, ZUSTELLUNGEN, (tenant) => forgetZustellungen(tenant, done))
}

/** Erases for each company, in the database and in SQLite's log of writes. @returns how many were erased */
async function eraseInBatches(
  system: HttpDeps["system"],
  limit: number,
  erase: (tenant: TenantDb) => number,
): Promise<number> {
  const all = await inBatches(system, limit, erase)
  if (all > 0) system.truncateWal()
  return all
}

/**
 * Calls `work` for each company, in transactions of their own, until it does fewer than `limit`.
 *
 * @returns how many were done
 */
async function inBatches(
  system: HttpDeps["system"],
  limit: number,
  work: (tenant: TenantDb) => number,
): Promise<number> {
  let all = 0
  for (const { id } of system.tenants.each()) {
    const tenant = system.tenant(id)
    for (let n = limit; n === limit; all += n) n = await system.write(() => work(tenant), id)
  }
  return all
}
