import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join, resolve, sep } from "node:path"
import type { Config } from "../../config.ts"
import { mondayOf } from "../../lib/day.ts"
import { readNote, writeNote } from "../../lib/files.ts"
import { PROGRAM } from "../../lib/ourselves.ts"
import { isForeign } from "./owner.ts"

const NAME = /^pfandwerk-(\d{4}-\d{2}-\d{2})T\d{2}-\d{2}-\d{2}Z\.tar$/

/**
 * Chooses what to keep: the newest backup of each of the last `daily` days that have one, and of each of the
 * last `weekly` weeks. Those from the future, made while the clock was wrong, are left alone until their time has come:
 * they must not displace tonight's.
 *
 * @returns the names to remove
 */
export function superfluous(names: string[], daily: number, weekly: number, now: Date): string[] {
  const backups = madeUntil(now, names).toReversed()
  const keep = new Set([...newestOf(backups, day, daily), ...newestOf(backups, week, weekly)])
  return backups.filter((name) => !keep.has(name))
}

/** @returns when the newest scheduled backup among the names was made, not counting those from the future */
export function latestBackup(names: string[], now: Date): Date | undefined {
  const name = madeUntil(now, names).at(-1)
  return name === undefined ? undefined : madeAt(name)
}

/** @returns the names of those from the future: the clock was ahead when they were made, or is behind now */
export const backupsAhead = (names: string[], now: Date): string[] =>
  names.filter((name) => NAME.test(name) && madeAt(name) > now).toSorted()

/** @returns the names of the backups in a folder, in order of time; undefined where it is not there or not to be read */
export function backupsIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .toSorted()
  } catch {
    return undefined
  }
}

/** @returns the names of an installation's own backups in its folder for them; undefined where it is not to be read */
export const ownBackups = ({ dataDir, backupDir }: Readonly<Places>): string[] | undefined =>
  backupsIn(backupDir)?.filter((name) => !isForeign(dataDir, join(backupDir, name)))

/** @returns how many backups of other installations lie in the same folder */
export const foreignBackups = (config: Readonly<Places>): number =>
  (backupsIn(config.backupDir)?.length ?? 0) - (ownBackups(config)?.length ?? 0)

/** Removes old scheduled backups; other files in the folder, and other installations' backups, are not touched. */
export function removeOldBackups(config: Readonly<Places>, daily: number, weekly: number, now: Date): void {
  for (const name of superfluous(ownBackups(config) ?? [], daily, weekly, now))
    rmSync(join(config.backupDir, name))
}

/** @returns the names of the backups made until `now`, the newest last */
const madeUntil = (now: Date, names: string[]): string[] =>
  names.filter((name) => NAME.test(name) && madeAt(name) <= now).toSorted()

/** @param name such as "pfandwerk-2026-11-21T02-00-00Z.tar" */
export const madeAt = (name: string): Date =>
  new Date(`${name.slice(10, 21)}${name.slice(21, 29).replaceAll("-", ":")}Z`)

function newestOf(backups: string[], period: (name: string) => string, count: number): string[] {
  const newest = new Map<string, string>()
  for (const name of backups) if (!newest.has(period(name))) newest.set(period(name), name)
  return [...newest.values()].slice(0, count)
}

const day = (name: string): string => NAME.exec(name)?.[1] ?? ""

/** The Monday of its week. */
const week = (name: string): string => mondayOf(day(name))

/** Results of the scheduled backups; `*_am` in ISO 8601. */
type Status = {
  good?: {
    gemacht_am: string
    file: string
    missing: number
    /** Its length; undefined in a note of an earlier version. */
    bytes?: number
    /** It lay on another disk than the data. */
    elsewhere?: boolean
  }
  /** The last one that failed, if none was made since. */
  failed?: { versucht_am: string; reason: string; /** Where it was to go. */ folder?: string }
}

type Places = Pick<Config, "dataDir" | "backupDir">

/** Place of the file, in the data folder: the disk for backups may be the one that is gone. */
const fileIn = (dataDir: string): string => join(dataDir, "backups", "status.json")

/** @returns nothing where none was made or it cannot be read */
export const readStatus = (dataDir: string): Status => readNote<Status>(fileIn(dataDir)) ?? {}

/** @param missing how many pictures are not in it, because they were lost before */
export const noteGood = (dataDir: string, file: string, now: Date, missing: number): void =>
  writeNote(fileIn(dataDir), {
    good: {
      gemacht_am: now.toISOString(),
      file,
      missing,
      ...sizeOf(file),
      elsewhere: isElsewhere(dataDir, dirname(file)),
    },
  })

const sizeOf = (file: string): { bytes?: number } => {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  return bytes === undefined ? {} : { bytes }
}

/** @returns in German what is wrong with the length of the newest backup, which was read back when it was made */
export function shortBackup({ dataDir, backupDir }: Readonly<Places>, now: Date): string | undefined {
  const name = madeUntil(now, ownBackups({ dataDir, backupDir }) ?? []).at(-1)
  if (name === undefined) return undefined
  const { bytes } = sizeOf(join(backupDir, name))
  const { good } = readStatus(dataDir)
  const made = good && basename(good.file) === name ? good.bytes : undefined
  if (bytes === undefined || (bytes > 0 && (made === undefined || made === bytes))) return undefined
  return `${join(backupDir, name)} ist beschädigt: ${bytes} Bytes${made === undefined ? "" : ` statt ${made}`}. Ist die Platte in Ordnung? Jetzt eine neue machen: ${PROGRAM} backup`
}

/** @param reason in German, with the way out */
export const noteFailed = ({ dataDir, backupDir }: Readonly<Places>, now: Date, reason: string): void =>
  writeNote(fileIn(dataDir), {
    ...readStatus(dataDir),
    failed: { versucht_am: now.toISOString(), reason, folder: backupDir },
  })

/** @returns whether a folder is on another disk than the data */
const isElsewhere = (dataDir: string, folder: string): boolean =>
  existsSync(folder) && statSync(folder).dev !== statSync(dataDir).dev

/** @returns the last backup that failed, unless a good one was made since, or they go elsewhere by now */
export function failedBackup(config: Readonly<Places>, now: Date): Status["failed"] {
  const { failed } = readStatus(config.dataDir)
  if (failed?.folder !== undefined && resolve(failed.folder) !== resolve(config.backupDir)) return undefined
  const last = lastGoodBackup(config, now)
  return failed && (!last || Date.parse(failed.versucht_am) > last.getTime()) ? failed : undefined
}

/**
 * The time of the last good backup: of the newest in the folder, or the noted one while the folder cannot be read.
 *
 * @returns undefined when there is none
 */
export function lastGoodBackup(config: Readonly<Places>, now: Date): Date | undefined {
  const names = ownBackups(config)
  if (names) return latestBackup(names, now)
  const remembered = readStatus(config.dataDir).good?.gemacht_am
  return remembered === undefined ? undefined : new Date(remembered)
}

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
  return !isBeside({ dataDir, backupDir }) && (backupsIn(backupDir)?.length ?? 0) === 0
}

const isBeside = ({ dataDir, backupDir }: Readonly<Places>): boolean =>
  resolve(backupDir).startsWith(resolve(dataDir) + sep)

/** @returns whether backups were given a place of their own that is on the disk of the data all the same */
export const isSameDisk = (places: Readonly<Places>): boolean =>
  !isBeside(places) && existsSync(places.backupDir) && !isElsewhere(places.dataDir, places.backupDir)

/** Message for the operator in German. */
export const DISK_GONE = (backupDir: string): string =>
  `In ${backupDir} lagen Sicherungen, jetzt ist dort nichts davon. Ist die Platte eingehängt? Soll wirklich dorthin gesichert werden (neue oder geleerte Platte): ${PROGRAM} backup --here`
