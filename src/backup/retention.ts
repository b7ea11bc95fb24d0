import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

const NAME = /^pfandwerk-(\d{4}-\d{2}-\d{2})T\d{2}-\d{2}-\d{2}Z\.tar$/

/**
 * Chooses what to keep: the newest backup of each of the last `daily` days that have one, and of each of the
 * last `weekly` weeks.
 *
 * @returns the names to remove
 */
export function superfluous(names: string[], daily: number, weekly: number): string[] {
  const backups = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  const keep = new Set([...newestOf(backups, day, daily), ...newestOf(backups, week, weekly)])
  return backups.filter((name) => !keep.has(name))
}

/** @returns when the newest scheduled backup among the names was made */
export function latestBackup(names: string[]): Date | undefined {
  const name = names
    .filter((other) => NAME.test(other))
    .toSorted()
    .at(-1)
  // "pfandwerk-2026-11-21T02-00-00Z.tar"
  return name === undefined
    ? undefined
    : new Date(`${name.slice(10, 21)}${name.slice(21, 29).replaceAll("-", ":")}Z`)
}

/** Removes old scheduled backups; other files in the folder are not touched. */
export function removeOldBackups(folder: string, daily: number, weekly: number): void {
  for (const name of superfluous(readdirSync(folder), daily, weekly)) rmSync(join(folder, name))
}

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
