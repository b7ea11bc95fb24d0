import type { Database } from "bun:sqlite"
import { Connection } from "./connection.ts"
import { SystemDb } from "./system-db.ts"

/** An open database; `endTurn` ends the shared read, so that later reads see new commits (connection.ts). */
export type OpenSystem = { system: SystemDb; endTurn: () => void; close: () => void }

/**
 * @param sqlite opened by one of openMigrated, openDatabase and openReadOnly; `close` closes it
 * @param isGrouped whether many write over it at once (group-commit.ts): the service's own connection
 */
export function openSystem(sqlite: Database, clock: () => Date, isGrouped = false): OpenSystem {
  const connection = new Connection(sqlite, clock, isGrouped)
  return {
    system: new SystemDb(connection),
    endTurn: () => connection.endTurn(),
    close: () => connection.close(),
  }
}
