import { statfsSync } from "node:fs"
import { auftraege } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import { zip, type ZipFile } from "../../lib/zip.ts"
import { failAuftrag } from "../shared/auftrag.ts"
import { jobFile, removeJobFiles, writeJobFile } from "../../lib/job-files.ts"
import { filesOfFirma, sizeOf } from "./contents.ts"
import type { Exportergebnis } from "./rules.ts"

/** What an export works with: the company's rows as they are at one moment, and transactions of its own. */
type Tools = {
  tenant: TenantDb
  commit: <T>(work: () => T) => Promise<T>
  /** Folder of the pictures. */
  folder: string
  /** Opens the company's rows as they are now. */
  freeze: () => { tenant: TenantReader; close: () => void }
}

/** Room that is left for the others on the same disk, in bytes. */
const SPARE = 256 * 1024 * 1024
/** Time between two updates of the stored progress, in ms. */
const OFTEN = 1000

const FULL = "Auf der Platte des Servers ist dafür kein Platz; bitte den Betreiber fragen."

/**
 * Makes the ZIP of a company; after a kill it is made anew. No more than one piece of a file is held in memory.
 *
 * @throws what a disk throws; one that is full only ends the job, with a message
 */
export async function runFirmenexport(tools: Tools, id: string): Promise<void> {
  const { tenant, commit, folder } = tools
  // The one before it takes room.
  removeJobFiles(folder, tenant.id, "firmen")
  try {
    if (await writeFirma(tools, id)) return
  } catch (error) {
    if (faultOf(error) !== "full") throw error
  }
  await commit(() => failAuftrag(tenant, id, FULL))
}

/** @returns false where the disk has no room for it */
async function writeFirma(tools: Tools, id: string): Promise<boolean> {
  const { tenant, commit, folder, freeze } = tools
  const frozen = freeze()
  try {
    const { dateien, bytes } = sizeOf(frozen.tenant)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < bytes + SPARE) return false
    await commit(() => tenant.update(auftraege, id, { status: "laeuft", gesamt: dateien, erledigt: 0 }))
    let done = 0
    let told = performance.now()
    let make: (() => Promise<void>) | undefined
    const counted = function* (): Generator<ZipFile> {
      for (const one of filesOfFirma(frozen.tenant, folder)) {
        make = one.make
        yield one
        done++
      }
    }
    const tell = async (): Promise<void> => {
      // Called after a file's header and before its contents, which are made here.
      const next = make
      make = undefined
      await next?.()
      if (performance.now() - told < OFTEN) return
      told = performance.now()
      await commit(() => tenant.update(auftraege, id, { erledigt: Math.min(done, dateien) }))
    }
    const path = jobFile(folder, tenant.id, "firmen", `${id}.zip`)
    const written = await writeJobFile(path, zip(counted(), { compress: true }), tell)
    const result = JSON.stringify({ bytes: written } satisfies Exportergebnis)
    const over = { status: "fertig", beendet_am: tenant.now(), erledigt: dateien, ergebnis: result } as const
    await commit(() => tenant.update(auftraege, id, over))
    return true
  } finally {
    frozen.close()
  }
}
