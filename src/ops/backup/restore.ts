import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
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

/** While this file is there, a restore was interrupted between moving the old data away and the new in. */
const MARKER = "restore-unfinished"
/** The database last: without it nothing starts on half of the data. */
const PARTS = ["uploads", "pfandwerk.db-wal", "pfandwerk.db-shm", "pfandwerk.db"]

/** `kept` is where the earlier data is, undefined when there was none. */
export type Restored = { from: string; kept: string | undefined }

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
    const from = whole ? await unpack(backup, fresh) : copy(backup, fresh)
    // An older version's data is brought up to date here, before anything is moved.
    openMigrated(fresh).close()
    if (whole) requirePictures(fresh)
    await requireSoundLedgers(fresh)
    const parts = whole ? PARTS : PARTS.filter((name) => name !== "uploads")
    return {
      from,
      kept: exchange(dataDir, fresh, join(dataDir, "backups", `before-restore-${stamp}`), parts),
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
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

async function unpack(archive: string, folder: string): Promise<string> {
  const { created_am, version } = await readArchive(archive, folder)
  return `the backup of ${created_am} (version ${version})`
}

function copy(database: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, "pfandwerk.db")
  copyFileSync(database, target)
  chmodSync(target, 0o600)
  fsyncPath(target)
  readSnapshot(target)
  return "the database of before an upgrade; the pictures were left as they are"
}

function requirePictures(folder: string): void {
  const { uploads } = readSnapshot(join(folder, "pfandwerk.db"))
  const missing = uploads.find((path) => !existsSync(join(folder, "uploads", path)))
  if (missing !== undefined) throw new StartRefused(`The backup lacks the picture uploads/${missing}.`)
}

function exchange(dataDir: string, fresh: string, keep: string, parts: string[]): string | undefined {
  const before = readdirSync(dataDir).filter((name) => parts.includes(name))
  writeFileSync(join(dataDir, MARKER), `The data from before is in ${keep}, the new data in ${fresh}.\n`, {
    flush: true,
  })
  if (before.length > 0) {
    mkdirSync(keep, { mode: 0o700 })
    for (const name of parts.toReversed())
      if (before.includes(name)) renameSync(join(dataDir, name), join(keep, name))
    fsyncPath(keep)
  }
  mkdirSync(join(fresh, "uploads"), { recursive: true, mode: 0o700 })
  for (const name of parts)
    if (existsSync(join(fresh, name))) renameSync(join(fresh, name), join(dataDir, name))
  fsyncPath(dataDir)
  rmSync(join(dataDir, MARKER))
  fsyncPath(dataDir)
  return before.length > 0 ? keep : undefined
}

/** @throws StartRefused when a restore was interrupted: starting now would make an empty database */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, MARKER))) return
  throw new StartRefused(
    `A restore into ${dataDir} was interrupted. Read ${join(dataDir, MARKER)}, run the restore again, or move ` +
      "the earlier data back; then remove that file.",
  )
}
