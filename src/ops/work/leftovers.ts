import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { DAY } from "../../lib/day.ts"
import { namesIn } from "../../lib/files.ts"

/** Names of folders of a backup, an export or an import at work; see `workFolder`. */
const WORK = /^\.unfinished-\d+-(\d+)(?:\.tar)?$/
/**
 * Names of files that a restore, `check` or an upgrade makes, and of the lock that earlier versions took for jobs.
 * None of these works while the service runs.
 */
const ALONE = /^(?:auftraege\.lock|\.restore-.*|\.probe-\d+|pfandwerk-v\d+-.*\.unfinished(?:-journal)?)$/

/** Longest duration of such work in ms: older folders are of killed processes. */
const LONGEST = DAY

/** @returns whether somebody may be making a backup, an export or an import */
export const isCopying = (dataDir: string, now: Date): boolean =>
  readdirSync(join(dataDir, "backups")).some((name) => WORK.test(name) && !wasKilled(name, now))

/** A start in the future counts as killed, too: the clock was wrong then. */
function wasKilled(name: string, now: Date): boolean {
  const started = Number(WORK.exec(name)?.[1] ?? now.getTime())
  return Math.abs(now.getTime() - started) >= LONGEST
}

/**
 * Removes what a killed backup, export, import, upgrade or restore has left: as large as all data, and of people
 * who may have asked to be forgotten. Call it in the running service: only the first three work beside it in its data
 * folder.
 *
 * @returns what was removed
 */
export function removeLeftovers({ dataDir, backupDir }: Readonly<Config>, now: Date): string[] {
  const folders = new Set([dataDir, join(dataDir, "backups"), backupDir])
  const paths = [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => wasKilled(name, now) || ALONE.test(name))
      .map((name) => join(folder, name)),
  )
  for (const path of paths) rmSync(path, { recursive: true, force: true })
  return paths
}
