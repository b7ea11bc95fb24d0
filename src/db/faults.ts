import { type DiskFault, faultOf } from "../lib/disk-fault.ts"
import { Refusal } from "../lib/refusal.ts"

/** Messages for constraint errors that no rule has checked for. */
const constraints: Record<string, string> = {
  SQLITE_CONSTRAINT_UNIQUE: "Ein Datensatz mit diesen Angaben ist bereits vorhanden",
  SQLITE_CONSTRAINT_PRIMARYKEY: "Diese id ist bereits vergeben",
  SQLITE_CONSTRAINT_FOREIGNKEY: "Ein Datensatz, auf den verwiesen wird, fehlt oder wird noch verwendet",
}

/** Retry-After, in seconds. A lock is gone sooner, a disk repaired later. */
const RETRY_AFTER = 30

/** Messages for a company's staff, who can only wait or call somebody. */
const diskMessages: Partial<Record<DiskFault, ["full" | "unavailable", string]>> = {
  full: ["full", "Auf dem Server ist kein Speicherplatz mehr. Es wurde nichts gespeichert."],
  "read-only": ["unavailable", "Der Speicher des Servers ist schreibgeschützt. Es wurde nichts gespeichert."],
  // The message does not claim that nothing was stored: sending the same id again will tell.
  failing: [
    "unavailable",
    "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen.",
  ],
  locked: ["unavailable", "Die Datenbank ist gerade belegt. Bitte gleich noch einmal versuchen."],
}

/** @returns whether the disk failed, so that nobody knows whether the write was stored */
export const isDiskFailure = (error: unknown): boolean => faultOf(error) === "failing"

/** @returns the refusal for an error of SQLite or the file system, without SQL; undefined for others */
export function refusalOf(error: unknown): Refusal | undefined {
  const constraint = constraints[(error as { code?: string } | null)?.code ?? ""]
  if (constraint) return new Refusal("conflict", constraint, { cause: error })
  const fault = faultOf(error)
  const [kind, message] = (fault && diskMessages[fault]) ?? []
  return kind && message ? new Refusal(kind, message, { retryAfter: RETRY_AFTER, cause: error }) : undefined
}
