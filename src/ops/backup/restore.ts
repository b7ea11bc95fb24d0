import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { findLosses, type Loss } from "../../db/ledger-ends.ts"
import { endAllLogIns, findReturned } from "../../db/returned.ts"
import { lockCompanyImport, lockDataDir } from "../../db/lock.ts"
import { unusable } from "../../db/migrate.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import { fsyncPath, refuseForeignFolder } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { isDatabase, readArchive, requireFile } from "./archive.ts"
import { CARRIED_BACK, exchange, keepIn, KEPT, refuseMountedUploads, takeBack } from "./exchange.ts"
import { findFaults } from "./prove.ts"
import { adoptOwner } from "../retention/owner.ts"
import { databaseIn } from "../../db/open.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

type Restored = {
  /** Description of the backup, in German. */
  from: string
  /** Folder of the earlier data; undefined when there was none. */
  kept: string | undefined
  /** Pictures that were missing when the backup was made: `uploads/…`. */
  missing: string[]
  /** Bookings and settlements of the earlier data that the backup lacks. */
  losses: Loss[]
  /** What had been taken from people and is theirs again, in German, a line for each kind. */
  returned: string[]
  /** Whether all log-ins ended; not in damaged data that was accepted and cannot be written to. */
  loggedOut: boolean
  /** Whether another installation made it, or this one before it lost its mark (retention/owner.ts). */
  foreign: boolean
}

/**
 * Puts the contents of a backup into a data folder. The old data is kept in a folder of its own (exchange.ts), and moved
 * there only when the new data has been read through and its ledgers proven.
 *
 * @param backup an archive; the copy of the database alone that an upgrade makes, when the pictures stay as they are;
 *   or the folder where an earlier restore put the data from before it
 * @param accept gets the faults of readable data in German, and throws to stop the restore
 * @throws StartRefused when the service runs, or the backup is damaged or of a newer version; then nothing changed
 */
export async function restore(
  dataDir: string,
  backup: string,
  now: Date,
  accept: (faults: string[]) => Promise<void> = refuse,
): Promise<Restored> {
  refuseForeignFolder(dataDir)
  const earlier = isKept(backup)
  if (!earlier) requireFile(backup)
  const whole = earlier ? existsSync(join(backup, "uploads")) : !isDatabase(backup)
  mkdirSync(join(dataDir, "backups"), { recursive: true, mode: 0o700 })
  using locks = new DisposableStack()
  lockAll(dataDir, locks)
  if (whole) refuseMountedUploads(dataDir)
  const stamp = now.toISOString().replace(/[:.]/g, "-")
  const fresh = join(dataDir, `.restore-${stamp}`)
  try {
    const { from, missing } = earlier
      ? copyKept(backup, fresh)
      : whole
        ? await unpack(backup, fresh)
        : copy(backup, fresh)
    // An older version's data is brought up to date here, before anything is moved.
    const faults = await findFaults(fresh, whole ? missing : undefined).catch(inWords(fresh))
    if (faults.length > 0) await accept(faults)
    // What is compared and kept is the data from before an earlier restore that was interrupted.
    takeBack(dataDir)
    const returned = findReturned(dataDir, fresh)
    const loggedOut = endLogIns(fresh, now, faults.length > 0)
    const kept = exchange(dataDir, fresh, keepIn(dataDir, stamp), whole)
    const foreign = whole && !earlier && !adoptOwner(dataDir, backup)
    return {
      from,
      kept,
      missing,
      losses: kept ? findLosses(dataDir, kept).losses : [],
      returned,
      loggedOut,
      foreign,
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** @returns whether it was done: what somebody accepted as damaged comes back all the same */
function endLogIns(folder: string, now: Date, isDamaged: boolean): boolean {
  try {
    endAllLogIns(folder, now)
    return true
  } catch (error) {
    if (!isDamaged || faultOf(error)) inWords(folder)(error)
    return false
  }
}

/** For pages that cannot be read: what SQLite throws is no word for a person. */
const inWords =
  (folder: string) =>
  (error: unknown): never => {
    throw error instanceof StartRefused ? error : unusable(databaseIn(folder), error)
  }

async function refuse([first]: string[]): Promise<void> {
  throw new StartRefused(
    `${first}\nNichts wurde geändert. Trotzdem zurückholen: ${PROGRAM} restore --despite-faults DATEI`,
  )
}

/**
 * Takes back the data from before a restore that was interrupted.
 *
 * @throws StartRefused when none was
 */
export function undoRestore(dataDir: string): void {
  refuseForeignFolder(dataDir)
  using locks = new DisposableStack()
  lockAll(dataDir, locks)
  if (!takeBack(dataDir)) throw new StartRefused(`In ${dataDir} wurde keine Wiederherstellung unterbrochen.`)
}

/** Keeps out the service, and imports, which also run without it. */
function lockAll(dataDir: string, locks: DisposableStack): void {
  locks.defer(lockDataDir(dataDir))
  locks.defer(lockCompanyImport(dataDir))
}

type Source = { from: string; missing: string[] }

async function unpack(archive: string, folder: string): Promise<Source> {
  const { created_am, version, company, missing = [] } = await readArchive(archive, folder)
  if (company !== undefined)
    throw new StartRefused(
      `${archive} ist der Export der einen Firma ${company}, keine Sicherung der ganzen Anlage: Alle anderen wären weg. ` +
        `Eine Firma aufnehmen: ${PROGRAM} tenant import DATEI`,
    )
  return { from: `die Sicherung vom ${created_am} (Version ${version})`, missing }
}

function copy(database: string, folder: string): Source {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const target = databaseIn(folder)
  copyFileSync(database, target)
  chmodSync(target, 0o600)
  fsyncPath(target)
  return { from: "die Datenbank von vor einem Upgrade; die Bilder blieben, wie sie sind", missing: [] }
}

/** @returns whether it is a folder in which a restore put the data from before it */
export const isKept = (path: string): boolean =>
  basename(path).startsWith(KEPT) && existsSync(databaseIn(path))

/** Copies rather than moves: if these data are the wrong ones, too, they are still where they were. */
function copyKept(kept: string, folder: string): Source {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of CARRIED_BACK)
    if (existsSync(join(kept, name))) cpSync(join(kept, name), join(folder, name), { recursive: true })
  const copies = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  for (const path of [...copies, folder]) fsyncPath(path)
  return { from: "die Daten von vor einer Wiederherstellung", missing: [] }
}
