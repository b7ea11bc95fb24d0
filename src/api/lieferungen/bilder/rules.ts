import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import {
  geraete,
  klaerungen,
  lieferungen,
  lieferungen_bilder,
  pfandartikel,
  protokoll,
} from "../../../db/schema.ts"
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

const GONE = "Lieferung nicht gefunden"

const bilderVon = query<Row<typeof lieferungen_bilder>, { lieferung_id: string }>`
  SELECT b.* FROM ${lieferungen_bilder} b WHERE b.lieferung_id = :lieferung_id ORDER BY b.id LIMIT 100`

const bilderInKlaerung = query<Row<typeof lieferungen_bilder>, { klaerung_id: string }>`
  SELECT b.* FROM ${lieferungen_bilder} b WHERE b.klaerung_id = :klaerung_id ORDER BY b.id LIMIT 100`

/** Who had a stop of theirs taken away in mid-tour; the log alone knows. */
const warZugeteilt = query<
  { n: number },
  { lieferung_id: string; fahrer_id: string; tabelle: string; ohne: string }
>`
  SELECT 1 AS n FROM ${protokoll} p
  WHERE p.tabelle = :tabelle AND p.datensatz_id = :lieferung_id AND p.aktion <> :ohne
    AND json_extract(p.aenderungen, '$.fahrer_id[0]') = :fahrer_id LIMIT 1`

const eigeneKlaerung = query<{ n: number }, { lieferung_id: string; fahrer_id: string }>`
  SELECT 1 AS n FROM ${klaerungen} k WHERE k.lieferung_id = :lieferung_id AND k.fahrer_id = :fahrer_id LIMIT 1`

/** @throws Refusal missing */
export function listLieferbilder(tenant: TenantDb, actor: Actor, lieferung_id: string): { items: Bild[] } {
  if (findKlaerung(tenant, actor, lieferung_id))
    return { items: tenant.all(bilderInKlaerung, { klaerung_id: lieferung_id }).map(withUrls) }
  getLieferzeile(tenant, actor, lieferung_id)
  return { items: tenant.all(bilderVon, { lieferung_id }).map(withUrls) }
}

/**
 * @param id that an unplanned pick-up's delivery was to have, and has once the office books it
 * @returns the Klärung that it is until then
 */
function findKlaerung(tenant: TenantDb, actor: Actor, id: string): Row<typeof klaerungen> | undefined {
  const klaerung = tenant.find(klaerungen, id)
  // Clients make ids: a delivery that is there goes before.
  if (klaerung?.art !== "ungeplant" || tenant.find(lieferungen, id)) return undefined
  return actor.rolle === "fahrer" && klaerung.fahrer_id !== actor.id ? undefined : klaerung
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
  if (!findKlaerung(tenant, actor, lieferung_id)) tenant.get(lieferungen, lieferung_id, GONE)
  const bild = await receive((upload: Upload<Fields>) => encode(upload, tenant))
  const { id, versuch, erfasst_am, ...fields } = bild.fields
  const inhalt = { lieferung_id, versuch, erfasst_am, ...fields, sha256: bild.sha256 }
  const { zeile, first } = await storePicture(commit, services.uploads.folder, bild, (abgelegt) => {
    const neu = claimAnfrage(tenant, "lieferungen_bilder", id, inhalt)
    if (!neu) return { zeile: tenant.get(lieferungen_bilder, id ?? ""), first: false }
    const wo = findWhere(tenant, actor, lieferung_id, versuch)
    requirePosition(tenant, fields)
    if (wo.bisher.length >= MAX) throw conflict(`Zu einer Lieferung gehören höchstens ${MAX} Bilder`)
    requireQuota(tenant, abgelegt.bytes, services.uploads.quotaPerTenant)
    const made = tenant.insert(lieferungen_bilder, {
      ...abgelegt,
      ...fields,
      ...(id && { id }),
      ...wo.bei,
      erfasst_am: readErfasstAm(erfasst_am, tenant.now()),
      hochgeladen_von: actor.id,
    })
    writeProtokoll(tenant, actor, "lieferungen_bilder.hochgeladen", lieferungen_bilder, undefined, made)
    return { zeile: made, first: true }
  })
  return { bild: withUrls(zeile), first }
}

/** What a picture will belong to, and which others do. @throws Refusal missing, conflict */
function findWhere(tenant: TenantDb, actor: Actor, id: string, versuch: string | undefined) {
  if (findKlaerung(tenant, actor, id))
    return { bei: { klaerung_id: id, versuch: 1 }, bisher: tenant.all(bilderInKlaerung, { klaerung_id: id }) }
  const lieferung = tenant.get(lieferungen, id, GONE)
  const beim = versuch === undefined ? lieferung.versuch : Number(versuch)
  requireDabei(tenant, actor, lieferung, beim)
  return { bei: { lieferung_id: id, versuch: beim }, bisher: tenant.all(bilderVon, { lieferung_id: id }) }
}

/** They go with the pick-up, now that the office has booked it. */
export function moveBilder(tenant: TenantDb, klaerung_id: string, lieferung_id: string): void {
  for (const { id } of tenant.all(bilderInKlaerung, { klaerung_id }))
    tenant.update(lieferungen_bilder, id, { lieferung_id })
}

/**
 * Pictures may arrive hours late: the stop may have been planned anew meanwhile, perhaps for another driver,
 * or handed to the office as a Klärung.
 */
function requireDabei(tenant: TenantDb, actor: Actor, lieferung: Zeile, versuch: number): void {
  if (versuch > lieferung.versuch) throw conflict(`Es gab erst ${lieferung.versuch} Versuche`)
  if (actor.rolle !== "fahrer" || lieferung.fahrer_id === actor.id || versuch < lieferung.versuch) return
  const gefragt = { lieferung_id: lieferung.id, fahrer_id: actor.id }
  if (tenant.first(eigeneKlaerung, gefragt)) return
  // Planned anew, it is another attempt, of which they know nothing.
  const frueher = { ...gefragt, tabelle: "lieferungen", ohne: "lieferungen.neu_geplant" }
  if (tenant.first(warZugeteilt, frueher)) return
  throw missing(GONE)
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
    if (bild === undefined || ![bild.lieferung_id, bild.klaerung_id].includes(lieferung_id))
      throw missing("Bild nicht gefunden")
    tenant.delete(lieferungen_bilder, id)
    writeProtokoll(tenant, actor, "lieferungen_bilder.geloescht", lieferungen_bilder, bild, undefined)
    return [bild.pfad, bild.vorschau_pfad]
  })
  await removeFiles(services.uploads.folder, dateien)
}
