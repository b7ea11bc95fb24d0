import { Database } from "bun:sqlite"
import { existsSync } from "node:fs"
import { fsyncPath } from "../lib/files.ts"
import { appliedIn, countIn } from "./applied.ts"
import { migrations } from "./migrations.ts"
import { uploadPathsIn } from "./upload-paths.ts"
import { StartRefused } from "../lib/refusal.ts"
import { databaseIn, openReadOnly } from "./open.ts"
import { PROGRAM } from "../lib/ourselves.ts"

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
type Contents = { schema: number; uploads: string[] }

/**
 * Checks the whole of a database file, without changing it, and lists its contents.
 *
 * @throws StartRefused when the file is faulty
 */
export function readChecked(file: string): Contents {
  const [fault] = faultsOf(file)
  if (fault !== undefined)
    throw new StartRefused(
      `${file} ist beschädigt: ${fault}. Eine Kopie aufheben und die letzte Sicherung einspielen: ${PROGRAM} backup list, dann ${PROGRAM} restore DATEI`,
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

/**
 * Compares a database's triggers and indexes with those that its migrations create. Another program may have
 * dropped one: bookings would still work, but balances (pfandkonten) would no longer follow them.
 *
 * @returns names of those that are missing or different
 */
function findMissingRules(sqlite: Database): string[] {
  const present = new Map(rulesOf(sqlite))
  return rulesAfter(appliedIn(sqlite, migrations)).flatMap(([name, sql]) =>
    present.get(name) === sql ? [] : [name],
  )
}

/** A trigger or an index. */
type Rule = [name: string, sql: string]

const rulesOf = (sqlite: Database): Rule[] =>
  sqlite
    .query("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL")
    .values() as Rule[]

/** Rules by the migrations that make them, remembered: to make them, all of those have to run. */
const known = new Map<string, Rule[]>()

function rulesAfter(applied: string[]): Rule[] {
  const key = applied.join()
  const before = known.get(key)
  if (before) return before
  const made = new Database(":memory:", { strict: true })
  try {
    made.transaction(() => {
      for (const { name, sql } of migrations) if (applied.includes(name)) made.run(sql)
    })()
    const rules = rulesOf(made)
    known.set(key, rules)
    return rules
  } finally {
    made.close()
  }
}
