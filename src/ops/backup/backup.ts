import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { readSnapshot, snapshot } from "../../db/snapshot.ts"
import { fsyncPath } from "../../lib/durable.ts"
import { refuseForeignFolder } from "../../lib/owner.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import { version } from "../../version.ts"
import { type Manifest, readArchive, writeArchive } from "./archive.ts"

/** Pictures may be deleted between the copy of the database and theirs: then both are taken anew. */
const ATTEMPTS = 5

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
 * @returns what is in it
 * @throws StartRefused with the reason when none could be made; nothing is left behind then
 */
export async function makeArchive(
  dataDir: string,
  target: string,
  now: Date,
  copyDatabase: (folder: string) => void | Promise<void>,
): Promise<Manifest> {
  refuseForeignFolder(dataDir)
  if (existsSync(target)) throw new StartRefused(`${target} exists already; it is never overwritten.`)
  const work = workFolder(dataDir, now)
  const unfinished = join(dirname(resolve(target)), `.unfinished-${process.pid}-${now.getTime()}.tar`)
  try {
    mkdirSync(dirname(resolve(target)), { recursive: true, mode: 0o700 })
    const { schema, entries } = await collect(dataDir, work, copyDatabase)
    await writeArchive(unfinished, entries, { format: 1, version, created_am: now.toISOString(), schema })
    const manifest = await readArchive(unfinished)
    renameSync(unfinished, target)
    fsyncPath(dirname(resolve(target)))
    return manifest
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    throw new StartRefused(`${target} was not made: ${(cause as Error).message}`, { cause })
  } finally {
    rmSync(work, { recursive: true, force: true })
    rmSync(unfinished, { force: true })
  }
}

/** A copy of the database, and links to the pictures it names: they stay, even when they are deleted meanwhile. */
async function collect(
  dataDir: string,
  work: string,
  copyDatabase: (folder: string) => void | Promise<void>,
) {
  for (let attempt = 1; ; attempt++) {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true, mode: 0o700 })
    await copyDatabase(work)
    const database = join(work, "pfandwerk.db")
    const { schema, uploads } = readSnapshot(database)
    const missing = uploads.find((path, i) => !link(join(dataDir, "uploads", path), join(work, String(i))))
    if (missing === undefined) {
      const pictures = uploads.map((path, i) => ({ path: `uploads/${path}`, file: join(work, String(i)) }))
      return { schema, entries: [{ path: "pfandwerk.db", file: database }, ...pictures] }
    }
    if (attempt === ATTEMPTS)
      throw new StartRefused(`The picture uploads/${missing} is missing; run: pfandwerk check`)
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
    // Another disk, or one without links: then a copy does.
    if (code !== "EXDEV" && code !== "EPERM") throw error
    copyFileSync(file, target)
    return true
  }
}
