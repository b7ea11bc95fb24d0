import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lockDataDir } from "../db/lock.ts"
import { openMigrated } from "../db/migrate.ts"
import { readSnapshot } from "../db/snapshot.ts"
import { fsyncPath } from "../lib/durable.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { type Manifest, readArchive } from "./archive.ts"

/** While this file is there, a restore was interrupted between moving the old data away and the new in. */
const MARKER = "restore-unfinished"
/** The database last: without it nothing starts on half of the data. */
const PARTS = ["uploads", "pfandwerk.db-wal", "pfandwerk.db-shm", "pfandwerk.db"]

/**
 * Puts the contents of a backup into a data folder. What was there is kept in a folder beside the backups, and
 * is only moved away when the new data has been read through.
 *
 * @returns what was restored, and where the earlier data is (undefined when there was none)
 * @throws StartRefused when the service runs, or the archive is damaged or of a newer version; then nothing changed
 */
export async function restore(
  dataDir: string,
  archive: string,
  now: Date,
): Promise<{ manifest: Manifest; kept: string | undefined }> {
  if (!existsSync(archive)) throw new StartRefused(`${archive} does not exist.`)
  mkdirSync(join(dataDir, "backups"), { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(dataDir)
  const stamp = now.toISOString().replace(/[:.]/g, "-")
  const fresh = join(dataDir, `.restore-${stamp}`)
  try {
    const manifest = await readArchive(archive, fresh)
    // An older version's data is brought up to date here, before anything is moved.
    openMigrated(fresh).close()
    checkPictures(fresh)
    const kept = exchange(dataDir, fresh, join(dataDir, "backups", `before-restore-${stamp}`))
    return { manifest, kept }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    unlock()
  }
}

function checkPictures(folder: string): void {
  const { uploads } = readSnapshot(join(folder, "pfandwerk.db"))
  const missing = uploads.find((path) => !existsSync(join(folder, "uploads", path)))
  if (missing !== undefined) throw new StartRefused(`The backup lacks the picture uploads/${missing}.`)
}

function exchange(dataDir: string, fresh: string, keep: string): string | undefined {
  const before = readdirSync(dataDir).filter((name) => PARTS.includes(name))
  writeFileSync(join(dataDir, MARKER), `The data from before is in ${keep}, the new data in ${fresh}.\n`, {
    flush: true,
  })
  if (before.length > 0) {
    mkdirSync(keep, { mode: 0o700 })
    for (const name of PARTS.toReversed())
      if (before.includes(name)) renameSync(join(dataDir, name), join(keep, name))
    fsyncPath(keep)
  }
  mkdirSync(join(fresh, "uploads"), { recursive: true, mode: 0o700 })
  for (const name of PARTS)
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
