import type { Database } from "bun:sqlite"

type Value = string | number | null

/** @returns stores one row; its values in the order of the columns */
export function inserter(db: Database, table: string, columns: string): (...values: Value[]) => void {
  const marks = columns.split(",").map(() => "?")
  const statement = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks})`)
  return (...values) => void statement.run(...values)
}

/**
 * Fills tables in one go: without their indexes and triggers, which are made again afterwards, and with its journal in
 * memory. A million customers come in within minutes that way, and the file has the same schema as before.
 *
 * @param fill what it writes must keep the rules that nobody watches meanwhile
 */
export function inBulk(db: Database, fill: () => void): void {
  const kept = db
    .query<{ type: string; name: string; sql: string }, []>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('trigger', 'index')",
    )
    .all()
  const figures = db.query<Record<string, string>, []>("SELECT tbl, idx, stat FROM sqlite_stat1").all()
  const fast = ["foreign_keys = OFF", "journal_mode = MEMORY", "synchronous = OFF", "cache_size = -1000000"]
  for (const pragma of fast) db.run(`PRAGMA ${pragma}`)
  for (const { type, name } of kept) db.run(`DROP ${type} ${name}`)
  db.transaction(fill).immediate()
  for (const { sql } of kept) db.run(sql)
  // With an index its figures went (migration 0006).
  const figure = db.prepare("INSERT OR REPLACE INTO sqlite_stat1 (tbl, idx, stat) VALUES (:tbl, :idx, :stat)")
  db.run("DELETE FROM sqlite_stat1")
  for (const row of figures) figure.run(row)
  db.run("PRAGMA journal_mode = WAL")
}
