import { statSync } from "node:fs"
import { StartRefused } from "./start-refused.ts"

/**
 * What root writes into the service's folder, the service could not read.
 *
 * @throws StartRefused when root works on a folder of another user
 */
export function refuseForeignFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  if (owner === 0 || process.getuid?.() !== 0) return
  throw new StartRefused(
    `${folder} belongs to another user than root. Run this as that user, for instance: sudo -u pfandwerk pfandwerk …`,
  )
}
