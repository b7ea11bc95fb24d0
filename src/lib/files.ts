import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { StartRefused } from "./refusal.ts"

/** @returns the names in a folder; none if it is missing or unreadable, which is reported by whoever needs it */
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

/** Makes a file that only its owner reads, unless it is there: its whole content at once, durably, and only by the first of several processes. */
export function publishOnce(file: string, content: () => string): void {
  if (existsSync(file)) return
  const draft = `${file}.${process.pid}`
  const text = content()
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    fsyncPath(draft)
    if (!linked(draft, file)) writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true })
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error
  } finally {
    // Also what a full disk took only in part.
    removeIfPossible(draft)
  }
  fsyncPath(dirname(file))
}

/** @returns false on a file system without links: there the first of several processes is the one that makes the file */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isUnsupported(error)) return false
    throw error
  }
}

/**
 * Codes by which file systems (SMB, FUSE, shared folders of virtual machines) say that a folder cannot be synced, or opened
 * for it: one may be there to be written into only.
 */
const UNSUPPORTED = /^(?:EINVAL|EBADF|EOPNOTSUPP|ENOTSUP|ENOSYS|ENOTTY|EISDIR|EPERM|EACCES)$/

/**
 * Waits until a file, or a folder's list of files, survives a power cut; a folder where that can be asked for.
 *
 * @throws what the disk refuses: full, failing
 */
export function fsyncPath(path: string): void {
  let fd: number | undefined
  try {
    fd = openSync(path, "r")
    fsyncSync(fd)
  } catch (error) {
    if (!(isUnsupported(error) && statSync(path).isDirectory())) throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Does the same for a folder, while others go on. */
export async function fsyncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, "r")
    await folder.sync()
  } catch (error) {
    if (!isUnsupported(error)) throw error
  } finally {
    await folder?.close()
  }
}

const isUnsupported = (error: unknown): boolean =>
  UNSUPPORTED.test((error as NodeJS.ErrnoException | null)?.code ?? "")

/** @returns a note, a small JSON file that the service can do without; undefined if it is missing, damaged or unreadable */
export function readNote<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T
  } catch {
    return undefined
  }
}

/** Replaces a note. On a full disk the earlier one stays. */
export function writeNote(file: string, note: object): void {
  try {
    replaceFile(file, JSON.stringify(note))
  } catch {
    // The service can do without.
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

/** @returns an identity that writing to the file keeps, and that another file in its place does not have */
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
