import { Database } from "bun:sqlite"
import { statfsSync } from "node:fs"
import { join } from "node:path"
import { StartRefused } from "../lib/start-refused.ts"

const isFull = (folder: string): boolean => {
  try {
    return statfsSync(folder).bavail === 0
  } catch {
    return false
  }
}

/**
 * Makes sure that one service at a time uses a data folder.
 *
 * @returns releases the lock
 * @throws StartRefused when another process holds it
 */
export const lockDataDir = (dataDir: string): (() => void) =>
  take(
    dataDir,
    "pfandwerk.lock",
    `Ein anderes Pfandwerk arbeitet mit ${dataDir}. Es muss zuerst beendet werden.`,
  )

/**
 * Makes sure that one import at a time places pictures beside the service, and none during a restore: an import that
 * fails removes the pictures that it placed, and another one may be relying on them.
 *
 * @returns releases the lock
 * @throws StartRefused when another process holds it
 */
export const lockImport = (dataDir: string): (() => void) =>
  take(
    dataDir,
    "import.lock",
    `Eine Übernahme oder Wiederherstellung in ${dataDir} läuft gerade. Bitte warten, bis sie fertig ist.`,
  )

/**
 * Makes sure that one process at a time does jobs: that of a killed service may still be running.
 *
 * @returns releases the lock
 * @throws StartRefused when another process holds it
 */
export const lockAuftraege = (dataDir: string): (() => void) =>
  take(dataDir, "auftraege.lock", `Ein anderer Prozess arbeitet die Aufträge in ${dataDir} gerade ab.`)

/**
 * The lock is the operating system's (taken by SQLite on an empty file), so it ends with its process, even a killed
 * one.
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
    if (/BUSY|LOCKED/.test((cause as { code?: string }).code ?? "")) throw new StartRefused(taken, { cause })
    // SQLite only reports that it could not open the file.
    const reason = isFull(dataDir)
      ? `Kein Platz mehr für ${file}.`
      : `${file} kann nicht geschrieben werden. Wem gehört der Ordner, und ist der Datenträger schreibgeschützt?`
    throw new StartRefused(reason, { cause })
  }
  const held = lock
  return () => held.close()
}
