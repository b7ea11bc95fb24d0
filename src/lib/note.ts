import { readFileSync, renameSync, writeFileSync } from "node:fs"

/** Small JSON files with what the service remembers, and can do without. */

/** @returns undefined where it is missing, half written or not to be read */
export function readNote<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T
  } catch {
    return undefined
  }
}

/** Replaces a note in one step. On a full disk nothing is written, and the earlier one stays. */
export function writeNote(file: string, note: object): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(note), { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch {
    // It can be done without.
  }
}
