import { Refusal } from "../lib/refusal.ts"

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ""

/** What the database refuses although no rule did: two requests at once. */
const constraints: Record<string, string> = {
  SQLITE_CONSTRAINT_UNIQUE: "Ein Datensatz mit diesen Angaben ist bereits vorhanden",
  SQLITE_CONSTRAINT_PRIMARYKEY: "Diese id ist bereits vergeben",
  SQLITE_CONSTRAINT_FOREIGNKEY: "Ein Datensatz, auf den verwiesen wird, fehlt oder wird noch verwendet",
}

const DISK_FAILURE = /^(?:SQLITE_IOERR\w*|EIO)$/

/** In seconds: a disk is not mended at once, and a lock of another program soon gone. */
const RETRY_AFTER = 30

/** What the machine refuses: a full disk, one that became read-only or fails, a lock that another program holds. */
const machine: [RegExp, "full" | "unavailable", string][] = [
  [
    /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/,
    "full",
    "Auf dem Server ist kein Speicherplatz mehr. Es wurde nichts gespeichert.",
  ],
  [
    /^(?:SQLITE_READONLY\w*|EROFS)$/,
    "unavailable",
    "Der Speicher des Servers ist schreibgeschützt. Es wurde nichts gespeichert.",
  ],
  [
    // Not that nothing was stored: the same id, sent again, will tell.
    DISK_FAILURE,
    "unavailable",
    "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen.",
  ],
  [
    /^(?:SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/,
    "unavailable",
    "Die Datenbank ist gerade belegt. Bitte gleich noch einmal versuchen.",
  ],
]

/** @returns whether the disk broke off a write: then nobody knows whether it is stored */
export const isDiskFailure = (error: unknown): boolean => DISK_FAILURE.test(codeOf(error))

/** @returns what to say of an error of SQLite or the file system, without a word of SQL; undefined for any other */
export function refusalOf(error: unknown): Refusal | undefined {
  const code = codeOf(error)
  const constraint = constraints[code]
  if (constraint) return new Refusal("conflict", constraint, { cause: error })
  const [, kind, message] = machine.find(([codes]) => codes.test(code)) ?? []
  return kind && message ? new Refusal(kind, message, { retryAfter: RETRY_AFTER, cause: error }) : undefined
}
