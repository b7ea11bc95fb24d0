import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { INSTALLATION } from "../start/installation.ts"
import { SEAL_KEY } from "../start/secret.ts"
import { LEDGER_ENDS } from "../../db/ledger-ends.ts"
import { fsyncPath } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { DATABASE } from "../../db/open.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

/** While this file is there, a restore was interrupted between moving the old data away and the new in. */
const MARKER = "restore-unfinished"
/**
 * What is exchanged. No backup has the installation's id, so that another one is made after a restore. The database
 * comes last: without it, nothing starts on half of the data.
 */
const PARTS = ["uploads", SEAL_KEY, INSTALLATION, LEDGER_ENDS, `${DATABASE}-wal`, `${DATABASE}-shm`, DATABASE]
/** A copy of the database alone belongs to the pictures and the key that are here. */
const PARTS_OF_DATABASE = PARTS.filter((name) => name !== "uploads" && name !== SEAL_KEY)

/** What is taken back from a folder of earlier data. The installation's id is not: mail may have gone out meanwhile. */
export const CARRIED_BACK = PARTS.filter((name) => name !== INSTALLATION && name !== LEDGER_ENDS)
/** How the folders of earlier data are named, beside the backups. */
export const KEPT = "before-restore-"

/** State of an interrupted exchange. */
type Unfinished = { kept: string; /** Parts that existed before. */ parts: string[]; replaced: string[] }

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
  mark(dataDir, { kept: keep, parts, replaced })
  if (parts.length > 0) {
    mkdirSync(keep, { mode: 0o700 })
    for (const name of replaced.toReversed())
      if (parts.includes(name)) renameSync(join(dataDir, name), join(keep, name))
    fsyncPath(keep)
    fsyncPath(join(dataDir, "backups"))
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
  writeFileSync(join(dataDir, MARKER), JSON.stringify(unfinished), { flush: true })
  fsyncPath(dataDir)
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
    return JSON.parse(text) as Unfinished
  } catch (cause) {
    throw new StartRefused(
      `${join(dataDir, MARKER)} ist von einer früheren Version: „${text.trim()}“. Die früheren Daten von dort nach ` +
        `${dataDir} zurücklegen, die Datei löschen und die Wiederherstellung noch einmal beginnen.`,
      { cause },
    )
  }
}

/** @throws StartRefused when a restore was interrupted: starting now would make an empty database */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, MARKER))) return
  throw new StartRefused(
    `Eine Wiederherstellung in ${dataDir} wurde unterbrochen. Entweder dieselbe noch einmal: ${PROGRAM} restore DATEI. ` +
      `Oder zurück zu den Daten von vorher: ${PROGRAM} restore --undo`,
  )
}
