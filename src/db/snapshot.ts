import { Database } from "bun:sqlite"
import { existsSync } from "node:fs"
import { fsyncPath } from "../lib/files.ts"
import { countIn } from "./applied.ts"
import { findMissingRules } from "./missing-rules.ts"
import { uploadPathsIn } from "./upload-paths.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { databaseIn, openReadOnly } from "./open.ts"

/**
 * Copies a consistent state of the database while others write to it.
 *
 * @param target a file that does not exist yet; it is synced to disk
 * @throws StartRefused when the data folder has no database
 */
export function snapshot(dataDir: string, target: string): void {
  const file = databaseIn(dataDir)
  if (!existsSync(file)) throw new StartRefused(`In ${dataDir} liegt keine Datenbank.`)
  const sqlite = new Database(file, { readwrite: true, create: false })
  try {
    sqlite.run("PRAGMA busy_timeout = 30000")
    sqlite.query("VACUUM INTO ?").run(target)
  } finally {
    sqlite.close(true)
  }
  fsyncPath(target)
}

/**
 * Contents of a database for a backup's manifest: its schema version, and paths below uploads/ that records
 * refer to.
 */
export type Contents = { schema: number; uploads: string[] }

/**
 * Checks the whole of a database file, without changing it, and lists its contents.
 *
 * @throws StartRefused when the file is faulty
 */
export function readChecked(file: string): Contents {
  const [fault] = faultsOf(file)
  if (fault !== undefined)
    throw new StartRefused(
      `${file} ist beschädigt: ${fault}. Eine Kopie aufheben und die letzte Sicherung einspielen: pfandwerk backup list, dann pfandwerk restore DATEI`,
    )
  return readContents(file)
}

/** Checks the whole of a database file. @returns its faults: damage in SQLite's words, others in German */
export const faultsOf = (file: string): string[] =>
  reading(file, (sqlite) => {
    const damage = sqlite.query("PRAGMA integrity_check(1)").values()[0]?.[0]
    const orphans = sqlite.query("PRAGMA foreign_key_check").values().length
    const rules = findMissingRules(sqlite)
    return [
      ...(damage === "ok" ? [] : [String(damage)]),
      ...(orphans === 0 ? [] : [`${orphans} Verweise führen ins Leere`]),
      ...(rules.length === 0
        ? []
        : [`Regeln der Datenbank fehlen oder sind verändert (${rules.join(", ")})`]),
    ]
  })

/** @returns the contents of a database file, without checking it: a damaged one may make this throw */
export const readContents = (file: string): Contents =>
  reading(file, (sqlite) => ({
    schema: countIn(sqlite),
    uploads: uploadPathsIn(sqlite),
  }))

/** @returns the time of the newest entry in the audit log (protokoll); undefined when there is none */
export const latestRecordTime = (file: string): string | undefined =>
  reading(file, (sqlite) => {
    const latest = sqlite.query("SELECT max(erstellt_am) FROM protokoll").values()[0]?.[0]
    return typeof latest === "string" ? latest : undefined
  })

function reading<T>(file: string, read: (sqlite: Database) => T): T {
  const sqlite = openReadOnly(file)
  try {
    return read(sqlite)
  } finally {
    sqlite.close(true)
  }
}
