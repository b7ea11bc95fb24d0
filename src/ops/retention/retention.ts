import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

const NAME = /^pfandwerk-(\d{4}-\d{2}-\d{2})T\d{2}-\d{2}-\d{2}Z\.tar$/

/**
 * Chooses what to keep: the newest backup of each of the last `daily` days that have one, and of each of the
 * last `weekly` weeks. Those from the future, when the clock was wrong, are left alone until their time has come:
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

/** Removes old scheduled backups; other files in the folder are not touched. */
export function removeOldBackups(folder: string, daily: number, weekly: number, now: Date): void {
  for (const name of superfluous(readdirSync(folder), daily, weekly, now)) rmSync(join(folder, name))
}

/** @returns the names of the backups made until `now`, the newest last */
const madeUntil = (now: Date, names: string[]): string[] =>
  names.filter((name) => NAME.test(name) && madeAt(name) <= now).toSorted()

/** "pfandwerk-2026-11-21T02-00-00Z.tar" */
const madeAt = (name: string): Date =>
  new Date(`${name.slice(10, 21)}${name.slice(21, 29).replaceAll("-", ":")}Z`)

function newestOf(backups: string[], period: (name: string) => string, count: number): string[] {
  const newest = new Map<string, string>()
  for (const name of backups) if (!newest.has(period(name))) newest.set(period(name), name)
  return [...newest.values()].slice(0, count)
}

const day = (name: string): string => NAME.exec(name)?.[1] ?? ""

/** The Monday of its week. */
function week(name: string): string {
  const date = new Date(`${day(name)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
