import type { Database } from "bun:sqlite"
import { Connection } from "./connection.ts"
import { StartRefused } from "../lib/refusal.ts"
import { pendingIn } from "./applied.ts"
import { migrations } from "./migrations.ts"
import { openReadOnly } from "./open.ts"
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

/**
 * Opens a database read-only, beside a service that may be running.
 *
 * @throws StartRefused when its schema version is not this program's
 */
export function openForReading(file: string): OpenSystem {
  const sqlite = openReadOnly(file)
  try {
    const [pending] = pendingIn(sqlite, file, migrations)
    if (pending)
      throw new StartRefused(
        `Der Datenbank fehlt ${pending.name}: den Dienst einmal starten, das bringt sie auf den Stand dieses Programms`,
      )
    const system = openSystem(sqlite, () => new Date())
    // No event loop waits here, so SQLite itself may wait for a lock.
    sqlite.run("PRAGMA busy_timeout = 5000")
    return system
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * Opens the database with its state frozen: reads see the present state until it is closed, whatever others write.
 * While it is open, no checkpoint can go past this state, so the WAL grows. The caller has to make sure that
 * the schema version is this program's: it is not checked here.
 */
export function openFrozen(file: string): OpenSystem {
  const sqlite = openReadOnly(file)
  try {
    sqlite.run("BEGIN")
    // SQLite fixes the state at the first read, not at BEGIN.
    sqlite.query("SELECT 1 FROM sqlite_schema").get()
    return openSystem(sqlite, () => new Date())
  } catch (error) {
    sqlite.close()
    throw error
  }
}
