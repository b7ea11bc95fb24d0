import { statSync } from "node:fs"
import { StartRefused } from "./start-refused.ts"

/**
 * Files that root creates in the service's folder would be unreadable for the service.
 *
 * @throws StartRefused when root works on a folder of another user
 */
export function refuseForeignFolder(folder: string): void {
  if (process.getuid?.() !== 0 || ownerOf(folder).uid === 0) return
  throw new StartRefused(
    `${folder} gehört einem anderen Benutzer als root. Den Befehl als dieser Benutzer ausführen, etwa: sudo -u pfandwerk pfandwerk …`,
  )
}

/** @returns root's id when the folder is missing: using it will report that */
export function ownerOf(folder: string): { uid: number; gid: number } {
  try {
    const { uid, gid } = statSync(folder)
    return { uid, gid }
  } catch {
    return { uid: 0, gid: 0 }
  }
}
