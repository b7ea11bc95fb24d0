import { StartRefused } from "../lib/start-refused.ts"
import { migrations } from "./migrations.ts"
import { openReadOnly } from "./open.ts"
import { type OpenSystem, openSystem } from "./system.ts"

/**
 * Opens a database for reading alone, beside a service that may be running.
 *
 * @throws StartRefused when it is of another version than this program
 */
export function openForReading(file: string): OpenSystem {
  const sqlite = openReadOnly(file)
  try {
    sqlite.run("PRAGMA busy_timeout = 5000")
    const version = Number(sqlite.query("PRAGMA user_version").values()[0]?.[0])
    if (version !== migrations.length)
      throw new StartRefused(
        `Die Datenbank hat den Stand ${version}, dieses Programm den Stand ${migrations.length}: den Dienst einmal starten, das bringt sie auf den neuen Stand`,
      )
    return openSystem(sqlite, () => new Date())
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * Opens a database of this version to read it as it is now, however long that takes and whatever others write
 * meanwhile. Until it is closed, what they write stays in the log of writes.
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
