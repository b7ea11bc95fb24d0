import { join } from "node:path"
import { countQuarantined } from "../uploads/quarantine.ts"
import { storedFiles } from "../uploads/stored-files.ts"
import { fault, ok, type Outcome, warning } from "./finding.ts"

/**
 * Holds the picture files against the records.
 *
 * @param recorded the paths that records name, below the uploads folder
 */
export async function checkPictures(dataDir: string, recorded: string[]): Promise<Outcome> {
  const uploads = join(dataDir, "uploads")
  const missing = new Set(recorded)
  const records = new Set(recorded)
  const orphans: string[] = []
  let files = 0
  for await (const { path } of storedFiles(uploads)) {
    files++
    missing.delete(path)
    if (!records.has(path)) orphans.push(path)
  }
  const quarantine = await describeQuarantine(uploads)
  const [lost] = missing
  if (lost !== undefined)
    return fault(
      `${missing.size} Bilddateien fehlen, die erste ist uploads/${lost}${quarantine}. Suchen und ersetzen: pfandwerk uploads repair`,
    )
  const [orphan] = orphans
  if (orphan !== undefined)
    return warning(
      `${orphans.length} Dateien ohne Datensatz, die erste ist uploads/${orphan}${quarantine}. Für 30 Tage beiseite legen: pfandwerk uploads sweep`,
    )
  return ok(`${files} Dateien, jede mit Datensatz${quarantine}`)
}

async function describeQuarantine(uploads: string): Promise<string> {
  const count = await countQuarantined(uploads)
  return count === 0 ? "" : `; ${count} in Quarantäne (zurück: pfandwerk uploads restore)`
}
