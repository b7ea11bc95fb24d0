import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { extract, type Pack, pack } from "tar-stream"
import { fsyncPath } from "../../lib/files.ts"
import { faultOf, reasonOf } from "../../lib/disk-fault.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

/** An archive's manifest: its last entry, as the checksums are known only then. */
export type Manifest = {
  format: 1
  /** Version of the executable that made it. */
  version: string
  created_am: string
  /** `PRAGMA user_version` of the database inside. */
  schema: number
  /** Slug of the only company inside, in an export. */
  company?: string
  /** Pictures that records name and that were gone already: `uploads/…`. */
  missing?: string[]
  files: { path: string; bytes: number; sha256: string }[]
}

const MANIFEST = "manifest.json"

/** Paths that an archive may contain; no other is written, so none can lead out of the folder. */
const ALLOWED_PATH =
  /^(?:pfandwerk\.db|siegel|uploads\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127})$/

type Entry = { path: string; file: string }

/**
 * Writes the files and their manifest into one tar file, a piece at a time, and waits until it is on the disk.
 *
 * @param about the manifest without its list of files
 * @param owner whose it is (retention/owner.ts)
 */
export async function writeArchive(
  target: string,
  entries: Entry[],
  about: Omit<Manifest, "files">,
  owner = "",
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(target, { mode: 0o600, flags: "wx" }))
  const adding = addAll(tar, entries, about, owner).catch((error: Error) => {
    tar.destroy(error)
    throw error
  })
  await Promise.all([adding, written])
  fsyncPath(target)
}

async function addAll(
  tar: Pack,
  entries: Entry[],
  about: Omit<Manifest, "files">,
  uname: string,
): Promise<void> {
  const files: Manifest["files"] = []
  for (const { path, file } of entries) {
    const bytes = statSync(file).size
    const hash = new Bun.CryptoHasher("sha256")
    const entry = tar.entry({ name: path, size: bytes, mode: 0o600, uname })
    const source = createReadStream(file)
    source.on("data", (chunk) => hash.update(chunk))
    await pipeline(source, entry)
    files.push({ path, bytes, sha256: hash.digest("hex") })
  }
  const manifest: Manifest = { ...about, files }
  tar.entry({ name: MANIFEST }, JSON.stringify(manifest, null, 1))
  tar.finalize()
}

/**
 * Reads an archive to its end and holds every file against the manifest.
 *
 * @param folder where the files are put, durably; left out, they are only read
 * @throws StartRefused when it is no archive of ours, or anything in it is damaged or missing
 */
export async function readArchive(archive: string, folder?: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>()
  let manifest: Manifest | undefined
  try {
    await readEntries(archive, async (path, chunks) => {
      if (path === MANIFEST) manifest = await readManifest(chunks)
      else found.set(path, await readFile(path, chunks, folder))
    })
  } catch (cause) {
    if (cause instanceof StartRefused || faultOf(cause)) throw cause
    throw new StartRefused(`${archive} ist ${otherKind(archive) ?? describeDamage(cause as Error)}`, {
      cause,
    })
  }
  if (manifest?.format !== 1)
    throw new StartRefused(`${archive} ist nicht vollständig: Das Verzeichnis am Ende fehlt.`)
  compare(archive, manifest, found)
  return manifest
}

/**
 * Takes some of the pictures out of an archive; the rest of it is passed over.
 *
 * @param wanted below uploads/
 * @param take is given each that is there, of at most some megabytes
 * @throws StartRefused when it cannot be read, or is damaged
 */
export async function extractPictures(
  archive: string,
  wanted: ReadonlySet<string>,
  take: (path: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  requireFile(archive)
  // All of it is checked first: a picture out of a damaged archive may be damaged itself.
  await readArchive(archive)
  await readEntries(archive, async (name, chunks) => {
    const path = name.slice("uploads/".length)
    if (name.startsWith("uploads/") && wanted.has(path))
      await take(path, Buffer.concat(await Array.fromAsync(chunks)))
    else await pass(chunks)
  })
}

/** Reads an archive's entries one after the other. @param take reads the entry to its end */
async function readEntries(
  archive: string,
  take: (path: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const tar = extract()
  tar.on("entry", ({ name }, stream, next) => {
    take(name, stream as AsyncIterable<Uint8Array>).then(
      () => next(),
      (error: Error) => tar.destroy(error),
    )
  })
  await pipeline(createReadStream(archive), tar)
}

/** @throws StartRefused when there is no such file, or this user may not read it */
export function requireFile(file: string): void {
  let isFile: boolean
  try {
    isFile = statSync(file).isFile()
    accessSync(file, constants.R_OK)
  } catch (cause) {
    if ((cause as { code?: string }).code === "ENOENT")
      throw new StartRefused(`${file} gibt es nicht.`, { cause })
    throw new StartRefused(`${file} kann dieser Benutzer nicht lesen: ${reasonOf(cause)}`, { cause })
  }
  if (!isFile) throw new StartRefused(`${file} ist keine Datei.`)
}

/** SQLite's magic (sqlite.org/fileformat.html). */
const SQLITE = "SQLite format 3"

/** @returns the first bytes of a file, a character each: as many as SQLite's magic has */
function magicOf(file: string): string {
  const fd = openSync(file, "r")
  try {
    const magic = Buffer.alloc(SQLITE.length)
    readSync(fd, magic)
    return magic.toString("latin1")
  } finally {
    closeSync(fd)
  }
}

/** @returns whether a file begins as SQLite's do, without looking further */
export const isDatabase = (file: string): boolean => magicOf(file) === SQLITE

/** @returns words for a whole file of another kind, which somebody took for an archive of ours */
function otherKind(file: string): string | undefined {
  const magic = magicOf(file)
  if (magic === SQLITE) return `eine Datenbank, kein Archiv. Sie holt zurück: ${PROGRAM} restore DATEI`
  if (magic.startsWith("PK"))
    return `eine ZIP-Datei, wie die Seiten sie ausgeben: Sie ist zum Lesen da, und kein Befehl spielt sie ein. Eine Firma für einen anderen Server schreibt: ${PROGRAM} tenant export SLUG DATEI`
  if (magic.startsWith("\x1f\x8b")) return "gepackt (gzip). Erst auspacken: gunzip DATEI"
  return undefined
}

/** Words for what tar-stream and JSON say in English. */
const describeDamage = ({ message }: Error): string =>
  /unexpected end|premature close/i.test(message)
    ? `abgeschnitten oder keine Sicherung: Das Ende fehlt. Wurde beim Kopieren die Platte voll oder die Verbindung getrennt? Noch einmal kopieren, oder eine andere nehmen: ${PROGRAM} backup list`
    : `beschädigt oder keine Sicherung: Als Archiv (tar) lässt es sich nicht lesen. Eine andere nehmen: ${PROGRAM} backup list`

function compare(
  archive: string,
  { files }: Manifest,
  found: Map<string, { bytes: number; sha256: string }>,
): void {
  const wrong = files.filter(({ path, bytes, sha256 }) => {
    const file = found.get(path)
    return file?.bytes !== bytes || file.sha256 !== sha256
  })
  if (wrong.length > 0 || found.size !== files.length) {
    throw new StartRefused(
      `${archive} ist beschädigt: ${wrong[0]?.path ?? "eine Datei"} stimmt nicht mit dem Verzeichnis überein.`,
    )
  }
}

async function pass(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of stream);
}

async function readManifest(stream: AsyncIterable<Uint8Array>): Promise<Manifest> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(stream)).toString()) as Manifest
}

async function readFile(path: string, stream: AsyncIterable<Uint8Array>, folder: string | undefined) {
  if (!ALLOWED_PATH.test(path))
    throw new StartRefused(`In der Datei ist ${JSON.stringify(path)}; das ist in keiner Sicherung.`)
  const hash = new Bun.CryptoHasher("sha256")
  let bytes = 0
  const measure = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  if (folder === undefined) await pass(measure(stream))
  else {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(stream, measure, createWriteStream(target, { mode: 0o600, flush: true }))
  }
  return { bytes, sha256: hash.digest("hex") }
}
