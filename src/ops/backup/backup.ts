import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { readSnapshot, snapshot } from "../../db/snapshot.ts"
import { reasonOf } from "../../lib/disk-fault.ts"
import { fsyncPath } from "../../lib/durable.ts"
import { refuseForeignFolder } from "../../lib/owner.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import { version } from "../../version.ts"
import { type Manifest, readArchive, writeArchive } from "./archive.ts"

/** Pictures may be deleted after the database was copied and before they are: then both are copied again. */
const ATTEMPTS = 5

/** What goes into an archive's manifest and is known before its files are. */
type About = { company?: string }

/** @returns the name of a backup made at that moment; names sort by time */
export const backupName = (now: Date): string =>
  `pfandwerk-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`

/** @returns where a copy is put together or taken apart; removed when it is done */
export const workFolder = (dataDir: string, now: Date): string =>
  join(dataDir, "backups", `.unfinished-${process.pid}-${now.getTime()}`)

/** Makes a backup of everything while the service runs; see `makeArchive`. */
export const backUp = (dataDir: string, target: string, now: Date): Promise<Manifest> =>
  makeArchive(dataDir, target, now, (folder) => snapshot(dataDir, join(folder, "pfandwerk.db")))

/**
 * Makes an archive of a database and the pictures it names, while the service runs: one file, read back and
 * compared before it gets its name.
 *
 * @param target the file to be made; it must not exist
 * @param copyDatabase puts a copy of the database into a folder; called again when pictures went meanwhile
 * @returns what is in it, and which pictures were missing
 * @throws StartRefused with the reason when none could be made; nothing is left behind then
 */
export async function makeArchive(
  dataDir: string,
  target: string,
  now: Date,
  copyDatabase: (folder: string) => void | Promise<void>,
  about: About = {},
): Promise<Manifest> {
  refuseForeignFolder(dataDir)
  if (existsSync(target)) throw new StartRefused(`${target} gibt es schon; überschrieben wird nichts.`)
  const work = workFolder(dataDir, now)
  const unfinished = join(dirname(resolve(target)), `.unfinished-${process.pid}-${now.getTime()}.tar`)
  try {
    mkdirSync(dirname(resolve(target)), { recursive: true, mode: 0o700 })
    const { entries, ...inside } = await collect(dataDir, work, copyDatabase)
    const created_am = now.toISOString()
    await writeArchive(unfinished, entries, { format: 1, version, created_am, ...about, ...inside })
    const manifest = await readArchive(unfinished)
    renameSync(unfinished, target)
    fsyncPath(dirname(resolve(target)))
    return manifest
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    throw new StartRefused(`${target} wurde nicht geschrieben: ${reasonOf(cause)}`, { cause })
  } finally {
    removeIfPossible(work)
    removeIfPossible(unfinished)
  }
}

/**
 * A copy of the database, and links to the pictures it names: they stay, even when they are deleted meanwhile. A
 * picture that two copies name and that is missing both times is lost; the backup is made without it.
 */
async function collect(
  dataDir: string,
  work: string,
  copyDatabase: (folder: string) => void | Promise<void>,
) {
  let lost = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true, mode: 0o700 })
    await copyDatabase(work)
    const database = join(work, "pfandwerk.db")
    const { schema, uploads } = readSnapshot(database)
    const pictures = uploads.map((path, i) => ({ path: `uploads/${path}`, file: join(work, String(i)) }))
    const missing = pictures
      .filter(({ path, file }) => !link(join(dataDir, path), file))
      .map(({ path }) => path)
    if (attempt === ATTEMPTS || missing.every((path) => lost.has(path))) {
      const entries = [{ path: "pfandwerk.db", file: database }, ...pictures]
      const there = entries.filter(({ path }) => !missing.includes(path))
      return { schema, entries: there, ...(missing.length > 0 && { missing }) }
    }
    lost = new Set(missing)
  }
}

/** A failing removal must not hide the error that led to it; the service removes such leftovers later. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Of a folder that cannot be written to.
  }
}

/** @returns false when the file is gone */
function link(file: string, target: string): boolean {
  try {
    linkSync(file, target)
    return true
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === "ENOENT") return false
    // Another disk, or a file system without links: a copy will do.
    if (code !== "EXDEV" && code !== "EPERM") throw error
    copyFileSync(file, target)
    return true
  }
}
