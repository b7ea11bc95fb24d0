import { getTableName } from "drizzle-orm"
import { isDiskFailure } from "../../db/faults.ts"
import { query } from "../../db/query.ts"
import { belege, geraete_pruefungen, kunden_bilder, lieferungen_bilder } from "../../db/schema.ts"
import type { NewRow, Row, TenantDb } from "../../db/tenant-db.ts"
import { reencode } from "../../lib/reencode.ts"
import { Refusal } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Upload } from "../frame/services.ts"
import { claimRequest } from "../shared/claim.ts"
import { writeProtokoll } from "../shared/record.ts"
import { decoding } from "./decoding.ts"
import { randomPath, removeFiles, storeDurably } from "./files.ts"

type PictureTable = typeof kunden_bilder | typeof lieferungen_bilder
type Picture = { id: string; pfad: string; vorschau_pfad: string }
type WithUrls<Z extends Picture> = Z & { url: string; vorschau_url: string }
/** The stored files of a picture. */
export type StoredPicture = Pick<Row<PictureTable>, "pfad" | "vorschau_pfad" | "breite" | "hoehe" | "bytes">

type Sum = { bytes: number | null }
const ofKunden = query<Sum>`SELECT sum(b.bytes) AS bytes FROM ${kunden_bilder} b`
const ofLieferungen = query<Sum>`SELECT sum(b.bytes) AS bytes FROM ${lieferungen_bilder} b`
const ofBelege = query<Sum>`SELECT sum(b.bytes) AS bytes FROM ${belege} b`
const ofPruefungen = query<Sum>`SELECT sum(p.bytes) AS bytes FROM ${geraete_pruefungen} p`

/**
 * Receives a picture, encodes it afresh, and stores it with its record.
 *
 * @param owner names the record that it belongs to
 * @param valuesOf checks, in the transaction, that it may be stored, and tells its further columns
 * @throws Refusal conflict, too large, wrong type, unavailable; and what `valuesOf` throws
 */
export async function uploadPicture<T extends PictureTable, F extends { id?: string }>(
  { services, tenant, actor, receive, commit }: TenantContext,
  table: T,
  owner: Readonly<Record<string, string>>,
  valuesOf: (fields: F) => Omit<NewRow<T>, keyof StoredPicture | "id" | "hochgeladen_von">,
): Promise<Created<WithUrls<Row<T> & Picture>>> {
  const { folder, quotaPerTenant } = services.uploads
  const { encoded, sha256, fields } = await receive(async ({ bytes, ...form }: Upload<F>) => ({
    ...form,
    encoded: await decoding(() => reencode(bytes), tenant.id),
    sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
  }))
  const { id, ...content } = fields
  const name = getTableName(table)
  return storePicture(commit, folder, encoded, (stored) => {
    if (!claimRequest(tenant, name, id, { ...owner, ...content, sha256 }))
      return new Created(withUrls(tenant.get(table, id ?? "") as Row<T> & Picture), false)
    const values = { ...stored, ...valuesOf(fields), ...(id && { id }), hochgeladen_von: actor.id }
    requireQuota(tenant, stored.bytes, quotaPerTenant)
    const made = tenant.insert(table, values as unknown as NewRow<T>)
    writeProtokoll(tenant, actor, `${name}.hochgeladen`, table, undefined, made)
    return new Created(withUrls(made as Row<T> & Picture), true)
  })
}

/**
 * Stores the files of a picture: they are on disk before its record is committed, and removed again if it is not.
 *
 * @param record writes the record in a transaction, and says whether this request made it
 * @throws what `record` throws
 */
export async function storePicture<Z>(
  commit: TenantContext["commit"],
  folder: string,
  { picture, preview }: Awaited<ReturnType<typeof reencode>>,
  record: (stored: StoredPicture) => Created<Z>,
): Promise<Created<Z>> {
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

/**
 * Deletes the record first, then the files: a file without a record gets swept, a record without its file is
 * damage.
 *
 * @param get finds the record in the transaction, and checks that it may go
 * @throws what `get` throws
 */
export async function deletePicture<T extends PictureTable>(
  { services, tenant, actor, commit }: TenantContext,
  table: T,
  get: () => Row<T> & Picture,
): Promise<void> {
  const picture = await commit(() => {
    const gone = get()
    tenant.delete(table, gone.id)
    writeProtokoll(tenant, actor, `${getTableName(table)}.geloescht`, table, gone, undefined)
    return gone
  })
  await removeFiles(services.uploads.folder, [picture.pfad, picture.vorschau_pfad])
}

/** @throws Refusal too large when the company's pictures and documents would exceed their quota */
export function requireQuota(tenant: TenantDb, bytes: number, quota: number): void {
  const used = [ofKunden, ofLieferungen, ofBelege, ofPruefungen].map(
    (sum) => tenant.first(sum, {})?.bytes ?? 0,
  )
  if (used.reduce((a, b) => a + b, bytes) <= quota) return
  throw new Refusal("too large", "Der Speicherplatz der Firma für Bilder und Belege ist aufgebraucht")
}

/** @returns the record with the URLs of its files */
export const withUrls = <Z extends Picture>(zeile: Z): WithUrls<Z> => ({
  ...zeile,
  url: `/uploads/${zeile.pfad}`,
  vorschau_url: `/uploads/${zeile.vorschau_pfad}`,
})
