import { readdirSync, rmSync } from "node:fs"

/** @returns nothing where there is no folder, or nobody may read it: code that needs it tells that */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Removes a file or folder. A failing removal must not hide the error that led to it. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The folder cannot be written to.
  }
}
