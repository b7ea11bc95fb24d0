import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
} from "node:fs"
import { join } from "node:path"
import { requireSoundLedgers } from "../check/ledger.ts"
import { lockDataDir, lockImport } from "../../db/lock.ts"
import { openMigrated } from "../../db/migrate.ts"
import { readSnapshot } from "../../db/snapshot.ts"
import { fsyncPath } from "../../lib/durable.ts"
import { refuseForeignFolder } from "../../lib/owner.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import { readArchive, requireFile } from "./archive.ts"
import { exchange, takeBack } from "./exchange.ts"

/**
 * `from` says what it was, in German; `kept` is where the earlier data is, undefined when there was none; `missing`
 * are the pictures that were gone already when the backup was made: `uploads/…`.
 */
export type Restored = { from: string; kept: string | undefined; missing: string[] }

/**
 * Puts the contents of a backup into a data folder. What was there is kept in a folder beside the backups, and
 * is only moved away when the new data has been read through and its ledgers proven.
 *
 * @param backup an archive, or the copy of the database alone that an upgrade makes: then the pictures stay as
 *   they are
 * @throws StartRefused when the service runs, or the backup is damaged or of a newer version; then nothing changed
 */
export async function restore(dataDir: string, backup: string, now: Date): Promise<Restored> {
  refuseForeignFolder(dataDir)
  requireFile(backup)
  const whole = !isDatabase(backup)
  mkdirSync(join(dataDir, "backups"), { recursive: true, mode: 0o700 })
  const unlock = lockAll(dataDir)
  const stamp = now.toISOString().replace(/[:.]/g, "-")
  const fresh = join(dataDir, `.restore-${stamp}`)
  try {
    const { from, missing } = whole ? await unpack(backup, fresh) : copy(backup, fresh)
    // An older version's data is brought up to date here, before anything is moved.
    openMigrated(fresh).close()
    if (whole) requirePictures(fresh, missing)
    await requireSoundLedgers(fresh)
    const kept = exchange(dataDir, fresh, join(dataDir, "backups", `before-restore-${stamp}`), whole)
    return { from, kept, missing }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    unlock()
  }
}

/**
 * Takes back the data from before a restore that was interrupted.
 *
 * @throws StartRefused when none was
 */
export function undoRestore(dataDir: string): void {
  refuseForeignFolder(dataDir)
  const unlock = lockAll(dataDir)
  try {
    if (!takeBack(dataDir))
      throw new StartRefused(`In ${dataDir} wurde keine Wiederherstellung unterbrochen.`)
  } finally {
    unlock()
  }
}

/** Keeps out the service, and an import, which runs with or without it. */
function lockAll(dataDir: string): () => void {
  const unlock = lockDataDir(dataDir)
  try {
    const unlockImport = lockImport(dataDir)
    return () => {
      unlockImport()
      unlock()
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** SQLite's magic (sqlite.org/fileformat.html). */
function isDatabase(file: string): boolean {
  const fd = openSync(file, "r")
  try {
    const magic = Buffer.alloc(15)
    readSync(fd, magic)
    return magic.toString() === "SQLite format 3"
  } finally {
    closeSync(fd)
  }
}

type Source = { from: string; missing: string[] }

async function unpack(archive: string, folder: string): Promise<Source> {
  const { created_am, version, company, missing = [] } = await readArchive(archive, folder)
  if (company !== undefined)
    throw new StartRefused(
      `${archive} ist der Export der einen Firma ${company}, keine Sicherung der ganzen Anlage: Alle anderen wären weg. ` +
        `Eine Firma aufnehmen: pfandwerk tenant import ${archive}`,
    )
  return { from: `die Sicherung vom ${created_am} (Version ${version})`, missing }
}

function copy(database: string, folder: string): Source {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, "pfandwerk.db")
  copyFileSync(database, target)
  chmodSync(target, 0o600)
  fsyncPath(target)
  readSnapshot(target)
  return { from: "die Datenbank von vor einem Upgrade; die Bilder blieben, wie sie sind", missing: [] }
}

/** @param missing what the backup itself says it lacks */
function requirePictures(folder: string, missing: string[]): void {
  const { uploads } = readSnapshot(join(folder, "pfandwerk.db"))
  const known = new Set(missing)
  const lacking = uploads.find(
    (path) => !known.has(`uploads/${path}`) && !existsSync(join(folder, "uploads", path)),
  )
  if (lacking !== undefined) throw new StartRefused(`In der Sicherung fehlt das Bild uploads/${lacking}.`)
}
