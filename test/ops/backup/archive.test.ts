import { Database } from "bun:sqlite"
import { afterEach, expect, test } from "bun:test"
import { zipSync } from "fflate"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { extractPictures, type Manifest, readArchive, writeArchive } from "../../../src/ops/backup/archive.ts"

/** An archive by itself: what is put in comes out, and nothing else does. */

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "pfandwerk-archive-"))
  folders.push(path)
  return path
}

const about = { format: 1, version: "1.2.3", created_am: "2026-03-31T10:00:00.000Z", schema: 7 } as const
/** More than a piece of what is read at once. */
const LARGE = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
const contents = {
  "pfandwerk.db": Buffer.from("database"),
  "uploads/aa/one.jpg": LARGE,
  "uploads/aa/two.jpg": Buffer.from("two"),
  "uploads/k.db": Buffer.from("a picture"),
}

/** @returns an archive with these files, and its manifest */
async function made(): Promise<string> {
  const place = folder()
  const entries = Object.entries(contents).map(([path, bytes], i) => {
    const file = join(place, String(i))
    writeFileSync(file, bytes)
    return { path, file }
  })
  const archive = join(place, "backup.tar")
  await writeArchive(archive, entries, about)
  return archive
}

/** @returns an archive as no service writes it */
async function forged(files: Record<string, string | Uint8Array>): Promise<string> {
  const archive = join(folder(), "forged.tar")
  await Bun.write(archive, await new Bun.Archive(files).bytes())
  return archive
}

const sha256 = (bytes: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
const listed = (files: Record<string, string>): Manifest["files"] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, sha256: sha256(text) }))
const manifest = (files: Manifest["files"], more: object = {}) => JSON.stringify({ ...about, ...more, files })
/** @returns what was said, without the name of the file */
const said = (work: Promise<unknown>, archive: string): Promise<string> =>
  work.then(
    () => "nothing",
    (error: Error) => String(error).replace(archive, "FILE"),
  )

test("what is put in is what comes out, for nobody else to read, and the manifest says it", async () => {
  const archive = await made()
  const target = folder()
  const told = await readArchive(archive, target)
  const files = Object.entries(contents).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: sha256(bytes),
  }))
  expect(told).toEqual({ ...about, files })
  for (const [path, bytes] of Object.entries(contents)) {
    expect(readFileSync(join(target, path)).equals(bytes)).toBe(true)
    expect(statSync(join(target, path)).mode & 0o777).toBe(0o600)
  }
  expect(statSync(join(target, "uploads", "aa")).mode & 0o777).toBe(0o700)
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  // Unpacked by whoever has nothing but tar.
  const plain = folder()
  expect(Bun.spawnSync(["tar", "-xf", archive, "-C", plain]).exitCode).toBe(0)
  expect(readFileSync(join(plain, "uploads/aa/one.jpg")).equals(LARGE)).toBe(true)
  expect(JSON.parse(readFileSync(join(plain, "manifest.json"), "utf8"))).toEqual(told)
  expect(statSync(join(plain, "pfandwerk.db")).mode & 0o777).toBe(0o600)
})

test("an archive that is there is never written over, and a file that goes meanwhile ends it", async () => {
  const archive = await made()
  const before = readFileSync(archive)
  const file = join(folder(), "x")
  writeFileSync(file, "x")
  expect(await said(writeArchive(archive, [{ path: "pfandwerk.db", file }], about), archive)).toContain(
    "EEXIST",
  )
  expect(readFileSync(archive).equals(before)).toBe(true)
  const gone = [
    { path: "pfandwerk.db", file },
    { path: "uploads/a", file: join(folder(), "gone") },
  ]
  expect(await said(writeArchive(join(folder(), "new.tar"), gone, about), archive)).toContain("ENOENT")
})

test("what does not agree with the manifest is refused, and named", async () => {
  const text = { "pfandwerk.db": "database", "uploads/a": "picture" }
  const files = listed(text)
  const [database, picture] = files as [Manifest["files"][number], Manifest["files"][number]]
  const broken = (name: string) =>
    `StartRefused: FILE ist beschädigt: ${name} stimmt nicht mit dem Verzeichnis überein.`
  const incomplete = "StartRefused: FILE ist nicht vollständig: Das Verzeichnis am Ende fehlt."
  const cases: [Record<string, string>, string][] = [
    [{ ...text, "manifest.json": manifest(files) }, "nothing"],
    [text, incomplete],
    [{ ...text, "manifest.json": manifest(files, { format: 2 }) }, incomplete],
    [{ ...text, "manifest.json": manifest([database]) }, broken("eine Datei")],
    [
      { ...text, "manifest.json": manifest([...files, { ...picture, path: "uploads/b" }]) },
      broken("uploads/b"),
    ],
    [{ ...text, "uploads/a": "pictur3", "manifest.json": manifest(files) }, broken("uploads/a")],
    [{ ...text, "manifest.json": manifest([database, { ...picture, bytes: 8 }]) }, broken("uploads/a")],
    [
      { ...text, "uploads/../../a": "x", "manifest.json": manifest(files) },
      'StartRefused: In der Datei ist "uploads/../../a"; das ist in keiner Sicherung.',
    ],
    [
      { ...text, "uploads/.a": "x", "manifest.json": manifest(files) },
      'StartRefused: In der Datei ist "uploads/.a"; das ist in keiner Sicherung.',
    ],
  ]
  for (const [inside, expected] of cases) {
    const archive = await forged(inside)
    expect(await said(readArchive(archive), archive)).toBe(expected)
    expect(await said(readArchive(archive, folder()), archive)).toBe(expected)
  }
  const archive = await forged({ "manifest.json": "{" })
  expect(await said(readArchive(archive), archive)).toStartWith(
    "StartRefused: FILE ist beschädigt oder keine Sicherung: ",
  )
})

test("a file of another kind is told by its kind, with what reads it", async () => {
  const place = folder()
  const file = join(place, "file")
  const database = join(place, "database")
  using db = new Database(database)
  db.run("CREATE TABLE t (a)")
  for (const [bytes, kind] of [
    [readFileSync(database), "eine Datenbank, kein Archiv. Sie holt zurück: pfandwerk restore DATEI"],
    [zipSync({ "Kunden.csv": LARGE }), "eine ZIP-Datei"],
    [Bun.gzipSync(readFileSync(await made())), "gepackt (gzip). Erst auspacken: gunzip DATEI"],
  ] as const) {
    writeFileSync(file, bytes)
    expect(await said(readArchive(file), file)).toStartWith(`StartRefused: FILE ist ${kind}`)
  }
})

test("only looked at, nothing is written; a full disk is no damaged archive", async () => {
  const archive = await made()
  const target = folder()
  await readArchive(archive)
  expect(readdirSync(target)).toEqual([])
  symlinkSync("/dev/full", join(target, "pfandwerk.db"))
  expect(await said(readArchive(archive, target), archive)).toContain("ENOSPC")
})

test("the pictures that are asked for are taken one after the other, with all of their bytes, and no others", async () => {
  const archive = await made()
  const taken: [string, number][] = []
  let working = 0
  // "k.db" is the end of the database's name as well.
  await extractPictures(archive, new Set(["aa/one.jpg", "k.db", "gone.jpg"]), async (path, bytes) => {
    expect(++working).toBe(1)
    await new Promise(setImmediate)
    expect(Buffer.compare(bytes, path === "k.db" ? contents["uploads/k.db"] : LARGE)).toBe(0)
    taken.push([path, bytes.length])
    working--
  })
  expect(taken).toEqual([
    ["aa/one.jpg", LARGE.length],
    ["k.db", 9],
  ])
})

test("from a damaged archive no picture is taken, and one that cannot be kept is told", async () => {
  const archive = await made()
  const wanted = new Set(["aa/one.jpg"])
  const taken: string[] = []
  const take = async (path: string) => void taken.push(path)
  const bytes = readFileSync(archive)
  // Of the picture behind the one that is asked for.
  const place = bytes.indexOf("a picture")
  bytes[place] = (bytes[place] ?? 0) ^ 1
  const damaged = join(folder(), "damaged.tar")
  writeFileSync(damaged, bytes)
  expect(await said(extractPictures(damaged, wanted, take), damaged)).toBe(
    "StartRefused: FILE ist beschädigt: uploads/k.db stimmt nicht mit dem Verzeichnis überein.",
  )
  expect(taken).toEqual([])
  const full = async (): Promise<void> => {
    throw new Error("no room")
  }
  expect(await said(extractPictures(archive, wanted, full), archive)).toBe("Error: no room")
  const gone = join(folder(), "gone.tar")
  expect(await said(extractPictures(gone, wanted, take), gone)).toBe("StartRefused: FILE gibt es nicht.")
  const dir = join(folder(), "dir")
  mkdirSync(dir)
  expect(await said(extractPictures(dir, wanted, take), dir)).toBe("StartRefused: FILE ist keine Datei.")
  expect(existsSync(gone)).toBe(false)
})
