import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { draftIn } from "../../api/pictures/files.ts"
import { lockCompanyImport } from "../../db/lock.ts"
import { readContents } from "../../db/snapshot.ts"
import { extractCompany, insertCompany, type Transfer } from "../../db/transfer.ts"
import { fsyncPath } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { readArchive, requireFile } from "./archive.ts"
import { makeArchive, workFolder } from "./backup.ts"
import { findFaults } from "./prove.ts"
import { databaseIn } from "../../db/open.ts"

/** `missing` are the pictures that were gone already where the company came from: `uploads/…`. */
export type Moved = Transfer & { missing: string[] }

/**
 * Writes one company with all its data and pictures into a file, while the service runs: an archive like a
 * backup's, of an installation with nothing but this company, proven like one.
 *
 * @param target the file to be made; it must not exist
 * @throws StartRefused with the reason when none could be made; nothing is left behind then
 */
export async function exportCompany(
  dataDir: string,
  slug: string,
  target: string,
  now: Date,
): Promise<Moved> {
  let moved: Transfer | undefined
  const copyDatabase = (folder: string) => {
    moved = extractCompany(databaseIn(dataDir), slug, folder)
  }
  const { missing = [] } = await makeArchive(dataDir, target, now, copyDatabase, { company: slug })
  if (!moved) throw new Error("an archive without its company")
  return { ...moved, missing }
}

/**
 * Takes a company in from such a file, beside a running service. The pictures are on the disk before the rows are
 * committed, all together; when anything fails, both are as before.
 *
 * @throws StartRefused when the file is damaged, its ledger does not hold, the company is there already, or another
 *   import is running
 */
export async function importCompany(dataDir: string, archive: string, now: Date): Promise<Moved> {
  requireFile(archive)
  const work = workFolder(dataDir, now)
  const placed: string[] = []
  const unlock = lockCompanyImport(dataDir)
  try {
    mkdirSync(work, { recursive: true, mode: 0o700 })
    const { company, missing = [] } = await readArchive(archive, work)
    const [fault] = await findFaults(work, missing)
    if (fault !== undefined) throw new StartRefused(fault)
    placePictures(work, dataDir, missing, placed)
    const moved = insertCompany(databaseIn(work), databaseIn(dataDir), company === undefined)
    placed.length = 0
    return { ...moved, missing }
  } finally {
    for (const file of placed) rmSync(file, { force: true })
    rmSync(work, { recursive: true, force: true })
    unlock()
  }
}

/** @param placed gets each file's path before the file is there, so that a failed import can remove it */
function placePictures(from: string, dataDir: string, missing: string[], placed: string[]): void {
  const folders = new Set([join(dataDir, "uploads")])
  for (const path of readContents(databaseIn(from)).uploads) {
    const source = join(from, "uploads", path)
    const target = join(dataDir, "uploads", path)
    if (missing.includes(`uploads/${path}`)) continue
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    if (!existsSync(target)) place(source, target, draftIn(join(dataDir, "uploads")), placed)
    // An import that was killed left the same file, or the company is here already: then its rows are refused later.
    else if (!readFileSync(source).equals(readFileSync(target)))
      throw new StartRefused(`uploads/${path} gibt es schon; überschrieben wird nichts.`)
    fsyncPath(target)
    folders.add(dirname(target))
  }
  for (const folder of folders) fsyncPath(folder)
}

/** Copies a file whole or not at all, even when the process is killed. */
function place(source: string, target: string, draft: string, placed: string[]): void {
  placed.push(draft, target)
  copyFileSync(source, draft)
  fsyncPath(draft)
  renameSync(draft, target)
}
