import { failAuftrag } from "../api/shared/auftrag.ts"
import { mayStill } from "../api/frame/orderer.ts"
import type { Config } from "../config.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import type { Deps } from "../deps.ts"
import { RETRY } from "../db/group-commit.ts"
import { faultOf } from "../lib/disk-fault.ts"
import { lockAuftraege } from "../db/lock.ts"
import { auftraege } from "../db/schema.ts"
import type { Log } from "../lib/log.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { command } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { databaseIn } from "../db/open.ts"

export const auftraegeCommand = command({
  summary: "Wartende Aufträge abarbeiten; der Dienst ruft das selbst auf",
  asCaller: true,
  run: (_typed, terminal) =>
    withDeps(terminal, async (deps) => {
      const { system, config } = deps
      using lock = new DisposableStack()
      if (system.nextAuftrag()) lock.defer(await lockInTurn(config.dataDir))
      for (let next = system.nextAuftrag(); next; next = await following(deps, next)) await work(deps, next)
    }),
})

/**
 * Rest after a company's job, in ms, unless another company has one. Without it, a company that orders one short job
 * after the other has 130 in a second, each a process and several transactions: bookings of others took 9 to 11 ms
 * instead of 5.5 (p50, on two cores), and 31 to 32 instead of 19 to 21 (p90).
 */
const REST = 250

/** @returns the next job, of another company if there is one; those of the same company may come during its rest */
async function following({ system }: Deps, { tenant_id }: Job): Promise<Job | undefined> {
  const next = system.nextAuftrag(tenant_id)
  if (next && next.tenant_id !== tenant_id) return next
  await Bun.sleep(REST)
  return system.nextAuftrag(tenant_id)
}

/**
 * @returns a function that runs work in a transaction, and leaves others time to write before the next: as long
 *   as the service waits for the lock before it tries again, so that it finds the database free
 */
export function pausing(
  { system }: Pick<Deps, "system">,
  tenant_id: string,
): <T>(task: () => T) => Promise<T> {
  let end = -Infinity
  return async (task) => {
    const left = end + RETRY - performance.now()
    if (left > 0) await Bun.sleep(left)
    try {
      return await system.write(task, tenant_id)
    } finally {
      end = performance.now()
    }
  }
}

type Job = { tenant_id: string; id: string }

/** Tries of a job that does not get on. */
const TRIES = 3

/**
 * Counts a try before it is begun: a job whose process ends in the middle of it would come first again and again, and hold
 * up every company.
 *
 * @returns in German why it is put aside; undefined where it may be begun
 */
function countTry({ system }: Deps, tenant: TenantDb, id: string): string | undefined {
  const auftrag = tenant.get(auftraege, id)
  if (!mayStill(tenant, auftrag, (account) => system.accounts.session(account, null)?.aktiv === 1))
    return "Wer den Auftrag gegeben hat, darf das inzwischen nicht mehr."
  const versucht_bei = `${auftrag.erledigt} ${auftrag.letzter}`
  const before = auftrag.versucht_bei === versucht_bei ? auftrag.versuche : 0
  if (before >= TRIES)
    return `Dreimal begonnen und jedes Mal abgebrochen; den Grund findet der Betreiber im Log des Dienstes.`
  tenant.update(auftraege, id, { versuche: before + 1, versucht_bei })
  return undefined
}

/** Ends a job that failed unexpectedly: it would come first again and again, and hold up every company. */
async function work(deps: Deps, { tenant_id, id }: Job): Promise<void> {
  const { system, config, log } = deps
  const tenant = system.tenant(tenant_id)
  const commit = pausing(deps, tenant_id)
  try {
    const refused = await commit(() => countTry(deps, tenant, id))
    if (refused !== undefined) {
      log.warn("a job was put aside", { tenant: tenant_id, job: id, reason: refused })
      return await commit(() => failAuftrag(tenant, id, refused))
    }
    await runJob({ tenant, commit, config, log }, id)
  } catch (error) {
    // A full or missing disk: the next process goes on with the job.
    if (faultOf(error)) throw error
    log.error("a job failed", { tenant: tenant_id, job: id, error })
    await commit(() =>
      failAuftrag(tenant, id, "Ein unerwarteter Fehler; den Grund findet der Betreiber im Log des Dienstes."),
    )
  }
}

type Tools = { tenant: TenantDb; commit: <T>(work: () => T) => Promise<T>; config: Config; log: Log }

/** Loads only what the job's kind needs: the service starts this command often, mostly for little or nothing. */
async function runJob({ tenant, commit, config, log }: Tools, id: string): Promise<void> {
  const folder = config.uploadsDir
  const { art } = tenant.get(auftraege, id)
  if (art === "firmenexport") {
    const { runFirmenexport } = await import("../api/firmenexport/run-firmenexport.ts")
    const { openFrozen } = await import("../db/reading.ts")
    const freeze = () => {
      const { system: frozen, close } = openFrozen(databaseIn(config.dataDir))
      return { tenant: frozen.tenant(tenant.id), close }
    }
    return runFirmenexport({ tenant, commit, folder, freeze }, id)
  }
  if (art === "import") {
    const { runImport } = await import("../api/import/run-import.ts")
    const { importerOf } = await import("../api/einrichtung/importer.ts")
    const { validator } = await import("../lib/validation/validate.ts")
    return runImport({ tenant, commit, folder }, id, (one) =>
      importerOf(one, (schema) => validator(schema, "body")),
    )
  }
  const { runAuftrag } = await import("../api/auftraege/run.ts")
  return runAuftrag({ tenant, commit, quota: config.quotaPerTenant, log }, id)
}

/** Interval, and longest wait, for the lock while another process runs the jobs. In ms. */
const INTERVAL = 300
const LONGEST_WAIT = 3_600_000

async function lockInTurn(dataDir: string): Promise<() => void> {
  for (let waited = 0; ; waited += INTERVAL) {
    try {
      return lockAuftraege(dataDir)
    } catch (error) {
      if (!(error instanceof StartRefused) || waited >= LONGEST_WAIT) throw error
      await Bun.sleep(INTERVAL)
    }
  }
}
