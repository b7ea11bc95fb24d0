import { closeSync, fstatSync, fsyncSync, openSync } from "node:fs"
import { open } from "node:fs/promises"

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
