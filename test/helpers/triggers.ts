import type { Database } from "bun:sqlite"

/** Does what a table's triggers would refuse, and puts them back. */
export function pastTriggers(db: Database, table: string, work: () => void): void {
  const triggers = db
    .query<{ name: string; sql: string }, [string]>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
    )
    .all(table)
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`)
  work()
  for (const { sql } of triggers) db.run(sql)
}
