import { mayStill } from "../../api/frame/orderer.ts"
import { angabenOf } from "../../api/import/run/importauftrag.ts"
import { putAside } from "../../api/import/run/put-aside.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { databaseIn } from "../../db/open.ts"
import { query } from "../../db/query.ts"
import { auftraege, belege } from "../../db/schema.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { faultOf } from "../../lib/disk-fault.ts"

type Commit = <T>(work: () => T) => Promise<T>

/** @property commitFor makes the function that runs a company's work in a transaction, in its turn among all writers */
type Worker = Pick<HttpDeps, "system" | "config" | "log"> & { commitFor: (tenant_id: string) => Commit }

/**
 * Does all jobs that wait, one of each company in turns.
 *
 * @throws what a full or missing disk throws: the job goes on when this is called again
 */
export async function doAuftraege(worker: Worker): Promise<void> {
  const { system } = worker
  for (let next = system.nextAuftrag(); next; next = system.nextAuftrag(next.tenant_id))
    await doAuftrag(worker, next)
}

/** Tries of a job that does not get on. */
const TRIES = 3

const latestBeleg = query<{ id: string }, { auftrag_id: string }>`
  SELECT b.id FROM ${belege} b WHERE b.auftrag_id = :auftrag_id ORDER BY b.id DESC LIMIT 1`

/** A month's run first settles all customers and then prints for all, where only its documents tell how far it is. */
function progressOf(tenant: TenantDb, { id, erledigt, letzter }: Row<typeof auftraege>): string {
  const beleg = tenant.first(latestBeleg, { auftrag_id: id })
  return `${erledigt} ${letzter}${beleg ? ` ${beleg.id}` : ""}`
}

/**
 * Counts a try before it begins: a job that always ends the whole service would come first again and again, and hold up
 * every company.
 *
 * @returns in German why it is put aside; undefined where it may be begun
 */
function countTry(tenant: TenantDb, id: string): string | undefined {
  const auftrag = tenant.get(auftraege, id)
  const versucht_bei = progressOf(tenant, auftrag)
  const before = auftrag.versucht_bei === versucht_bei ? auftrag.versuche : 0
  if (before >= TRIES)
    return "Dreimal begonnen und jedes Mal abgebrochen; den Grund findet der Betreiber im Log des Dienstes."
  tenant.update(auftraege, id, { versuche: before + 1, versucht_bei })
  return undefined
}

type Job = { tenant_id: string; id: string }

/** The company may not work any more: its job stops, and goes on when it may. */
class Stopped extends Error {}

/** Whoever ordered it may not any more: the job ends. */
class Dismissed extends Error {}

/** Ends a job that failed unexpectedly: it would come first again and again, and hold up every company. */
async function doAuftrag(worker: Worker, { tenant_id, id }: Job): Promise<void> {
  const { system, log } = worker
  const tenant = system.tenant(tenant_id)
  const inTurn = worker.commitFor(tenant_id)
  const isActive = (account: string) => system.accounts.session(account, null)?.aktiv === 1
  const end = (reason: string) => {
    log.warn("a job was put aside", { tenant: tenant_id, job: id, reason })
    return inTurn(() => putAside(tenant, id, reason))
  }
  const commit: Commit = (work) =>
    inTurn(() => {
      if (!system.mayWork(tenant_id)) throw new Stopped()
      if (!mayStill(tenant, tenant.get(auftraege, id), isActive)) throw new Dismissed()
      return work()
    })
  try {
    const refused = await commit(() => countTry(tenant, id))
    if (refused !== undefined) return await end(refused)
    await runJob(worker, { tenant, commit }, id)
  } catch (error) {
    if (error instanceof Stopped)
      return log.info("a job stops until its company may work again", { tenant: tenant_id, job: id })
    if (error instanceof Dismissed) return end("Wer den Auftrag gegeben hat, darf das inzwischen nicht mehr.")
    if (faultOf(error)) throw error
    log.error("a job failed", { tenant: tenant_id, job: id, error })
    await inTurn(() =>
      putAside(tenant, id, "Ein unerwarteter Fehler; den Grund findet der Betreiber im Log des Dienstes."),
    )
  }
}

type Tools = { tenant: TenantDb; commit: Commit }

/** Loads only what the job's kind needs. */
async function runJob({ config, log }: Worker, { tenant, commit }: Tools, id: string): Promise<void> {
  const folder = config.uploadsDir
  const { art, angaben } = tenant.get(auftraege, id)
  if (art === "firmenexport") {
    const { runFirmenexport } = await import("../../api/firmenexport/run-firmenexport.ts")
    const { openFrozen } = await import("../../db/system.ts")
    const freeze = () => {
      const { system: frozen, close } = openFrozen(databaseIn(config.dataDir))
      return { tenant: frozen.tenant(tenant.id), close }
    }
    return runFirmenexport({ tenant, commit, folder, freeze }, id)
  }
  if (art === "import" && angabenOf(angaben).ruecknahme !== undefined) {
    const { runRuecknahme } = await import("../../api/einrichtung/ruecknahme.ts")
    return runRuecknahme({ tenant, commit }, id)
  }
  if (art === "import") {
    const { runImport } = await import("../../api/import/run/run-import.ts")
    const { imports } = await import("../../api/einrichtung/imports.ts")
    const { validator } = await import("../../lib/validation/validate.ts")
    return runImport({ tenant, commit, folder }, id, (one) =>
      imports[one].reading((schema) => validator(schema, "body")),
    )
  }
  const { runAuftrag } = await import("../../api/auftraege/run.ts")
  return runAuftrag({ tenant, commit, quota: config.quotaPerTenant, log, adresse: config.adresse }, id)
}
