import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { geraete, klaerungen, lieferungen, lieferungen_bilder, pfandartikel } from "../../../db/schema.ts"
import type { Row, TenantDb } from "../../../db/tenant-db.ts"
import { readErfasstAm } from "../../erfasst.ts"
import { conflict, invalid, missing } from "../../../lib/refusal.ts"
import { encode, storePicture, withUrls, requireQuota } from "../../kunden/bilder/ablage.ts"
import { removeFiles } from "../../kunden/bilder/files.ts"
import { claimAnfrage } from "../../once.ts"
import { writeProtokoll } from "../../record.ts"
import type { TenantContext, Upload } from "../../route.ts"
import type { Actor } from "../../session.ts"
import { getLieferzeile, type Zeile } from "../read.ts"
import type { LieferbildFields, LieferbildReply } from "./model.ts"

type Bild = Static<typeof LieferbildReply>
type Fields = Static<typeof LieferbildFields>

/** Far more than a stop needs, and few enough for its page to stay fast. */
const MAX = 60

const bilderVon = query<Row<typeof lieferungen_bilder>, { lieferung_id: string }>`
  SELECT b.* FROM ${lieferungen_bilder} b WHERE b.lieferung_id = :lieferung_id ORDER BY b.id LIMIT 100`

const eigeneKlaerung = query<{ n: number }, { lieferung_id: string; fahrer_id: string }>`
  SELECT 1 AS n FROM ${klaerungen} k WHERE k.lieferung_id = :lieferung_id AND k.fahrer_id = :fahrer_id LIMIT 1`

/** @throws Refusal missing */
export function listLieferbilder(tenant: TenantDb, actor: Actor, lieferung_id: string): { items: Bild[] } {
  getLieferzeile(tenant, actor, lieferung_id)
  return { items: tenant.all(bilderVon, { lieferung_id }).map(withUrls) }
}

/**
 * Stores a picture of a stop, whether it was delivered or failed.
 *
 * @returns the picture, and whether this request made it
 * @throws Refusal missing, conflict, too large, wrong type, unavailable; invalid
 */
export async function uploadLieferbild(
  { services, tenant, actor, receive, commit }: TenantContext,
  lieferung_id: string,
): Promise<{ bild: Bild; first: boolean }> {
  // Whether the driver may is checked below, once the attempt is known.
  tenant.get(lieferungen, lieferung_id, "Lieferung nicht gefunden")
  const bild = await receive((upload: Upload<Fields>) => encode(upload, tenant))
  const { id, versuch, erfasst_am, ...fields } = bild.fields
  const inhalt = { lieferung_id, versuch, erfasst_am, ...fields, sha256: bild.sha256 }
  const { zeile, first } = await storePicture(commit, services.uploads.folder, bild, (abgelegt) => {
    const neu = claimAnfrage(tenant, "lieferungen_bilder", id, inhalt)
    if (!neu) return { zeile: tenant.get(lieferungen_bilder, id ?? ""), first: false }
    const lieferung = tenant.get(lieferungen, lieferung_id, "Lieferung nicht gefunden")
    const beim = versuch === undefined ? lieferung.versuch : Number(versuch)
    requireDabei(tenant, actor, lieferung, beim)
    requirePosition(tenant, fields)
    if (tenant.all(bilderVon, { lieferung_id }).length >= MAX)
      throw conflict(`Zu einer Lieferung gehören höchstens ${MAX} Bilder`)
    requireQuota(tenant, abgelegt.bytes, services.uploads.quotaPerTenant)
    const made = tenant.insert(lieferungen_bilder, {
      ...abgelegt,
      ...fields,
      ...(id && { id }),
      lieferung_id,
      versuch: beim,
      erfasst_am: readErfasstAm(erfasst_am, tenant.now()),
      hochgeladen_von: actor.id,
    })
    writeProtokoll(tenant, actor, "lieferungen_bilder.hochgeladen", lieferungen_bilder, undefined, made)
    return { zeile: made, first: true }
  })
  return { bild: withUrls(zeile), first }
}

/**
 * Pictures may arrive hours late: the stop may have been planned anew meanwhile, perhaps for another driver,
 * or handed to the office as a Klärung.
 */
function requireDabei(tenant: TenantDb, actor: Actor, lieferung: Zeile, versuch: number): void {
  if (versuch > lieferung.versuch) throw conflict(`Es gab erst ${lieferung.versuch} Versuche`)
  if (actor.rolle !== "fahrer" || lieferung.fahrer_id === actor.id || versuch < lieferung.versuch) return
  if (tenant.first(eigeneKlaerung, { lieferung_id: lieferung.id, fahrer_id: actor.id })) return
  throw missing("Lieferung nicht gefunden")
}

function requirePosition(tenant: TenantDb, { pfandartikel_id, geraet_id }: Fields): void {
  if (pfandartikel_id && geraet_id) throw invalid("geraet_id", "nennt höchstens eines: Artikel oder Gerät")
  if (pfandartikel_id) tenant.get(pfandartikel, pfandartikel_id, "Pfandartikel nicht gefunden")
  if (geraet_id) tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
}

/** Deletes the record first, then the files: a file without a record gets swept. @throws Refusal missing */
export async function deleteLieferbild(
  { services, tenant, actor, commit }: TenantContext,
  lieferung_id: string,
  id: string,
): Promise<void> {
  const dateien = await commit(() => {
    const bild = tenant.find(lieferungen_bilder, id)
    if (bild?.lieferung_id !== lieferung_id) throw missing("Bild nicht gefunden")
    tenant.delete(lieferungen_bilder, id)
    writeProtokoll(tenant, actor, "lieferungen_bilder.geloescht", lieferungen_bilder, bild, undefined)
    return [bild.pfad, bild.vorschau_pfad]
  })
  await removeFiles(services.uploads.folder, dateien)
}
