import { Database } from "bun:sqlite"
import { existsSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { faultOf } from "../lib/disk-fault.ts"
import { StartRefused } from "../lib/refusal.ts"

/** @returns whether the disk of a folder is full */
const isFull = (folder: string): boolean => {
  try {
    return statfsSync(folder).bavail === 0
  } catch {
    return false
  }
}

/**
 * Locks the data folder, which only one service at a time may use.
 *
 * @param refusal in German, when another process holds it
 * @returns a function that releases the lock
 * @throws StartRefused when another process holds it
 */
export function lockDataDir(
  dataDir: string,
  refusal = `Ein anderes Pfandwerk arbeitet mit ${dataDir}. Es muss zuerst beendet werden.`,
): () => void {
  const release = take(dataDir, "pfandwerk.lock", refusal)
  try {
    refuseEarlierJobs(dataDir)
    return release
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Earlier versions did jobs in a process of its own, which outlived a killed service: it would do the same job at the
 * same time, in a database that is upgraded meanwhile.
 */
function refuseEarlierJobs(dataDir: string): void {
  const name = "auftraege.lock"
  if (!existsSync(join(dataDir, name))) return
  const busy = `Ein Prozess der vorigen Version arbeitet in ${dataDir} noch Aufträge ab und endet danach von selbst. Bitte gleich noch einmal versuchen; welcher es ist, zeigt: sudo fuser -v ${join(dataDir, name)}`
  take(dataDir, name, busy)()
}

/**
 * Locks out other imports of a company (ops/backup/transfer.ts) and restoring a backup. An import that fails
 * removes the pictures that it added, which another import may have come to use.
 *
 * @returns a function that releases the lock
 * @throws StartRefused when another process holds it
 */
export const lockCompanyImport = (dataDir: string): (() => void) =>
  take(
    dataDir,
    "import.lock",
    `Eine Übernahme oder Wiederherstellung in ${dataDir} läuft gerade. Bitte warten, bis sie fertig ist.`,
  )

/**
 * Takes a file lock of the operating system, by means of SQLite on an empty file. It ends with the process,
 * even when that is killed.
 */
function take(dataDir: string, name: string, taken: string): () => void {
  const file = join(dataDir, name)
  let lock: Database | undefined
  try {
    lock = new Database(file, { readwrite: true, create: true })
    lock.run("PRAGMA busy_timeout = 0")
    lock.run("BEGIN EXCLUSIVE")
  } catch (cause) {
    lock?.close()
    if (faultOf(cause) === "locked") throw new StartRefused(taken, { cause })
    // SQLite only reports that it could not open the file.
    const reason = isFull(dataDir)
      ? `Kein Platz mehr für ${file}.`
      : `${file} kann nicht geschrieben werden. Wem gehört der Ordner, und ist der Datenträger schreibgeschützt?`
    throw new StartRefused(reason, { cause })
  }
  const held = lock
  return () => held.close()
}
