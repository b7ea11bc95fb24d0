import { isDiskFailure } from "../../db/faults.ts"
import { query } from "../../db/query.ts"
import { belege, geraete_pruefungen, kunden_bilder, lieferungen_bilder } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { reencode } from "../../lib/pictures.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { TenantContext, Upload } from "../frame/route.ts"
import { decoding } from "./decoding.ts"
import { randomPath, removeFiles, storeDurably } from "./files.ts"

/** The stored files of a picture. */
type Abgelegt = {
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
const vonBelegen = query<Summe>`SELECT sum(b.bytes) AS bytes FROM ${belege} b`
const vonPruefungen = query<Summe>`SELECT sum(p.bytes) AS bytes FROM ${geraete_pruefungen} p`

/** Re-encodes an uploaded picture; the original is not needed any more. */
export async function encode<F>(
  { bytes, fields }: Upload<F>,
  tenant: TenantDb,
): Promise<Encoded & { fields: F }> {
  const encoded = await decoding(() => reencode(bytes), tenant.id)
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  return { fields, sha256, ...encoded }
}

/**
 * Stores a picture: its files are on disk before the record is committed, and removed again if it is not.
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
  const [pfad, vorschau_pfad] = [randomPath(picture), randomPath(preview)]
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
    // After a disk failure the record may still turn out to be stored; if not, the sweep finds the files.
    keep = isDiskFailure(error)
    throw error
  } finally {
    if (!keep) await removeFiles(folder, [pfad, vorschau_pfad])
  }
}

/** @throws Refusal too large when the company's pictures and documents would exceed their quota */
export function requireQuota(tenant: TenantDb, bytes: number, quota: number): void {
  const used = [vonKunden, vonLieferungen, vonBelegen, vonPruefungen].map(
    (summe) => tenant.first(summe, {})?.bytes ?? 0,
  )
  if (used.reduce((a, b) => a + b, bytes) <= quota) return
  throw new Refusal("too large", "Der Speicherplatz der Firma für Bilder und Belege ist aufgebraucht")
}

/** @returns the record with the URLs of its files */
export const withUrls = <Z extends { pfad: string; vorschau_pfad: string }>(
  zeile: Z,
): Z & { url: string; vorschau_url: string } => ({
  ...zeile,
  url: `/uploads/${zeile.pfad}`,
  vorschau_url: `/uploads/${zeile.vorschau_pfad}`,
})
