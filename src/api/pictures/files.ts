import { mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fsyncFolder } from "../../lib/files.ts"
import type { PictureKind } from "../../lib/reencode.ts"

/** @returns a name for an unfinished file; the leading dot hides it from /uploads */
export const draftIn = (folder: string): string => join(folder, `.entwurf-${crypto.randomUUID()}`)

/** @returns a meaningless name that cannot be guessed: 128 random bits, and what kind of picture it is */
export function randomPath({ kind }: { kind: PictureKind }): string {
  const name = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")
  return `${name.slice(0, 2)}/${name}.${kind}`
}

/** Stores a file completely or not at all; once this resolves, it survives a power cut. */
export async function storeDurably(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const draft = draftIn(folder)
  const file = await open(draft, "wx", 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    await rename(draft, target)
  } catch (error) {
    // Frees what was written so far: on a full disk others need the room.
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
  for (const changed of [dirname(target), folder]) await fsyncFolder(changed)
}

/** Removes files whose records are gone; missing ones are fine. */
export async function removeFiles(folder: string, paths: string[]): Promise<void> {
  for (const path of paths) await rm(join(folder, path), { force: true })
}
