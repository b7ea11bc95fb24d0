import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { open } from "node:fs/promises"
import { dirname } from "node:path"
import { StartRefused } from "./start-refused.ts"

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

/** Codes by which a share of another machine (SMB, FUSE) says that it knows no such thing for a folder. */
const UNSUPPORTED = /^(?:EINVAL|EBADF|EOPNOTSUPP|ENOTSUP)$/

/**
 * Waits until a file, or a folder's list of files, survives a power cut; a folder where that can be asked for.
 *
 * @throws what the disk refuses: full, failing
 */
export function fsyncPath(path: string): void {
  const fd = openSync(path, "r")
  try {
    fsyncSync(fd)
  } catch (error) {
    if (!(isUnsupported(error) && fstatSync(fd).isDirectory())) throw error
  } finally {
    closeSync(fd)
  }
}

/** Does the same for a folder, while others go on. */
export async function fsyncFolder(path: string): Promise<void> {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } catch (error) {
    if (!isUnsupported(error)) throw error
  } finally {
    await folder.close()
  }
}

const isUnsupported = (error: unknown): boolean =>
  UNSUPPORTED.test((error as NodeJS.ErrnoException | null)?.code ?? "")

/** Small JSON files with what the service remembers, and can do without. */

/** @returns undefined where it is missing, half written or not to be read */
export function readNote<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T
  } catch {
    return undefined
  }
}

/** Replaces a note (`replaceFile`). On a full disk the earlier one stays: it can be done without. */
export function writeNote(file: string, note: object): void {
  try {
    replaceFile(file, JSON.stringify(note))
  } catch {
    // See above.
  }
}

/**
 * Replaces a file in one step, durably: after a power cut it holds the old text or the new one. Only its owner may read it.
 *
 * @throws what the disk refuses; the old file stays
 */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    removeIfPossible(draft)
    throw error
  }
  fsyncPath(dirname(file))
}

/** @returns a text that differs for another file in the same place; writing to the file does not change it */
export function identityOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file)
  return `${ino}-${birthtimeMs}`
}

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
