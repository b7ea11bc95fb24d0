import type { Database } from "bun:sqlite"
import { Connection } from "./connection.ts"
import { SystemDb } from "./system-db.ts"

/** An open database, how its reads go on to what was written meanwhile (db/read-transaction.ts), and how it is closed. */
export type OpenSystem = { system: SystemDb; endTurn: () => void; close: () => void }

/** @param sqlite opened by `openMigrated`, or for reading alone; `close` closes it */
export function openSystem(sqlite: Database, clock: () => Date): OpenSystem {
  const connection = new Connection(sqlite, clock)
  return {
    system: new SystemDb(connection),
    endTurn: () => connection.endTurn(),
    close: () => connection.close(),
  }
}
