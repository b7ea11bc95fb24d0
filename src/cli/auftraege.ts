import { join } from "node:path"
import { runAuftrag } from "../api/auftraege/lauf.ts"
import { failAuftrag } from "../api/shared/auftrag.ts"
import { importerOf } from "../api/einrichtung/importer.ts"
import { runFirmenexport } from "../api/firmenexport/run-firmenexport.ts"
import { runImport } from "../api/import/run-import.ts"
import type { Deps } from "../deps.ts"
import { faultOf } from "../lib/disk-fault.ts"
import { lockAuftraege } from "../db/lock.ts"
import { openFrozen } from "../db/reading.ts"
import { auftraege } from "../db/schema.ts"
import { validator } from "../lib/validation/validate.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { command } from "./command.ts"
import { withDeps } from "./with-deps.ts"

export const auftraegeCommand = command({
  summary: "Wartende Aufträge abarbeiten; der Dienst ruft das selbst auf",
  asCaller: true,
  run: (_typed, terminal) =>
    withDeps(terminal, async (deps) => {
      const { system, config } = deps
      using lock = new DisposableStack()
      if (system.nextAuftrag()) lock.defer(await lockInTurn(config.dataDir))
      for (let next = system.nextAuftrag(); next; next = system.nextAuftrag(next.tenant_id))
        await work(deps, next)
    }),
})

/** Ends a job that failed unexpectedly: it would come first again and again, and hold up every company. */
async function work(
  { system, config, log }: Deps,
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<void> {
  const tenant = system.tenant(tenant_id)
  const commit = <T>(task: () => T) => system.write(task, tenant_id)
  try {
    const { art } = tenant.get(auftraege, id)
    if (art === "firmenexport") {
      const freeze = () => {
        const { system: frozen, close } = openFrozen(join(config.dataDir, "pfandwerk.db"))
        return { tenant: frozen.tenant(tenant_id), close }
      }
      await runFirmenexport({ tenant, commit, folder: config.uploadsDir, freeze }, id)
    } else if (art === "import") {
      const folder = config.uploadsDir
      await runImport({ tenant, commit, folder }, id, (one) =>
        importerOf(one, (schema) => validator(schema, "body")),
      )
    } else await runAuftrag({ tenant, commit, quota: config.quotaPerTenant }, id)
  } catch (error) {
    // A full or missing disk: the next process goes on with the job.
    if (faultOf(error)) throw error
    log.error("a job failed", { tenant: tenant_id, job: id, error })
    await commit(() =>
      failAuftrag(tenant, id, "Ein unerwarteter Fehler; den Grund findet der Betreiber im Log des Dienstes."),
    )
  }
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
