import { statSync } from "node:fs"
import { StartRefused } from "./start-refused.ts"

/**
 * What root writes into the service's folder, the service could not read.
 *
 * @throws StartRefused when root works on a folder of another user
 */
export function refuseForeignFolder(folder: string): void {
  if (process.getuid?.() !== 0 || ownerOf(folder).uid === 0) return
  throw new StartRefused(
    `${folder} gehört einem anderen Benutzer als root. Den Befehl als dieser Benutzer ausführen, etwa: sudo -u pfandwerk pfandwerk …`,
  )
}

/** @returns root's where there is no such folder: whoever uses it will say so */
export function ownerOf(folder: string): { uid: number; gid: number } {
  try {
    const { uid, gid } = statSync(folder)
    return { uid, gid }
  } catch {
    return { uid: 0, gid: 0 }
  }
}
