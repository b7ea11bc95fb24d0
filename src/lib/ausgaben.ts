import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { DAY } from "./day.ts"

/** Folder beside the pictures; names with a dot are neither handed out nor backed up. */
const FOLDER = ".ausgaben"

/** Time in ms after which a finished file is removed, as it holds everything about everybody. */
export const ABRUFBAR = DAY

const folderOf = (uploads: string, tenantId: string): string => join(uploads, FOLDER, tenantId)

/** @returns where the ZIP of a job lies when it is finished */
export const ausgabeOf = (uploads: string, tenantId: string, id: string): string =>
  join(folderOf(uploads, tenantId), `${id}.zip`)

/** Removes what a company's exports have left, finished or not; @returns its folder, which is there afterwards */
export function clearAusgaben(uploads: string, tenantId: string): string {
  const folder = folderOf(uploads, tenantId)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Removes a company's finished exports: they still say what has been erased. */
export function removeAusgaben(uploads: string, tenantId: string): void {
  rmSync(folderOf(uploads, tenantId), { recursive: true, force: true })
}

/** Removes every company's exports whose time is over, and drafts of that age. @returns how many files */
export function removeOldAusgaben(uploads: string, now: Date): number {
  const root = join(uploads, FOLDER)
  if (!existsSync(root)) return 0
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const old = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => Math.abs(now.getTime() - statSync(path).mtimeMs) > ABRUFBAR)
  for (const path of old) rmSync(path, { force: true })
  return old.length
}
