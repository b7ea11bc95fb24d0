import type { Database } from "bun:sqlite"
import { StartRefused } from "../lib/refusal.ts"

export type Migration = { name: string; sql: string }

/**
 * The last migration from the time when a database kept only how many it has had (PRAGMA user_version), and not their
 * names. Up to it, each has a fixed place.
 */
const LAST_COUNTED = "0046_pfandwerte_kunde"

/** @returns the names of the migrations that a database has had, in order */
export function appliedIn(sqlite: Database, migrations: Migration[]): string[] {
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrationen'").get())
    return sqlite.query("SELECT name FROM migrationen ORDER BY name").values().flat() as string[]
  const counted = migrations.filter(({ name }) => name <= LAST_COUNTED)
  return counted.slice(0, countIn(sqlite)).map(({ name }) => name)
}

/** @returns how many migrations a database has had: its version, as logs and backups name it */
export const countIn = (sqlite: Database): number =>
  Number(sqlite.query("PRAGMA user_version").values()[0]?.[0])

/** Notes that a database has had these migrations, in the transaction that applied them. */
export function noteApplied(sqlite: Database, migrations: Migration[]): void {
  sqlite.run("CREATE TABLE IF NOT EXISTS migrationen (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
  const insert = sqlite.query("INSERT OR IGNORE INTO migrationen (name) VALUES (?)")
  for (const { name } of migrations) insert.run(name)
  sqlite.run(`PRAGMA user_version = ${migrations.length}`)
}

/**
 * Finds the migrations that a database still needs. One that belongs before another that was applied already is
 * refused: applied late, it would leave another schema than a new database has.
 *
 * @param file of the database, for the message
 * @throws StartRefused for such a migration, and for a database of a newer program
 */
export function pendingIn(sqlite: Database, file: string, migrations: Migration[]): Migration[] {
  const applied = new Set(appliedIn(sqlite, migrations))
  const known = new Set(migrations.map(({ name }) => name))
  const [unknown] = applied.difference(known)
  if (unknown !== undefined || countIn(sqlite) > migrations.length) {
    throw new StartRefused(
      `${file} wurde von einem neueren Pfandwerk geschrieben (Stand ${unknown ?? countIn(sqlite)}, dieses kennt ` +
        `${migrations.at(-1)?.name}). Das neuere Programm starten, oder eine Sicherung von vor dem Upgrade wiederherstellen.`,
    )
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const last = [...applied].at(-1) ?? ""
  const late = pending.filter(({ name }) => name < last).map(({ name }) => name)
  if (late.length > 0) {
    throw new StartRefused(
      `Dieses Programm ist falsch gebaut: ${late.join(", ")} gehört vor ${last}, das ${file} schon hat. ` +
        "Nichts wurde geändert. Das vorige Programm starten; im neuen braucht die Datei eine höhere Nummer.",
    )
  }
  return pending
}
