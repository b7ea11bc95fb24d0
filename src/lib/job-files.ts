import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { DAY } from "./day.ts"
import { faultOf } from "./disk-fault.ts"

/** Folder beside the pictures; names with a dot are neither handed out nor backed up. */
const FOLDER = ".ausgaben"

/** Files that jobs leave: a company's export, an imported table with its faults, or its rows. The newest of each is kept. */
type Art = "firmen" | "fehlertabellen" | "importzeilen"

/** Time in ms after which a finished file is removed, as it holds everything about everybody. */
export const AVAILABLE = DAY

const folderOf = (uploads: string, tenantId: string): string => join(uploads, FOLDER, tenantId)

/** @param name the job's id, with the file's ending @returns where the file lies when it is finished */
export const jobFile = (uploads: string, tenantId: string, art: Art, name: string): string =>
  join(folderOf(uploads, tenantId), art, name)

/**
 * Writes a file in the place of what earlier jobs of the kind have left, finished or not. It is there whole or not at
 * all, even after a power cut.
 *
 * @param pieces made while they are written
 * @param told gets the bytes written so far, after each piece
 * @returns the size in bytes
 * @throws what the disk says; nothing is left then
 */
export async function writeJobFile(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  told: (bytes: number) => Promise<void> | void = () => {},
): Promise<number> {
  const folder = dirname(path)
  const draft = `${path}.entwurf`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openSync(draft, "w", 0o600)
  try {
    let bytes = 0
    for (const piece of pieces) {
      bytes += writeAll(file, typeof piece === "string" ? Buffer.from(piece) : piece)
      await told(bytes)
    }
    fsyncSync(file)
    renameSync(draft, path)
    return bytes
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Writes a file as `writeJobFile` does; without room for it on the disk there is no file, and no fault. */
export async function writeIfRoom(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  try {
    await writeJobFile(path, pieces)
  } catch (error) {
    if (faultOf(error) !== "full") throw error
  }
}

/** The system may take less than it is given. @returns the number of bytes */
function writeAll(file: number, part: Uint8Array): number {
  for (let at = 0; at < part.length;) at += writeSync(file, part, at, part.length - at)
  return part.length
}

/** Removes a company's finished files, of one kind or all: they still say what has been erased. */
export function removeJobFiles(uploads: string, tenantId: string, art?: Art): void {
  rmSync(join(folderOf(uploads, tenantId), art ?? ""), { recursive: true, force: true })
}

/** Removes every company's files whose time is over, and drafts of that age. @returns how many files */
export function removeOldJobFiles(uploads: string, now: Date): number {
  const root = join(uploads, FOLDER)
  if (!existsSync(root)) return 0
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const old = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => Math.abs(now.getTime() - statSync(path).mtimeMs) > AVAILABLE)
  for (const path of old) rmSync(path, { force: true })
  return old.length
}
