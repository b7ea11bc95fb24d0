import { Database } from "bun:sqlite"
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fsyncPath } from "../lib/files.ts"
import { StartRefused } from "../lib/refusal.ts"

/**
 * Copies the database into the backups folder before an upgrade. The copy gets its name only after a check.
 *
 * @param version of the database, before the upgrade
 * @returns the file of the copy
 * @throws StartRefused when the copy cannot be read back
 */
export function copyBeforeUpgrade(sqlite: Database, dataDir: string, version: number): string {
  const folder = join(dataDir, "backups")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, "-")
  const target = join(folder, `pfandwerk-v${version}-${stamp}.db`)
  const draft = `${target}.unfinished`
  try {
    sqlite.query("VACUUM INTO ?").run(draft)
    fsyncPath(draft)
    requireReadable(draft)
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
  fsyncPath(folder)
  removeEarlier(folder, version, target)
  return target
}

/** Removes earlier copies of this version: a failing upgrade makes a new one with each start. */
function removeEarlier(folder: string, version: number, newest: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(`pfandwerk-v${version}-`) && name.endsWith(".db") && join(folder, name) !== newest)
      rmSync(join(folder, name), { force: true })
}

function requireReadable(file: string): void {
  const copy = new Database(file, { readonly: true })
  try {
    if (copy.query("PRAGMA quick_check(1)").values()[0]?.[0] === "ok") return
  } finally {
    copy.close()
  }
  throw new StartRefused(`Die Kopie ${file} lässt sich nicht zurücklesen; nichts wurde geändert.`)
}
