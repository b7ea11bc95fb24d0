import { dirname, resolve, sep } from "node:path"
import type { Config } from "../../config.ts"
import { backupsIn } from "./retention.ts"
import { isElsewhere, readStatus } from "./status.ts"

/**
 * Tells whether the disk for backups is gone: its empty mount point remains, and backups written to it would fill the
 * disk of the data and be lost with it.
 *
 * @returns true when the last good backup lay in this folder, and the folder has none any more or is now on the disk of
 *   the data
 */
export function isDiskGone({ dataDir, backupDir }: Readonly<Pick<Config, "dataDir" | "backupDir">>): boolean {
  const { good } = readStatus(dataDir)
  if (!good || resolve(dirname(good.file)) !== resolve(backupDir)) return false
  if (good.elsewhere && !isElsewhere(dataDir, backupDir)) return true
  // Backups removed from the data folder itself made room: nothing was unplugged.
  const beside = resolve(backupDir).startsWith(resolve(dataDir) + sep)
  return !beside && (backupsIn(backupDir)?.length ?? 0) === 0
}

/** Message for the operator in German. */
export const DISK_GONE = (backupDir: string): string =>
  `In ${backupDir} lagen Sicherungen, jetzt ist dort nichts davon. Ist die Platte eingehängt? Soll wirklich dorthin gesichert werden (neue oder geleerte Platte): pfandwerk backup --here`
