import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { existsSync } from "node:fs"
import { fsyncPath } from "../../lib/files.ts"
import { DAY } from "../../lib/day.ts"

/** A picture file as it lies there; `path` is below the uploads folder, with "/". */
export type Stored = { path: string; /** Time of storing, in ms since 1970. */ mtime: number; bytes: number }

/**
 * Walks through the picture files, a folder at a time. Names that begin with a dot belong to other things: drafts, the
 * quarantine, the note on the database.
 *
 * @returns nothing where there is no such folder
 */
export async function* storedFiles(uploadsDir: string): AsyncGenerator<Stored> {
  const folders = [""]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(join(uploadsDir, folder))) {
      if (entry.name.startsWith(".")) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) folders.push(path)
      const found = entry.isFile() ? await stat(join(uploadsDir, path)).catch(ignoringGone) : undefined
      if (found) yield { path, mtime: found.mtimeMs, bytes: found.size }
    }
  }
}

async function entriesOf(folder: string) {
  return (await readdir(folder, { withFileTypes: true }).catch(ignoringGone)) ?? []
}

/** For `catch`: ignores that a file is gone, and passes every other error on. */
export function ignoringGone(error: unknown): undefined {
  if ((error as { code?: string }).code !== "ENOENT") throw error
}

/** Within uploads/, so that a file always comes here by a change of its name alone. */
const QUARANTINE = ".quarantine"
/** Time in quarantine in ms, from the beginning of the first day: thirty whole days follow it. */
const KEPT = 31 * DAY

const NAME = /^\d{4}-\d{2}-\d{2}$/

/** A file in quarantine: where it lies below uploads/, and where it was. */
type Quarantined = { file: string; path: string }

/** Takes a picture file out of use; it stays for thirty days. */
export async function quarantine(uploadsDir: string, path: string, now: Date): Promise<void> {
  const target = join(uploadsDir, QUARANTINE, now.toISOString().slice(0, 10), path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(join(uploadsDir, path), target)
}

/** @returns everything that lies there, the newest first */
export async function* quarantined(uploadsDir: string): AsyncGenerator<Quarantined> {
  for (const day of (await daysOf(uploadsDir)).toReversed()) {
    const folder = join(QUARANTINE, day)
    for await (const { path } of storedFiles(join(uploadsDir, folder)))
      yield { file: `${folder}/${path}`, path }
  }
}

export async function countQuarantined(uploadsDir: string): Promise<number> {
  return (await Array.fromAsync(quarantined(uploadsDir))).length
}

/**
 * Puts a file back where it was, durably.
 *
 * @returns false when another one is there: then nothing is changed
 */
export async function bringBack(uploadsDir: string, { file, path }: Quarantined): Promise<boolean> {
  const target = join(uploadsDir, path)
  if (existsSync(target)) return false
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(join(uploadsDir, file), target)
  for (const folder of [dirname(target), uploadsDir]) fsyncPath(folder)
  return true
}

/** Removes for good what has lain there long enough; @returns how many days' worth were removed */
export async function emptyQuarantine(uploadsDir: string, now: Date): Promise<number> {
  const over = (await daysOf(uploadsDir)).filter((day) => now.getTime() - Date.parse(day) > KEPT)
  for (const day of over) await rm(join(uploadsDir, QUARANTINE, day), { recursive: true, force: true })
  return over.length
}

async function daysOf(uploadsDir: string): Promise<string[]> {
  const names = (await readdir(join(uploadsDir, QUARANTINE)).catch(ignoringGone)) ?? []
  return names.filter((name) => NAME.test(name)).toSorted()
}
