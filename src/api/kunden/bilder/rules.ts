import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden, kunden_bilder } from "../../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { missing } from "../../../lib/refusal.ts"
import { GONE } from "../../shared/kundenkopf.ts"
import { List } from "../../shared/list.ts"
import type { PageOf, PageRequest } from "../../shared/page.ts"
import type { TenantContext } from "../../frame/route.ts"
import type { Actor } from "../../frame/session.ts"
import { change, requireVersion } from "../../shared/record.ts"
import { deletePicture, uploadPicture, withUrls } from "../../pictures/storage.ts"
import type { BildPatch, BildReply, UploadFields } from "./model.ts"

type Bildzeile = Row<typeof kunden_bilder>
type Picture = Static<typeof BildReply>

const bilder = new List<Bildzeile>({
  table: kunden_bilder,
  columns: ["*"],
  sorts: { sortierung: "sortierung" },
  within: "kunde_id",
})

const pictures = query<{ n: number }, { kunde_id: string }>`
  SELECT count(*) AS n FROM ${kunden_bilder} b WHERE b.kunde_id = :kunde_id`

/**
 * @returns a page of a customer's pictures, in their order
 * @throws Refusal missing when the customer is missing; invalid
 */
export function listBilder(tenant: TenantReader, kunde_id: string, request: PageRequest): PageOf<Picture> {
  tenant.get(kunden, kunde_id, GONE)
  const page = bilder.page(tenant, { ...request, kunde_id })
  return { ...page, items: page.items.map(withUrls) }
}

/**
 * Receives and stores a picture; a missing customer is refused before a byte is read.
 *
 * @throws Refusal missing, conflict, too large, wrong type, unavailable; invalid
 */
export function uploadBild(context: TenantContext, kunde_id: string) {
  const { tenant } = context
  const requireKunde = () => tenant.get(kunden, kunde_id, GONE)
  requireKunde()
  return uploadPicture(context, kunden_bilder, { kunde_id }, ({ titel }: Static<typeof UploadFields>) => {
    requireKunde()
    const sortierung = tenant.first(pictures, { kunde_id })?.n ?? 0
    return { kunde_id, sortierung, titel: titel ?? null }
  })
}

function getBildzeile(tenant: TenantDb, kunde_id: string, id: string): Bildzeile {
  const picture = tenant.find(kunden_bilder, id)
  if (picture?.kunde_id !== kunde_id) throw missing("Bild nicht gefunden")
  return picture
}

/** @throws Refusal missing, stale */
export function changeBild(
  tenant: TenantDb,
  actor: Actor,
  kunde_id: string,
  id: string,
  patch: Static<typeof BildPatch>,
  ifMatch: number | undefined,
): Picture {
  getBildzeile(tenant, kunde_id, id)
  return withUrls(change(tenant, actor, kunden_bilder, id, patch, ifMatch))
}

/** @throws Refusal missing, stale */
export const deleteBild = (
  context: TenantContext,
  kunde_id: string,
  id: string,
  ifMatch: number | undefined,
): Promise<void> =>
  deletePicture(context, kunden_bilder, () => {
    const zeile = getBildzeile(context.tenant, kunde_id, id)
    requireVersion(zeile, ifMatch)
    return zeile
  })
