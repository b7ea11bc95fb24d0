import { isDiskFailure } from "../../../db/faults.ts"
import { query } from "../../../db/query.ts"
import { kunden_bilder, lieferungen_bilder } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { reencode } from "../../../lib/pictures.ts"
import { Refusal } from "../../../lib/refusal.ts"
import type { TenantContext, Upload } from "../../route.ts"
import { decoding } from "./decoding.ts"
import { randomPath, removeFiles, storeDurably } from "./files.ts"

/** A picture as its record names it. */
export type Abgelegt = {
  pfad: string
  vorschau_pfad: string
  breite: number
  hoehe: number
  bytes: number
}

type Encoded = Awaited<ReturnType<typeof reencode>> & { sha256: string }

type Summe = { bytes: number | null }
const vonKunden = query<Summe>`SELECT sum(b.bytes) AS bytes FROM ${kunden_bilder} b`
const vonLieferungen = query<Summe>`SELECT sum(b.bytes) AS bytes FROM ${lieferungen_bilder} b`

/** Checks and encodes what was sent; the original is not needed any more then. */
export async function encode<F>({ bytes, fields }: Upload<F>): Promise<Encoded & { fields: F }> {
  const encoded = await decoding(() => reencode(bytes))
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  return { fields, sha256, ...encoded }
}

/**
 * Puts a picture where it belongs: its files are on the disk before their record is, and gone again when the record
 * is not written.
 *
 * @param record writes the record in a transaction, and says whether this request made it
 * @throws what `record` throws
 */
export async function storePicture<Z>(
  commit: TenantContext["commit"],
  folder: string,
  { picture, preview }: Encoded,
  record: (abgelegt: Abgelegt) => { zeile: Z; first: boolean },
): Promise<{ zeile: Z; first: boolean }> {
  const [pfad, vorschau_pfad] = [randomPath(), randomPath()]
  const bytes = picture.bytes.length + preview.bytes.length
  const { breite, hoehe } = picture
  let keep = false
  try {
    await storeDurably(folder, pfad, picture.bytes)
    await storeDurably(folder, vorschau_pfad, preview.bytes)
    const recorded = await commit(() => record({ pfad, vorschau_pfad, breite, hoehe, bytes }))
    keep = recorded.first
    return recorded
  } catch (error) {
    // What a failing disk would not confirm may be there after the next start; if not, the sweep finds the files.
    keep = isDiskFailure(error)
    throw error
  } finally {
    if (!keep) await removeFiles(folder, [pfad, vorschau_pfad])
  }
}

/** @throws Refusal too large when all pictures of a company together have too many bytes */
export function requireQuota(tenant: TenantDb, bytes: number, quota: number): void {
  const belegt = [vonKunden, vonLieferungen].map((summe) => tenant.first(summe, {})?.bytes ?? 0)
  if (belegt.reduce((a, b) => a + b, bytes) <= quota) return
  throw new Refusal("too large", "Der Speicherplatz der Firma für Bilder ist aufgebraucht")
}

/** @returns a record with the addresses of its files */
export const withUrls = <Z extends { pfad: string; vorschau_pfad: string }>(
  zeile: Z,
): Z & { url: string; vorschau_url: string } => ({
  ...zeile,
  url: `/uploads/${zeile.pfad}`,
  vorschau_url: `/uploads/${zeile.vorschau_pfad}`,
})
