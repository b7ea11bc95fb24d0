import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { MARKER } from "../start/half-restored.ts"
import { INSTALLATION } from "../start/installation.ts"
import { SEAL_KEY } from "../start/secret.ts"
import { LEDGER_ENDS } from "../../db/ledger-ends.ts"
import { fsyncPath, namesIn, replaceFile } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { DATABASE } from "../../db/open.ts"

/**
 * What is exchanged. No backup has the installation's id, so that another one is made after a restore. The database
 * comes last: without it, nothing starts on half of the data.
 */
const PARTS = ["uploads", SEAL_KEY, INSTALLATION, LEDGER_ENDS, `${DATABASE}-wal`, `${DATABASE}-shm`, DATABASE]
/** A copy of the database alone belongs to the pictures and the key that are here. */
const PARTS_OF_DATABASE = PARTS.filter((name) => name !== "uploads" && name !== SEAL_KEY)

/** What is taken back from a folder of earlier data. The installation's id is not: mail may have gone out meanwhile. */
export const CARRIED_BACK = PARTS.filter((name) => name !== INSTALLATION && name !== LEDGER_ENDS)
/** How the folders of earlier data are named. */
export const KEPT = "before-restore-"

/** State of an interrupted exchange. `kept` is a name: the data folder may be elsewhere by the time it is read. */
type Unfinished = { kept: string; /** Parts that existed before. */ parts: string[]; replaced: string[] }

/** @returns where folders of earlier data may lie */
const placesOfKept = (dataDir: string): string[] => [join(dataDir, "backups"), dataDir]

/** @returns where earlier data is put: beside the backups, unless those are mounted there, to where nothing can be renamed */
export function keepIn(dataDir: string, stamp: string): string {
  const [backups = "", here = ""] = placesOfKept(dataDir)
  const isMounted = statSync(backups).dev !== statSync(dataDir).dev || isMountPoint(realpathSync(backups))
  return join(isMounted ? here : backups, `${KEPT}${stamp}`)
}

/** @returns the folders of earlier data, the newest first */
export const keptFolders = (dataDir: string): string[] =>
  placesOfKept(dataDir)
    .flatMap((place) => namesIn(place).map((name) => join(place, name)))
    .filter((path) => basename(path).startsWith(KEPT))
    .toSorted((a, b) => (basename(a) < basename(b) ? 1 : -1))

/** @throws StartRefused when the pictures lie on a disk of their own: its mount point cannot be moved away */
export function refuseMountedUploads(dataDir: string): void {
  const uploads = join(resolve(dataDir), "uploads")
  if (!isMountPoint(uploads)) return
  throw new StartRefused(
    `${uploads} ist eine eigene eingehängte Platte und lässt sich nicht beiseitelegen. Nichts wurde geändert. So geht es: ` +
      `sudo umount ${uploads} und den Eintrag aus /etc/fstab nehmen, dann noch einmal zurückholen; die Bilder von vorher bleiben auf jener Platte. Besser liegt ganz ` +
      "DATA_DIR auf der großen Platte.",
  )
}

/** What is mounted from the same disk has its number, too, so the list of the system is asked as well where there is one. */
function isMountPoint(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false })
  if (!there?.isDirectory()) return false
  if (there.dev !== statSync(dirname(folder)).dev) return true
  try {
    const escaped = folder.replace(/[\s\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`)
    return readFileSync("/proc/self/mounts", "utf8").includes(` ${escaped} `)
  } catch {
    return false
  }
}

/**
 * Moves the current data away and the new data in. An earlier exchange that was interrupted is undone first, so that
 * all of the current data ends up in one place.
 *
 * @param fresh the folder with the new data
 * @param keep where the earlier data goes
 * @param whole whether pictures and key are exchanged, too
 * @returns `keep`, or undefined when there was nothing
 */
export function exchange(dataDir: string, fresh: string, keep: string, whole: boolean): string | undefined {
  takeBack(dataDir)
  const replaced = whole ? PARTS : PARTS_OF_DATABASE
  const parts = readdirSync(dataDir).filter((name) => replaced.includes(name))
  mark(dataDir, { kept: basename(keep), parts, replaced })
  if (parts.length > 0) {
    mkdirSync(keep, { mode: 0o700 })
    for (const name of replaced.toReversed())
      if (parts.includes(name)) renameSync(join(dataDir, name), join(keep, name))
    fsyncPath(keep)
    fsyncPath(dirname(keep))
  }
  mkdirSync(join(fresh, "uploads"), { recursive: true, mode: 0o700 })
  for (const name of replaced)
    if (existsSync(join(fresh, name))) renameSync(join(fresh, name), join(dataDir, name))
  unmark(dataDir)
  return parts.length > 0 ? keep : undefined
}

/**
 * Undoes an exchange that was interrupted, however far it had come; may itself be interrupted, and done again.
 *
 * @returns whether there was one
 */
export function takeBack(dataDir: string): boolean {
  if (!existsSync(join(dataDir, MARKER))) return false
  const { kept, parts, replaced } = readMark(dataDir)
  for (const name of replaced) {
    const [here, there] = [join(dataDir, name), join(kept, name)]
    // What lies here came from the backup, which still has it.
    if (existsSync(there) || !parts.includes(name)) rmSync(here, { recursive: true, force: true })
    if (existsSync(there)) renameSync(there, here)
  }
  if (existsSync(kept)) rmSync(kept, { recursive: true })
  unmark(dataDir)
  return true
}

function mark(dataDir: string, unfinished: Unfinished): void {
  replaceFile(join(dataDir, MARKER), JSON.stringify(unfinished))
}

/** Removes the mark, after everything else is on the disk. */
function unmark(dataDir: string): void {
  fsyncPath(dataDir)
  rmSync(join(dataDir, MARKER))
  fsyncPath(dataDir)
}

/** @throws StartRefused when it was written by an earlier version, or by hand */
function readMark(dataDir: string): Unfinished {
  const text = readFileSync(join(dataDir, MARKER), "utf8")
  try {
    const unfinished = JSON.parse(text) as Unfinished
    // An earlier version wrote a path, which may have been relative to where the command was given.
    const places = placesOfKept(dataDir).map((place) => join(place, basename(unfinished.kept)))
    return { ...unfinished, kept: places.find((place) => existsSync(place)) ?? String(places[0]) }
  } catch (cause) {
    throw new StartRefused(
      `${join(dataDir, MARKER)} ist von einer früheren Version: „${text.trim()}“. Die früheren Daten von dort nach ` +
        `${dataDir} zurücklegen, die Datei löschen und die Wiederherstellung noch einmal beginnen.`,
      { cause },
    )
  }
}
