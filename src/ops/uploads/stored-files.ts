import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"

/** A picture file as it lies there; `path` is below the uploads folder, with "/". */
export type Stored = { path: string; /** Time of storing, in ms since 1970. */ mtime: number }

/**
 * Walks through the picture files, a folder at a time. Names that begin with a dot belong to other things: drafts, the
 * quarantine, the note on the database.
 *
 * @returns nothing where there is no such folder
 */
export async function* storedFiles(uploadsDir: string): AsyncGenerator<Stored> {
  const folders = [""]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(join(uploadsDir, folder))) {
      if (entry.name.startsWith(".")) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) folders.push(path)
      const found = entry.isFile() ? await stat(join(uploadsDir, path)).catch(ignoringGone) : undefined
      if (found) yield { path, mtime: found.mtimeMs }
    }
  }
}

async function entriesOf(folder: string) {
  return (await readdir(folder, { withFileTypes: true }).catch(ignoringGone)) ?? []
}

/** @throws whatever it is given but for a file that went meanwhile */
export function ignoringGone(error: unknown): undefined {
  if ((error as { code?: string }).code !== "ENOENT") throw error
}
