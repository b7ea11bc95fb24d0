import { existsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Config } from "../../config.ts"
import { readNote, writeNote } from "../../lib/note.ts"
import { backupsIn, latestBackup } from "./retention.ts"

/** Results of the scheduled backups; `*_am` in ISO 8601. */
export type Status = {
  good?: {
    gemacht_am: string
    file: string
    missing: number
    /** It lay on another disk than the data. */
    elsewhere?: boolean
  }
  /** The last one that failed, if none was made since. */
  failed?: { versucht_am: string; reason: string }
}

type Places = Pick<Config, "dataDir" | "backupDir">

/** Place of the file, in the data folder: the disk for backups may be the one that is gone. */
const fileIn = (dataDir: string): string => join(dataDir, "backups", "status.json")

/** @returns nothing where none was made or it cannot be read */
export const readStatus = (dataDir: string): Status => readNote<Status>(fileIn(dataDir)) ?? {}

/** @param missing how many pictures are not in it, because they were lost before */
export const noteGood = (dataDir: string, file: string, now: Date, missing: number): void =>
  writeNote(fileIn(dataDir), {
    good: { gemacht_am: now.toISOString(), file, missing, elsewhere: isElsewhere(dataDir, dirname(file)) },
  })

/** @param reason in German, with the way out */
export const noteFailed = (dataDir: string, now: Date, reason: string): void =>
  writeNote(fileIn(dataDir), { ...readStatus(dataDir), failed: { versucht_am: now.toISOString(), reason } })

/** @returns whether a folder is on another disk than the data */
export const isElsewhere = (dataDir: string, folder: string): boolean =>
  existsSync(folder) && statSync(folder).dev !== statSync(dataDir).dev

/** @returns the last backup that failed, unless a good one was made since */
export function failedBackup(config: Readonly<Places>, now: Date): Status["failed"] {
  const { failed } = readStatus(config.dataDir)
  const last = lastGoodBackup(config, now)
  return failed && (!last || Date.parse(failed.versucht_am) > last.getTime()) ? failed : undefined
}

/**
 * The time of the last good backup: of the newest in the folder, or the noted one while the folder cannot be read.
 *
 * @returns undefined when there is none
 */
export function lastGoodBackup({ dataDir, backupDir }: Readonly<Places>, now: Date): Date | undefined {
  const names = backupsIn(backupDir)
  if (names) return latestBackup(names, now)
  const remembered = readStatus(dataDir).good?.gemacht_am
  return remembered === undefined ? undefined : new Date(remembered)
}
