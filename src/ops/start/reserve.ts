import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { faultOf } from "../../lib/disk-fault.ts"
import { fsyncPath } from "../../lib/files.ts"

/** SQLite needs two small files of its own, even to read. In bytes. */
const SIZE = 256 * 1024
/** Room is reserved only where there is plenty. In bytes. */
const PLENTY = 64 * 1024 * 1024

/** SQLite's codes for a file of its own that a full disk does not let it make. */
const CANNOT_MAKE = /^(?:SQLITE_IOERR_SHMSIZE|SQLITE_IOERR_WRITE|SQLITE_CANTOPEN)$/

/**
 * Keeps a little room on the disk for the day when it is full, so that a start can still open the database and let
 * everybody read. It costs next to nothing, and going without it is no error.
 */
export function keepReserve(dataDir: string): void {
  const file = join(dataDir, "reserve")
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    if (existsSync(file) || bavail * bsize < PLENTY) return
    // Random, for file systems that would compress it away.
    writeFileSync(file, crypto.getRandomValues(new Uint8Array(65536)), { mode: 0o600 })
    for (let written = 65536; written < SIZE; written += 65536)
      writeFileSync(file, crypto.getRandomValues(new Uint8Array(65536)), { flag: "a" })
    fsyncPath(file)
  } catch {
    rmSync(file, { force: true })
  }
}

/**
 * Opens the database; on a full disk, gives up the reserved room for that.
 *
 * @throws what `open` throws
 */
export function withReserve<T>(dataDir: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const file = join(dataDir, "reserve")
    if (!isFull(error) || !existsSync(file)) throw error
    rmSync(file)
    return open()
  }
}

function isFull(error: unknown): boolean {
  const { code = "", cause } = error as { code?: string; cause?: unknown }
  return faultOf(error) === "full" || CANNOT_MAKE.test(code) || (cause !== undefined && isFull(cause))
}
