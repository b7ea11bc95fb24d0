import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { randomPath, storeDurably } from "../../../src/api/pictures/files.ts"
import { kunden_bilder } from "../../../src/db/schema.ts"
import type { TenantDb } from "../../../src/db/tenant-db.ts"
import { reencode } from "../../../src/lib/reencode.ts"

/**
 * @param original what somebody took
 * @returns writes the record of a customer's picture, whose files are stored now
 */
export async function storePicture(
  dataDir: string,
  original: Uint8Array,
): Promise<(tenant: TenantDb, kunde_id: string) => void> {
  const folder = join(dataDir, "uploads")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { picture, preview } = await reencode(original)
  const [pfad, vorschau_pfad] = [randomPath(picture), randomPath(preview)]
  await storeDurably(folder, pfad, picture.bytes)
  await storeDurably(folder, vorschau_pfad, preview.bytes)
  const { breite, hoehe } = picture
  const bytes = picture.bytes.length + preview.bytes.length
  return (tenant, kunde_id) =>
    void tenant.insert(kunden_bilder, { kunde_id, pfad, vorschau_pfad, breite, hoehe, bytes })
}
