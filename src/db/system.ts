import type { Database } from "bun:sqlite"
import { Connection } from "./connection.ts"
import { SystemDb } from "./system-db.ts"

/** An open database, how its reads go on to what was written meanwhile (db/reading-turn.ts), and how it is closed. */
export type OpenSystem = { system: SystemDb; endTurn: () => void; close: () => void }

/**
 * @param sqlite opened by `openMigrated`, or for reading alone; `close` closes it
 * @param mayWrite see `Connection`
 */
export function openSystem(
  sqlite: Database,
  clock: () => Date,
  mayWrite?: (owner: string) => boolean,
): OpenSystem {
  const connection = new Connection(sqlite, clock, mayWrite)
  return {
    system: new SystemDb(connection),
    endTurn: () => connection.endTurn(),
    close: () => connection.close(),
  }
}
