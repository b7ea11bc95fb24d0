import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { storeDurably } from "../../api/pictures/files.ts"
import { readChecked } from "../../db/snapshot.ts"
import type { RecordOfFile } from "../../db/upload-paths.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { paint, reencode } from "../../lib/reencode.ts"
import { extractPictures } from "../backup/archive.ts"
import { keptFolders } from "../backup/exchange.ts"
import { backupsIn } from "../retention/retention.ts"
import { bringBack, quarantined } from "../uploads/quarantine.ts"
import { databaseIn } from "../../db/open.ts"

type Places = Pick<HttpDeps, "system" | "config">

/** A picture that is gone, and where it came back from, in German; undefined when it is lost. */
type Repaired = { path: string; from: string | undefined; record: RecordOfFile | undefined }

/**
 * Looks for pictures that are gone: in quarantine, in what restores have left, in backups, the newest first; a lost
 * preview is made anew.
 *
 * @param archive a backup to look into first
 * @param tell gets the place being searched, in German
 */
export async function repair(
  deps: Places,
  archive: string | undefined,
  tell: (line: string) => void,
): Promise<Repaired[]> {
  const { dataDir, uploadsDir, backupDir } = deps.config
  const named = readChecked(databaseIn(dataDir)).uploads
  const all = named.filter((path) => !existsSync(join(uploadsDir, path)))
  const wanted = new Set(all)
  const found = new Map<string, string>()
  const note = (path: string, from: string) => {
    wanted.delete(path)
    found.set(path, from)
  }
  if (wanted.size > 0) await fromQuarantine(deps, wanted, note)
  if (wanted.size > 0) await fromEarlier(deps, wanted, note)
  const backups = (backupsIn(backupDir) ?? []).map((name) => join(backupDir, name))
  for (const file of [...(archive ? [archive] : []), ...backups.toReversed()]) {
    if (wanted.size === 0) break
    tell(`Gesucht wird in ${file} …`)
    await extractPictures(file, wanted, async (path, bytes) => {
      await storeDurably(uploadsDir, path, bytes)
      note(path, file)
    }).catch((error: Error) => tell(error.message))
  }
  for (const path of wanted) if (await remakePreview(deps, path)) note(path, "neu aus dem Bild gemacht")
  return all.map((path) => ({ path, from: found.get(path), record: deps.system.findRecordOf(path) }))
}

/** Puts a picture with a cross where one is lost: it can be seen that one was there, and nothing is missing. */
export async function replaceByPlaceholder({ config }: Places, path: string): Promise<void> {
  if (!existsSync(join(config.uploadsDir, path)))
    await storeDurably(config.uploadsDir, path, await placeholder())
}

type Note = (path: string, from: string) => void

async function fromQuarantine({ config }: Places, wanted: Set<string>, note: Note): Promise<void> {
  for await (const file of quarantined(config.uploadsDir))
    if (wanted.has(file.path) && (await bringBack(config.uploadsDir, file))) note(file.path, "Quarantäne")
}

async function fromEarlier({ config }: Places, wanted: Set<string>, note: Note): Promise<void> {
  for (const folder of keptFolders(config.dataDir))
    for (const path of wanted) {
      const file = join(folder, "uploads", path)
      if (!existsSync(file)) continue
      await storeDurably(config.uploadsDir, path, readFileSync(file))
      note(path, folder)
    }
}

async function remakePreview({ system, config }: Places, path: string): Promise<boolean> {
  const record = system.findRecordOf(path)
  const picture = join(config.uploadsDir, record?.pfad ?? "")
  if (record?.vorschau_pfad !== path || !existsSync(picture)) return false
  const { preview } = await reencode(readFileSync(picture))
  await storeDurably(config.uploadsDir, path, preview.bytes)
  return true
}

const [WIDTH, HEIGHT] = [480, 360]
/** Half of the thickness of the cross, in pixels. */
const LINE = 8

/** @returns a grey WebP with a cross, to be shown where a picture was lost */
const placeholder = (): Promise<Uint8Array> =>
  new Bun.Image(paint(WIDTH, HEIGHT, colourAt)).webp({ quality: 50 }).bytes()

function colourAt(x: number, y: number) {
  const along = (x * HEIGHT) / WIDTH
  const isCross = Math.abs(along - y) < LINE || Math.abs(HEIGHT - along - y) < LINE
  return isCross ? ([0x88, 0x88, 0x88] as const) : ([0xdd, 0xdd, 0xdd] as const)
}
