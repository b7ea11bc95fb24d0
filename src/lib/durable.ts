import { closeSync, fsyncSync, openSync } from "node:fs"

/** Waits until a file, or a folder's list of files, survives a power cut. */
export function fsyncPath(path: string): void {
  const fd = openSync(path, "r")
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
