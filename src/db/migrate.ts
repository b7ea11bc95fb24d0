import type { Database } from "bun:sqlite"
import { existsSync, mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { StartRefused } from "../lib/start-refused.ts"
import { fsyncPath } from "../lib/durable.ts"
import { migrations as allMigrations } from "./migrations.ts"
import { openDatabase } from "./open.ts"

/** "PFWK": tells our databases from everybody else's (PRAGMA application_id). */
const APPLICATION_ID = 0x5046574b

/** Up to this size the whole file is checked at every start; beyond it, `pfandwerk check` does so. In bytes. */
const CHECK_AT_START = 32 * 1024 * 1024

export type Migration = { name: string; sql: string }

/**
 * Opens the database of a data folder, creates it when there is none, and brings it to this version.
 *
 * @param dataDir an existing, writable folder
 * @throws StartRefused with a message for the person in front of it
 */
export function openMigrated(dataDir: string, migrations: Migration[] = allMigrations): Database {
  const file = join(dataDir, "pfandwerk.db")
  const isNew = !existsSync(file)
  if (!isNew && statSync(file).size === 0) {
    throw new StartRefused(`${file} is empty (0 bytes). Restore a backup, or remove the file to start anew.`)
  }
  let sqlite: Database
  try {
    sqlite = openDatabase(file, { create: isNew })
  } catch (cause) {
    throw unusable(file, cause)
  }
  try {
    if (isNew) sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
    else inspect(sqlite, file)
    bringUpToDate(sqlite, dataDir, file, migrations)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error instanceof StartRefused ? error : unusable(file, error)
  }
}

function inspect(sqlite: Database, file: string): void {
  if (pragma(sqlite, "application_id") !== APPLICATION_ID) {
    throw new StartRefused(`${file} is not a database of Pfandwerk. Move it away, or set DATA_DIR.`)
  }
  // What the header promises must be there: a file cut short is found without reading all of it.
  const promised = pragma(sqlite, "page_count") * pragma(sqlite, "page_size")
  const damaged =
    statSync(file).size < CHECK_AT_START && sqlite.query("PRAGMA quick_check(1)").values()[0]?.[0] !== "ok"
  if (damaged || statSync(file).size + walSize(file) < promised) {
    throw new StartRefused(`${file} is damaged. Keep a copy of it and restore the latest backup.`)
  }
  // The folder may be readable and still refuse to be written to.
  sqlite.run("BEGIN IMMEDIATE")
  sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
  sqlite.run("COMMIT")
}

function bringUpToDate(sqlite: Database, dataDir: string, file: string, migrations: Migration[]): void {
  const version = pragma(sqlite, "user_version")
  if (version > migrations.length) {
    throw new StartRefused(
      `${file} was written by a newer Pfandwerk (version ${version}, this one knows ${migrations.length}). ` +
        "Start the newer executable, or restore a backup made before the upgrade.",
    )
  }
  const pending = migrations.slice(version)
  if (pending.length === 0) return
  const backup = version > 0 ? backUp(sqlite, dataDir, version) : undefined
  try {
    applyAll(sqlite, pending, migrations.length)
  } catch (cause) {
    const kept = backup ? ` Nothing was changed; a backup from before is ${backup}.` : ""
    throw new StartRefused(`Upgrading ${file} failed.${kept} Start the previous executable to go on.`, {
      cause,
    })
  }
}

/** All pending migrations in one transaction: a failed upgrade leaves everything as it was. */
function applyAll(sqlite: Database, pending: Migration[], version: number): void {
  // A table is rebuilt by dropping the old one, which would count as deleting its rows (sqlite.org/lang_altertable).
  sqlite.run("PRAGMA foreign_keys = OFF")
  try {
    sqlite
      .transaction(() => {
        for (const migration of pending) sqlite.run(migration.sql)
        const broken = sqlite.query("PRAGMA foreign_key_check").values()
        if (broken.length > 0) throw new Error(`${broken.length} broken references after the migration`)
        sqlite.run(`PRAGMA user_version = ${version}`)
      })
      .immediate()
  } finally {
    sqlite.run("PRAGMA foreign_keys = ON")
  }
}

function backUp(sqlite: Database, dataDir: string, version: number): string {
  const folder = join(dataDir, "backups")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, "-")
  const target = join(folder, `pfandwerk-v${version}-${stamp}.db`)
  sqlite.query("VACUUM INTO ?").run(target)
  fsyncPath(target)
  fsyncPath(folder)
  const copy = openDatabase(target, { create: false })
  try {
    if (copy.query("PRAGMA quick_check(1)").values()[0]?.[0] !== "ok") {
      throw new StartRefused(`The backup ${target} cannot be read back; nothing was changed.`)
    }
    copy.run("PRAGMA journal_mode = DELETE")
  } finally {
    copy.close()
  }
  return target
}

function pragma(sqlite: Database, name: string): number {
  return Number(sqlite.query(`PRAGMA ${name}`).values()[0]?.[0])
}

function walSize(file: string): number {
  const wal = `${file}-wal`
  return existsSync(wal) ? statSync(wal).size : 0
}

function unusable(file: string, cause: unknown): StartRefused {
  const code = (cause as { code?: string }).code ?? ""
  if (/NOTADB|CORRUPT/.test(code)) {
    return new StartRefused(`${file} is damaged or no database. Restore the latest backup.`, { cause })
  }
  if (/READONLY|CANTOPEN|PERM|EACCES|EROFS/.test(code)) {
    return new StartRefused(
      `${file} cannot be written. Check who owns the folder and whether it is read-only.`,
      {
        cause,
      },
    )
  }
  if (/FULL|ENOSPC/.test(code)) return new StartRefused(`No space left for ${file}.`, { cause })
  if (/BUSY|LOCKED/.test(code)) {
    return new StartRefused(`${file} is locked by another program. Close it and start again.`, { cause })
  }
  return new StartRefused(`${file} cannot be opened: ${(cause as Error).message}`, { cause })
}
