import type { Database } from "bun:sqlite"

/**
 * Lets writes hang for some seconds within SQLite, where nothing can end them.
 *
 * @param event of a trigger, such as `UPDATE ON kunden`
 */
export function hangAfter(sqlite: Database, event: string): void {
  sqlite.run(
    "CREATE VIEW lange AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12000000) SELECT count(*) AS n FROM n",
  )
  sqlite.run(`CREATE TRIGGER haengt AFTER ${event} BEGIN SELECT n FROM lange; END`)
}
