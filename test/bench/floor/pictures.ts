import type { Database } from "bun:sqlite"
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { randomPath, storeDurably } from "../../../src/api/pictures/files.ts"
import { reencode } from "../../../src/lib/reencode.ts"
import { type Author, logging } from "./write.ts"

/** Takes in a picture: encoded afresh and durable by the same code, since that is the work itself. */
export function receiving(db: Database, folder: string, write: <T>(work: () => T) => Promise<T>) {
  const log = logging(db)
  const others = db.prepare<{ n: number }, [string, string]>(
    "SELECT count(*) AS n FROM kunden_bilder WHERE tenant_id = +? AND kunde_id = +?",
  )
  const used = db.prepare<{ n: number }, [string]>(
    "SELECT sum(bytes) AS n FROM kunden_bilder WHERE tenant_id = +?",
  )
  const insert = db.prepare(
    `INSERT INTO kunden_bilder (tenant_id, id, kunde_id, pfad, vorschau_pfad, titel, sortierung, breite, hoehe,
       bytes, hochgeladen_von, erstellt_am, aktualisiert_am, version)
     VALUES (:tenant, :id, :kunde_id, :pfad, :vorschau_pfad, NULL, :sortierung, :breite, :hoehe, :bytes,
       :hochgeladen_von, :erstellt_am, :erstellt_am, 1)`,
  )
  return async (tenant: string, author: Author, kunde_id: string, request: Request): Promise<object> => {
    const file = (await request.formData()).get("bild") as File
    const original = new Uint8Array(await file.arrayBuffer())
    const { picture, preview } = await reencode(original)
    new Bun.CryptoHasher("sha256").update(original).digest("hex")
    const [pfad, vorschau_pfad] = [randomPath(picture), randomPath(preview)]
    await storeDurably(folder, pfad, picture.bytes)
    await storeDurably(folder, vorschau_pfad, preview.bytes)
    return write(() => {
      used.get(tenant)
      const erstellt_am = new Date().toISOString()
      const row = {
        id: Bun.randomUUIDv7(),
        kunde_id,
        pfad,
        vorschau_pfad,
        sortierung: others.get(tenant, kunde_id)?.n ?? 0,
        breite: picture.breite,
        hoehe: picture.hoehe,
        bytes: picture.bytes.length + preview.bytes.length,
        hochgeladen_von: author.id,
        erstellt_am,
      }
      insert.run({ ...row, tenant })
      const changes = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, [null, value]]))
      const entry = { aktion: "kunden_bilder.hochgeladen", tabelle: "kunden_bilder", record: row.id }
      log(tenant, author, { ...entry, changes, now: erstellt_am })
      const { sortierung, breite, hoehe, bytes } = row
      return {
        id: row.id,
        kunde_id,
        pfad,
        vorschau_pfad,
        sortierung,
        url: `/uploads/${pfad}`,
        vorschau_url: `/uploads/${vorschau_pfad}`,
        titel: null,
        breite,
        hoehe,
        bytes,
        hochgeladen_von: author.id,
        erstellt_am,
        aktualisiert_am: erstellt_am,
        version: 1,
      }
    })
  }
}

/** @returns a stored picture with the headers that the service sends with one */
export function storedPicture(folder: string, path: string, base: Headers): Response {
  const file = join(folder, path)
  const { size } = lstatSync(file)
  const headers = new Headers(base)
  headers.set("X-Request-Id", Bun.randomUUIDv7())
  headers.set("Content-Type", path.endsWith(".jpg") ? "image/jpeg" : "image/webp")
  headers.set("Content-Security-Policy", "default-src 'none'; sandbox")
  headers.set("Cross-Origin-Resource-Policy", "cross-origin")
  headers.set("Cache-Control", "public, max-age=31536000, immutable")
  headers.set("Accept-Ranges", "bytes")
  headers.set("ETag", `"${Bun.hash(path).toString(36)}-${size.toString(36)}"`)
  return new Response(Bun.file(file), { headers })
}
