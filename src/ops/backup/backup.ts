import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { readContents, snapshot } from "../../db/snapshot.ts"
import { reasonOf } from "../../lib/disk-fault.ts"
import { fsyncPath, refuseForeignFolder, removeIfPossible } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { version } from "../../version.ts"
import { type Manifest, readArchive, writeArchive } from "./archive.ts"
import { findFaults, findLost, keepApart } from "./prove.ts"
import { SEAL_KEY } from "../start/secret.ts"
import { DATABASE, databaseIn } from "../../db/open.ts"

/** Most times that database and pictures are copied: a picture may be deleted after the one and before the other. */
const MOST_COPIES = 5

/** @returns the name of a backup made at that moment; names sort by time */
export const backupName = (now: Date): string =>
  `pfandwerk-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`

/** @returns where a copy is put together or taken apart; removed when it is done */
export const workFolder = (dataDir: string, now: Date): string =>
  join(dataDir, "backups", `.unfinished-${process.pid}-${now.getTime()}`)

/**
 * Makes a backup of everything while the service runs; see `makeArchive`. One that a restore would refuse is kept apart
 * under the same name (prove.ts).
 *
 * @param called its final path, if `target` is only a station on the way there
 * @param owner whose it is, for one among others (retention/owner.ts)
 * @throws FaultyBackup for one that a restore would refuse
 */
export const backUp = (
  dataDir: string,
  target: string,
  now: Date,
  called = target,
  owner = "",
): Promise<Manifest> =>
  makeArchive(
    dataDir,
    target,
    now,
    (folder) => snapshot(dataDir, databaseIn(folder)),
    { owner },
    (made, faults) => keepApart(made, called, faults, dataDir),
  )

/**
 * Makes an archive of a database and the pictures it names, while the service runs: one file, read back, compared and
 * proven by what a restore would ask before it gets its name.
 *
 * @param target the file to be made; it must not exist
 * @param copyDatabase puts a copy of the database into a folder; called again when pictures went meanwhile
 * @param refuse is given an archive that is whole but has faults, and throws
 * @returns its contents, and the missing pictures
 * @throws StartRefused with the reason when none could be made; nothing is left behind then
 */
export async function makeArchive(
  dataDir: string,
  target: string,
  now: Date,
  copyDatabase: (folder: string) => void,
  { owner, ...about }: Pick<Manifest, "company"> & { owner?: string } = {},
  refuse: (made: string, faults: string[]) => never = refuseFirst,
): Promise<Manifest> {
  refuseForeignFolder(dataDir)
  if (existsSync(target)) throw new StartRefused(`${target} gibt es schon; überschrieben wird nichts.`)
  const work = workFolder(dataDir, now)
  const unfinished = join(dirname(resolve(target)), `.unfinished-${process.pid}-${now.getTime()}.tar`)
  try {
    mkdirSync(dirname(resolve(target)), { recursive: true, mode: 0o700 })
    const lost = findLost(dataDir, about.company)
    // The secrets of a company that moves stay behind, and so does what seals them.
    const key = about.company === undefined ? [SEAL_KEY] : []
    const { entries, ...inside } = collect(dataDir, work, copyDatabase, key)
    const created_am = now.toISOString()
    await writeArchive(unfinished, entries, { format: 1, version, created_am, ...about, ...inside }, owner)
    const manifest = await readArchive(unfinished)
    // The archive, read back, equals the files here byte for byte, so these are proven in its place.
    // A database that cannot be opened is a fault like others: its bytes may be all there is.
    const found = await findFaults(work).catch((error: unknown) => {
      if (error instanceof StartRefused) return [error.message]
      throw error
    })
    const faults = [...lost, ...found]
    if (faults.length > 0) refuse(unfinished, faults)
    publish(unfinished, target)
    keepOrRemove(target)
    return manifest
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    throw new StartRefused(`${target} wurde nicht geschrieben: ${reasonOf(cause)}`, { cause })
  } finally {
    removeIfPossible(work)
    removeIfPossible(unfinished)
  }
}

/** Gives a file its name, unless another has it by now, such as the backup of another server in the same second. */
function publish(draft: string, target: string): void {
  try {
    linkSync(draft, target)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === "EEXIST") throw new StartRefused(`${target} gibt es schon; überschrieben wird nichts.`)
    // A file system without links: the name is taken first, by a file that is ours to replace.
    closeSync(openSync(target, "wx", 0o600))
    renameSync(draft, target)
    return
  }
  removeIfPossible(draft)
}

/** Makes a file durable, or removes it: when the backup is said to have failed, no file may block the next try. */
function keepOrRemove(target: string): void {
  try {
    fsyncPath(dirname(resolve(target)))
  } catch (error) {
    removeIfPossible(target)
    throw error
  }
}

function refuseFirst(_made: string, [first]: string[]): never {
  throw new StartRefused(first ?? "")
}

/**
 * A copy of the database, and links to the pictures it names: they stay, even when they are deleted meanwhile. A
 * picture that two copies name and that is missing both times is lost; the backup is made without it.
 *
 * @param others files of the data folder that come along where they are there
 */
function collect(
  dataDir: string,
  work: string,
  copyDatabase: (folder: string) => void,
  others: readonly string[],
) {
  let lost = new Set<string>()
  for (let copies = 1; ; copies++) {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work, { recursive: true, mode: 0o700 })
    copyDatabase(work)
    const { schema, uploads } = readContents(databaseIn(work))
    const pictures = uploads.map((path) => `uploads/${path}`)
    for (const folder of new Set(pictures.map((path) => dirname(join(work, path)))))
      mkdirSync(folder, { recursive: true })
    const missing = pictures.filter((path) => !link(join(dataDir, path), join(work, path)))
    if (copies === MOST_COPIES || missing.every((path) => lost.has(path))) {
      const gone = new Set(missing)
      const beside = others.filter((path) => link(join(dataDir, path), join(work, path)))
      const entries = [DATABASE, ...beside, ...pictures.filter((path) => !gone.has(path))]
      return {
        schema,
        entries: entries.map((path) => ({ path, file: join(work, path) })),
        ...(missing.length > 0 && { missing }),
      }
    }
    lost = new Set(missing)
  }
}

/**
 * Links, or copies from another disk or where there are no links.
 *
 * @returns false when the file is gone
 */
function link(file: string, target: string): boolean {
  try {
    linkOrCopy(file, target)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false
    throw error
  }
}

function linkOrCopy(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    // If the file is gone, copying fails as well. EXCL, as writing to a link would change the picture itself.
    copyFileSync(file, target, constants.COPYFILE_EXCL)
  }
}
