import type { HttpDeps } from "../http/http-deps.ts"
import { removeOldAusgaben } from "../lib/ausgaben.ts"
import { eraseExpiredDocuments } from "./belege.ts"
import { forgetImports } from "./importe.ts"
import { removeLeftovers } from "./work/leftovers.ts"
import type { Log } from "../lib/log.ts"
import { checkBackups } from "./check/backups.ts"
import { keepReserve } from "./start/reserve.ts"
import { countQuarantined } from "./uploads/quarantine.ts"
import { type Swept, sweep } from "./uploads/sweep.ts"
import { DAY } from "../lib/day.ts"

/** An upload's files are there a moment before its record: younger ones are left alone. In ms. */
export const GRACE = 3_600_000

/**
 * Tidies now and every day: pictures without a record, and what copies that were killed have left. The service is
 * alone in its data folder but for imports, so nothing that is older than itself can still be unfinished work.
 *
 * @param every between two times, in ms
 * @returns ends it
 */
export function tidyDaily(deps: HttpDeps, every = DAY): () => void {
  void tidy(deps, performance.timeOrigin)
  const timer = setInterval(() => void tidy(deps, Date.now() - GRACE), every)
  return () => clearInterval(timer)
}

async function tidy(deps: HttpDeps, before: number): Promise<void> {
  const { log, config } = deps
  keepReserve(config.dataDir)
  try {
    for (const path of removeLeftovers(config, new Date()))
      log.info("removed what was never finished", { path })
    const erased = await eraseExpiredDocuments(deps)
    if (erased > 0) log.info("erased documents whose time of keeping is over", { documents: erased })
    removeOldAusgaben(config.uploadsDir, new Date())
    await forgetImports(deps)
    const swept = await sweep(deps, before)
    logSwept(log, swept)
    const backups = checkBackups(config, new Date())
    if (backups.result === "fault") log.error("backups are not made", { advice: backups.detail })
    deps.metrics?.tidied({
      missing: swept.missing ?? 0,
      quarantined: await countQuarantined(config.uploadsDir),
      backupFault: backups.result === "fault",
    })
  } catch (error) {
    log.error("tidying the uploads failed", { error })
  }
}

function logSwept(log: Log, { quarantined, drafts, broughtBack, tooMany, missing }: Swept): void {
  if (drafts > 0) log.info("removed what was never finished", { uploads: drafts })
  if (quarantined > 0) log.info("quarantined pictures without a record", { quarantined })
  if (broughtBack > 0) log.warn("brought pictures back from quarantine", { broughtBack })
  if (tooMany > 0)
    log.warn("too many pictures without a record: none was touched", {
      pictures: tooMany,
      advice: "Ist die Datenbank die richtige? Wenn ja: pfandwerk uploads sweep",
    })
  if (missing)
    log.error("pictures are missing", {
      pictures: missing,
      advice: "Suchen und ersetzen: pfandwerk uploads repair",
    })
}
