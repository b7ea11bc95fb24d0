import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { identityOf } from "../../lib/file-identity.ts"
import { readNote } from "../../lib/note.ts"
import { databaseIn } from "../../db/open.ts"

/** Note on the database to which the pictures belong. It lies beside them, so that a restore exchanges both. */
const NOTE = ".known-database"

type Note = { database: string; since: number }

/**
 * Tells since when this database and these pictures belong together. A database that was restored, put there by hand
 * or made anew knows nothing of the pictures from before: those that it does not name may be the only copies.
 *
 * @returns the time in ms since 1970; now, for another database than the last time
 */
export function acquaintedSince({ dataDir, uploadsDir }: { dataDir: string; uploadsDir: string }): number {
  const database = identityOf(databaseIn(dataDir))
  const note = readNote<Note>(join(uploadsDir, NOTE))
  return note?.database === database ? note.since : becomeAcquainted({ dataDir, uploadsDir })
}

/** Notes that both belong together from now on: files that are there already are left alone. */
export function becomeAcquainted({ dataDir, uploadsDir }: { dataDir: string; uploadsDir: string }): number {
  const note: Note = { database: identityOf(databaseIn(dataDir)), since: Date.now() }
  writeFileSync(join(uploadsDir, NOTE), JSON.stringify(note), { mode: 0o600 })
  return note.since
}
