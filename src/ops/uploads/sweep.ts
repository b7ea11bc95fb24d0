import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { HttpDeps } from "../../http/http-deps.ts"
import { advanceTidyingTime } from "../clock/tidying.ts"
import { isCopying } from "../work/leftovers.ts"
import {
  bringBack,
  emptyQuarantine,
  ignoringGone,
  quarantine,
  quarantined,
  type Stored,
  storedFiles,
} from "./quarantine.ts"
import { identityOf, readNote, replaceFile } from "../../lib/files.ts"
import { databaseIn } from "../../db/open.ts"

/**
 * Number of files without a record, and their share of all files, up to which chance explains them: a power cut ends
 * uploads, too.
 */
const BY_CHANCE = 10
const SHARE_BY_CHANCE = 0.02

type Places = Pick<HttpDeps, "system" | "stopping"> & { config: { dataDir: string; uploadsDir: string } }

/** Numbers of files that no record names, by what was done with them. */
export type Swept = {
  quarantined: number
  /** Interrupted uploads, never acknowledged to anybody: removed. */
  drafts: number
  /** Records name them again, so they are back. */
  broughtBack: number
  /** There are suspiciously many: nothing was done. */
  tooMany: number
  /** Files that records name and that are gone; undefined when their number changed while counting. */
  missing: number | undefined
}

/**
 * Moves picture files that no record names into quarantine, for thirty days: those of uploads that a power cut ended,
 * and of deletions that did not get to remove them. Files from before the database are left alone, and so are all, if
 * they are more than a small share.
 *
 * @param before only files older than that are looked at, in ms since 1970
 * @param all somebody asked for it: then neither age nor number matter
 */
export async function sweep(deps: Places, before: number, { all = false } = {}): Promise<Swept> {
  const { system, config } = deps
  const { dataDir, uploadsDir } = config
  const swept: Swept = { quarantined: 0, drafts: 0, broughtBack: 0, tooMany: 0, missing: undefined }
  const now = new Date()
  const since = pairedSince(config) ?? notePair(config)
  // An import stores its pictures long before it commits their records. The next day's sweep is soon enough.
  if (isCopying(dataDir, now)) return swept
  for await (const file of quarantined(uploadsDir))
    if (system.findRecordOf(file.path) && (await bringBack(uploadsDir, file))) swept.broughtBack++
  await emptyQuarantine(uploadsDir, advanceTidyingTime(dataDir, new Date()))
  swept.drafts = await removeDrafts(uploadsDir, before)
  const { files, orphans, missing } = await look(deps)
  swept.missing = missing
  const chosen = orphans.filter(({ mtime }) => mtime < before && (all || mtime >= since))
  if (!all && chosen.length > Math.max(BY_CHANCE, files * SHARE_BY_CHANCE))
    return { ...swept, tooMany: chosen.length }
  for (const { path } of chosen) {
    if (deps.stopping()) break
    if (system.findRecordOf(path)) continue
    await quarantine(uploadsDir, path, now).catch(ignoringGone)
    swept.quarantined++
  }
  return swept
}

async function look({ system, stopping, config }: Places) {
  const named = system.countFiles()
  let files = 0
  const orphans: Stored[] = []
  for await (const file of storedFiles(config.uploadsDir)) {
    if (stopping()) return { files, orphans: [], missing: undefined }
    files++
    if (!system.findRecordOf(file.path)) orphans.push(file)
  }
  // With an upload or a deletion in between, the two numbers would be of different moments.
  const isStill = system.countFiles() === named
  return { files, orphans, missing: isStill ? Math.max(0, named - (files - orphans.length)) : undefined }
}

async function removeDrafts(uploadsDir: string, before: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(uploadsDir)) {
    if (!name.startsWith(".entwurf-")) continue
    const draft = await stat(join(uploadsDir, name)).catch(ignoringGone)
    if (!draft || draft.mtimeMs >= before) continue
    await rm(join(uploadsDir, name), { force: true })
    removed++
  }
  return removed
}

/** Note on the database to which the pictures belong. It lies beside them, so that a restore exchanges both. */
const NOTE = ".known-database"

type Note = { database: string; since: number }

type Folders = { dataDir: string; uploadsDir: string }

/**
 * A database that was restored, put there by hand or made anew knows nothing of the pictures from before: those that
 * it does not name may be the only copies.
 *
 * @returns the time in ms since 1970 from which this database and these pictures belong together; undefined for
 *   another database than the noted one
 */
function pairedSince({ dataDir, uploadsDir }: Folders): number | undefined {
  const note = readNote<Note>(join(uploadsDir, NOTE))
  return note?.database === identityOf(databaseIn(dataDir)) ? note.since : undefined
}

/** Notes that database and pictures belong together from now on: files that are there already are left alone. */
export function notePair({ dataDir, uploadsDir }: Folders): number {
  const note: Note = { database: identityOf(databaseIn(dataDir)), since: Date.now() }
  replaceFile(join(uploadsDir, NOTE), JSON.stringify(note))
  return note.since
}
