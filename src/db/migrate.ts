import { Database } from "bun:sqlite"
import { existsSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { StartRefused } from "../lib/refusal.ts"
import { faultOf, reasonOf, whoLocks } from "../lib/disk-fault.ts"
import { fsyncPath } from "../lib/files.ts"
import { countIn, type Migration, noteApplied, pendingIn } from "./applied.ts"
import { migrations as allMigrations } from "./migrations.ts"
import { foldAgain } from "./fold-again.ts"
import { databaseIn, openDatabase } from "./open.ts"
import { copyBeforeUpgrade } from "./upgrade-copy.ts"
import { PROGRAM } from "../lib/ourselves.ts"

/** "PFWK", which marks our databases (PRAGMA application_id). */
const APPLICATION_ID = 0x5046574b

/**
 * Size in bytes below which every start checks the whole file, which takes 3 ms per MB. Larger files are
 * checked by the daily backup and `pfandwerk check`.
 */
const CHECK_AT_START = 4 * 1024 * 1024

/** Work that SQL cannot do, by the name of the migration that it follows. */
const AFTERWARDS: Readonly<Record<string, (sqlite: Database) => void>> = {
  "0122_ausgelassene_liefertage": foldAgain,
}

type Report = (step: string, fields: Record<string, string | number | string[]>) => void

type Options = {
  migrations?: Migration[]
  /** Locks out other processes while the database is created or upgraded. @returns a function that unlocks */
  exclude?: () => () => void
  /** Called at each step of an upgrade, for the log. */
  report?: Report
}

/**
 * Opens the database of a data folder. Creates it if there is none, and applies pending migrations.
 *
 * @param dataDir an existing, writable folder
 * @throws StartRefused with a message for the operator
 */
export function openMigrated(dataDir: string, options: Options = {}): Database {
  const { migrations = allMigrations, exclude = () => () => {}, report = () => {} } = options
  const file = databaseIn(dataDir)
  let sqlite: Database | undefined
  try {
    if (!existsSync(file)) excluding(exclude, () => create(file, migrations))
    const empty = emptyFault(file)
    if (empty !== undefined) throw new StartRefused(empty)
    const opened = openDatabase(file)
    sqlite = opened
    inspect(opened, file)
    if (pendingIn(opened, file, migrations).length > 0)
      excluding(exclude, () => bringUpToDate(opened, dataDir, file, migrations, report))
    return opened
  } catch (error) {
    sqlite?.close()
    throw error instanceof StartRefused ? error : unusable(file, error)
  }
}

/** @returns the message for an empty file, which SQLite would take for a new database; else undefined */
export const emptyFault = (file: string): string | undefined =>
  statSync(file).size === 0
    ? `${file} ist leer (0 Bytes). Die letzte Sicherung einspielen: ${PROGRAM} backup list, dann ${PROGRAM} restore DATEI. Gibt es keine, die Datei entfernen und neu beginnen: ${PROGRAM} init --empty`
    : undefined

function excluding(exclude: () => () => void, work: () => void): void {
  const end = exclude()
  try {
    work()
  } finally {
    end()
  }
}

/** Creates the database under another name, then renames it: a killed start leaves no incomplete database. */
function create(file: string, migrations: Migration[]): void {
  // Another process may have been first.
  if (existsSync(file)) return
  const draft = `${file}.new`
  // The WAL of a removed database must not be applied to the new one.
  for (const old of [draft, `${draft}-journal`, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true })
  const sqlite = new Database(draft, { readwrite: true, create: true, strict: true })
  try {
    sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
    applyAll(sqlite, migrations, migrations)
    sqlite.close()
    fsyncPath(draft)
    renameSync(draft, file)
    fsyncPath(dirname(file))
  } finally {
    sqlite.close()
    rmSync(draft, { force: true })
  }
}

function inspect(sqlite: Database, file: string): void {
  if (pragma(sqlite, "application_id") !== APPLICATION_ID) {
    throw new StartRefused(
      `${file} ist keine Datenbank von Pfandwerk. Sie gehört woandershin, oder DATA_DIR zeigt auf den falschen Ordner.`,
    )
  }
  // A truncated file is shorter than its header says: found without reading it.
  const promised = pragma(sqlite, "page_count") * pragma(sqlite, "page_size")
  const damaged =
    statSync(file).size < CHECK_AT_START && sqlite.query("PRAGMA quick_check(1)").values()[0]?.[0] !== "ok"
  if (damaged || statSync(file).size + walSize(file) < promised) {
    throw new StartRefused(
      `${file} ist beschädigt. Eine Kopie davon aufheben und die letzte Sicherung wiederherstellen.`,
    )
  }
  requireWritable(sqlite)
}

/** Checks that the database can be written to. A full disk is allowed: reading still works. */
function requireWritable(sqlite: Database): void {
  try {
    sqlite.run("BEGIN IMMEDIATE")
    sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
    sqlite.run("COMMIT")
  } catch (error) {
    if (sqlite.inTransaction) sqlite.run("ROLLBACK")
    if (faultOf(error) !== "full") throw error
  }
}

function bringUpToDate(
  sqlite: Database,
  dataDir: string,
  file: string,
  migrations: Migration[],
  report: Report,
): void {
  const version = countIn(sqlite)
  const pending = pendingIn(sqlite, file, migrations)
  // Another process may have been first.
  if (pending.length === 0) return
  const begun = performance.now()
  report("the database is being upgraded: first a copy of it, then its migrations", {
    from: version,
    to: migrations.length,
    migrations: pending.map(({ name }) => name),
    bytes: statSync(file).size + walSize(file),
  })
  const backup = copyBeforeUpgrade(sqlite, dataDir, version)
  report("the database was copied and read back", { copy: backup, ms: since(begun) })
  try {
    applyAll(sqlite, pending, migrations, report)
  } catch (cause) {
    throw new StartRefused(
      `Das Upgrade von ${file} ist misslungen: ${faultOf(cause) ? reasonOf(cause) : `${(cause as Error).message}.`} Nichts wurde geändert; eine Kopie von ` +
        `vorher ist ${backup}. Weiter geht es mit dem vorigen Programm.`,
      { cause },
    )
  }
  report("the database was upgraded", { from: version, to: migrations.length, ms: since(begun) })
}

const since = (begun: number): number => Math.round(performance.now() - begun)

/**
 * Applies all pending migrations in one transaction: a failed upgrade leaves everything as it was.
 *
 * @param all every migration that the database has had afterwards
 */
function applyAll(sqlite: Database, pending: Migration[], all: Migration[], report: Report = () => {}): void {
  // Rebuilding a table drops the old one, which foreign keys treat as deleting its rows
  // (sqlite.org/lang_altertable).
  sqlite.run("PRAGMA foreign_keys = OFF")
  try {
    sqlite
      .transaction(() => {
        for (const { name, sql } of pending) {
          const begun = performance.now()
          sqlite.run(sql)
          AFTERWARDS[name]?.(sqlite)
          report("a migration was applied", { migration: name, ms: since(begun) })
        }
        const broken = sqlite.query("PRAGMA foreign_key_check").values()
        if (broken.length > 0) throw new Error(`${broken.length} Verweise führen ins Leere`)
        noteApplied(sqlite, all)
      })
      .immediate()
  } finally {
    sqlite.run("PRAGMA foreign_keys = ON")
  }
}

function pragma(sqlite: Database, name: string): number {
  return Number(sqlite.query(`PRAGMA ${name}`).values()[0]?.[0])
}

function walSize(file: string): number {
  const wal = `${file}-wal`
  return existsSync(wal) ? statSync(wal).size : 0
}

/** @returns an error whose message tells the operator what an SQLite error means, and what to do */
export const unusable = (file: string, cause: unknown): StartRefused =>
  new StartRefused(whyUnusable(file, cause), { cause })

function whyUnusable(file: string, cause: unknown): string {
  if (/NOTADB|CORRUPT/.test((cause as { code?: string }).code ?? ""))
    return (
      `${file} ist beschädigt, abgeschnitten oder keine Datenbank. Den Dienst anhalten, eine Kopie aufheben und die letzte ` +
      `Sicherung einspielen: ${PROGRAM} backup list, dann ${PROGRAM} restore DATEI`
    )
  switch (faultOf(cause)) {
    case "denied":
    case "read-only":
      return `${file} kann nicht geschrieben werden. Wem gehört der Ordner, und ist der Datenträger schreibgeschützt?`
    case "full":
      return `Kein Platz mehr für ${file}.`
    case "locked":
      return `${file} ist von einem anderen Programm gesperrt. Welches, zeigt: ${whoLocks(file)}. Es beenden und neu starten.`
    default:
      return `${file} lässt sich nicht öffnen: ${reasonOf(cause)}`
  }
}
