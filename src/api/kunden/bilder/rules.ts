import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden, kunden_bilder } from "../../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { missing } from "../../../lib/refusal.ts"
import { claimAnfrage } from "../../shared/once.ts"
import { List, type PageOf, type PageRequest } from "../../shared/page.ts"
import type { TenantContext, Upload } from "../../frame/route.ts"
import type { Actor } from "../../frame/session.ts"
import { change, writeProtokoll, requireVersion } from "../../shared/record.ts"
import { encode, storePicture, withUrls, requireQuota } from "../../pictures/storage.ts"
import { removeFiles } from "../../pictures/files.ts"
import type { BildPatch, BildReply, UploadFields } from "./model.ts"

type Zeile = Row<typeof kunden_bilder>
type Bild = Static<typeof BildReply>

const bilder = new List<Zeile>({
  table: kunden_bilder,
  columns: ["*"],
  sorts: { sortierung: "sortierung" },
  filters: { kunde_id: "kunde_id = :kunde_id" },
  within: "kunde_id",
})

const pictures = query<{ n: number }, { kunde_id: string }>`
  SELECT count(*) AS n FROM ${kunden_bilder} b WHERE b.kunde_id = :kunde_id`

/**
 * @returns a page of a customer's pictures, in their order
 * @throws Refusal missing when the customer is missing; invalid
 */
export function listBilder(tenant: TenantReader, kunde_id: string, request: PageRequest): PageOf<Bild> {
  tenant.get(kunden, kunde_id, "Kunde nicht gefunden")
  const page = bilder.page(tenant, { ...request, kunde_id })
  return { ...page, items: page.items.map(withUrls) }
}

/**
 * Receives and stores a picture; a missing customer is refused before a byte is read.
 *
 * @returns the picture, and whether this request made it
 * @throws Refusal missing, conflict, too large, wrong type, unavailable; invalid
 */
export async function uploadBild(
  { services, tenant, actor, receive, commit }: TenantContext,
  kunde_id: string,
): Promise<{ bild: Bild; first: boolean }> {
  tenant.get(kunden, kunde_id, "Kunde nicht gefunden")
  const bild = await receive((upload: Upload<Static<typeof UploadFields>>) => encode(upload, tenant))
  const { id, titel } = bild.fields
  const content = { kunde_id, titel, sha256: bild.sha256 }
  const { zeile, first } = await storePicture(commit, services.uploads.folder, bild, (abgelegt) => {
    const isNew = claimAnfrage(tenant, "kunden_bilder", id, content)
    if (!isNew) return { zeile: tenant.get(kunden_bilder, id ?? ""), first: false }
    requireQuota(tenant, abgelegt.bytes, services.uploads.quotaPerTenant)
    tenant.get(kunden, kunde_id, "Kunde nicht gefunden")
    const sortierung = tenant.first(pictures, { kunde_id })?.n ?? 0
    const values = { ...abgelegt, kunde_id, sortierung, titel: titel ?? null, hochgeladen_von: actor.id }
    const made = tenant.insert(kunden_bilder, { ...values, ...(id && { id }) })
    writeProtokoll(tenant, actor, "kunden_bilder.hochgeladen", kunden_bilder, undefined, made)
    return { zeile: made, first: true }
  })
  return { bild: withUrls(zeile), first }
}

function getBildzeile(tenant: TenantDb, kunde_id: string, id: string): Zeile {
  const bild = tenant.find(kunden_bilder, id)
  if (bild?.kunde_id !== kunde_id) throw missing("Bild nicht gefunden")
  return bild
}

/** @throws Refusal missing, stale */
export function changeBild(
  tenant: TenantDb,
  actor: Actor,
  kunde_id: string,
  id: string,
  patch: Static<typeof BildPatch>,
  ifMatch: number | undefined,
): Bild {
  getBildzeile(tenant, kunde_id, id)
  return withUrls(change(tenant, actor, kunden_bilder, id, patch, ifMatch))
}

/**
 * Deletes the record first, then the files: a file without a record gets swept, a record without its file is
 * damage.
 *
 * @throws Refusal missing, stale
 */
export async function deleteBild(
  { services, tenant, actor, commit }: TenantContext,
  kunde_id: string,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  const bild = await commit(() => {
    const zeile = getBildzeile(tenant, kunde_id, id)
    requireVersion(zeile, ifMatch)
    return removeBild(tenant, actor, zeile)
  })
  await removeFiles(services.uploads.folder, bild)
}

/** @returns the paths of the files to remove after the transaction */
function removeBild(tenant: TenantDb, actor: Actor, bild: Zeile): string[] {
  tenant.delete(kunden_bilder, bild.id)
  writeProtokoll(tenant, actor, "kunden_bilder.geloescht", kunden_bilder, bild, undefined)
  return [bild.pfad, bild.vorschau_pfad]
}
