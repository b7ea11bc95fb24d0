import { existsSync } from "node:fs"
import { join } from "node:path"
import { PROGRAM } from "../../lib/ourselves.ts"
import { StartRefused } from "../../lib/refusal.ts"

/** While this file is there, a restore was interrupted between moving the old data away and the new in. */
export const MARKER = "restore-unfinished"

/** @throws StartRefused when a restore was interrupted: starting now would make an empty database */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, MARKER))) return
  throw new StartRefused(
    `Eine Wiederherstellung in ${dataDir} wurde unterbrochen. Entweder dieselbe noch einmal: ${PROGRAM} restore DATEI. ` +
      `Oder zurück zu den Daten von vorher: ${PROGRAM} restore --undo`,
  )
}
