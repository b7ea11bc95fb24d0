import { Database } from "bun:sqlite"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { faultOf } from "../lib/disk-fault.ts"

/** Name of the database file in a data folder. */
export const DATABASE = "pfandwerk.db"

/** @returns the path of a data folder's database */
export const databaseIn = (dataDir: string): string => join(dataDir, DATABASE)

/**
 * Opens a connection with the settings that make writes durable and deletion complete.
 *
 * @throws SQLiteError when there is no such file, or it is not a database or cannot be opened for writing
 */
export function openDatabase(file: string): Database {
  const sqlite = new Database(file, { readwrite: true, create: false, strict: true })
  try {
    // Another process (a command, a backup) may hold the lock for a moment. `Connection` resets this to 0.
    sqlite.run("PRAGMA busy_timeout = 5000")
    // Readers never wait for the writer.
    sqlite.run("PRAGMA journal_mode = WAL")
    // NORMAL can lose acknowledged commits in a power cut; FULL fsyncs every commit (sqlite.org/wal.html).
    sqlite.run("PRAGMA synchronous = FULL")
    // Overwrites deleted data with zeros, so that an erased person's data does not stay in unused pages.
    sqlite.run("PRAGMA secure_delete = ON")
    // SQLite's default is OFF, for each connection.
    sqlite.run("PRAGMA foreign_keys = ON")
    // Without it, REPLACE deletes rows without firing the triggers that protect the ledger and the log.
    sqlite.run("PRAGMA recursive_triggers = ON")
    // Views and triggers of a manipulated file cannot run unsafe functions (sqlite.org/security.html).
    sqlite.run("PRAGMA trusted_schema = OFF")
    // Sorting never spills personal data into the system's temporary folder.
    sqlite.run("PRAGMA temp_store = MEMORY")
    sqlite.run("PRAGMA cache_size = -16000")
    // In pages of 4 KB: 40 MB. The service's checkpoint thread usually comes first (checkpointer.ts). Under
    // constant writes it never reaches the end of the WAL. Then a writer has to make this checkpoint itself,
    // which keeps the WAL below 64 MB.
    sqlite.run("PRAGMA wal_autocheckpoint = 10000")
    // A WAL that grew under a long reader is cut back after the next checkpoint.
    sqlite.run("PRAGMA journal_size_limit = 67108864")
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * Opens a read-only connection, beside a service or another connection that may be writing.
 *
 * @throws SQLiteError when the file is not a database
 */
export function openReadOnly(file: string): Database {
  const sqlite = new Database(file, { readonly: true, strict: true })
  try {
    // A service that ends, or starts after a power cut, has the file to itself for a moment.
    sqlite.run("PRAGMA busy_timeout = 5000")
    sqlite.run("PRAGMA trusted_schema = OFF")
    sqlite.run("PRAGMA temp_store = MEMORY")
    sqlite.run("PRAGMA cache_size = -8000")
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** @returns whether the lock of writers can be had, waiting as long as the service does; nothing is written */
export function canWrite(file: string): boolean {
  // The writing connection is closed first: as the last one it would empty and remove the WAL.
  using opened = new DisposableStack()
  const reader = openReadOnly(file)
  opened.defer(() => reader.close())
  const sqlite = new Database(file, { readwrite: true, create: false, strict: true })
  opened.defer(() => sqlite.close())
  try {
    sqlite.run("PRAGMA busy_timeout = 5000")
    sqlite.run("BEGIN IMMEDIATE")
    sqlite.run("ROLLBACK")
    return true
  } catch (error) {
    if (faultOf(error) === "locked") return false
    throw error
  }
}

/**
 * A read-only connection creates an empty WAL with its index if there is none, and cannot remove them when it closes.
 * Left behind by root, they would keep the service from starting.
 *
 * @returns what removes both, unless another process uses them; dispose of it after the last such connection
 */
export function withoutLeftovers(file: string): Disposable {
  const wal = `${file}-wal`
  const wasThere = existsSync(wal)
  return {
    [Symbol.dispose]() {
      if (wasThere || statSync(wal, { throwIfNoEntry: false })?.size !== 0) return
      try {
        // SQLite removes them with the last connection that may write and has read.
        using sqlite = new Database(file, { readwrite: true, create: false })
        sqlite.query("SELECT 1 FROM sqlite_schema").get()
      } catch {
        // A damaged or write-protected file has been reported; its empty WAL does no harm.
      }
    },
  }
}
