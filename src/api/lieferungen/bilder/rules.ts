import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { klaerungen, lieferungen, lieferungen_bilder } from "../../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { wasErasedSince } from "../../shared/erasure.ts"
import { readErfasstAm } from "../../shared/time.ts"
import { conflict, invalid, missing } from "../../../lib/refusal.ts"
import { deletePicture, uploadPicture, withUrls } from "../../pictures/storage.ts"
import type { TenantContext } from "../../frame/route.ts"
import { type Actor, seesRecordsOf } from "../../frame/session.ts"
import { requireKnown } from "../positionen.ts"
import { getLieferzeile, GONE } from "../read.ts"
import { getAccessible, attemptAccess } from "../attempts.ts"
import type { LieferbildFields, LieferbildReply } from "./model.ts"

type Picture = Static<typeof LieferbildReply>
type Fields = Static<typeof LieferbildFields>

/** Most pictures of a stop: far more than it needs, and few enough for a fast page. */
const MAX = 60

const ERASED =
  "Die Angaben zu diesem Kunden wurden inzwischen gelöscht (DSGVO): Dieses Bild wird nicht mehr aufgehoben. Bitte verwerfen."

const bilderOf = query<Row<typeof lieferungen_bilder>, { lieferung_id: string }>`
  SELECT b.* FROM ${lieferungen_bilder} b WHERE b.lieferung_id = :lieferung_id ORDER BY b.id LIMIT 100`

const bilderOfKlaerung = query<Row<typeof lieferungen_bilder>, { klaerung_id: string }>`
  SELECT b.* FROM ${lieferungen_bilder} b WHERE b.klaerung_id = :klaerung_id ORDER BY b.id LIMIT 100`

/** @throws Refusal missing */
export function listLieferbilder(
  tenant: TenantReader,
  actor: Actor,
  lieferung_id: string,
): { items: Picture[] } {
  if (findKlaerung(tenant, actor, lieferung_id))
    return { items: tenant.all(bilderOfKlaerung, { klaerung_id: lieferung_id }).map(withUrls) }
  const maySee = attemptAccess(tenant, actor, getLieferzeile(tenant, actor, lieferung_id))
  const pictures = tenant.all(bilderOf, { lieferung_id }).filter(({ versuch }) => maySee(versuch))
  return { items: pictures.map(withUrls) }
}

/**
 * @param id of an unplanned pick-up's delivery, as the telephone chose it
 * @returns the Klärung that is there under this id until the office books the delivery
 */
function findKlaerung(tenant: TenantReader, actor: Actor, id: string): Row<typeof klaerungen> | undefined {
  const klaerung = tenant.find(klaerungen, id)
  // Clients choose ids: if there is also a delivery under it, the delivery is meant.
  if (klaerung?.art !== "ungeplant" || tenant.find(lieferungen, id)) return undefined
  return seesRecordsOf(actor, klaerung.fahrer_id) ? klaerung : undefined
}

/**
 * Stores a picture of a stop, whether it was delivered or failed.
 *
 * @throws Refusal missing, conflict, too large, wrong type, unavailable; invalid
 */
export function uploadLieferbild(context: TenantContext, lieferung_id: string) {
  const { tenant, actor } = context
  // Refused early; the transaction asks again, where nothing can change in between, and for the attempt.
  if (!findKlaerung(tenant, actor, lieferung_id)) getAccessible(tenant, actor, lieferung_id)
  return uploadPicture(
    context,
    lieferungen_bilder,
    { lieferung_id },
    ({ versuch, erfasst_am, ...fields }: Fields) => {
      const { record, kunde_id, others } = findTarget(tenant, actor, lieferung_id, versuch)
      requirePosition(tenant, fields)
      if (others.length >= MAX) throw conflict(`Zu einer Lieferung gehören höchstens ${MAX} Bilder`)
      const taken_am = readErfasstAm(erfasst_am, tenant.now())
      if (kunde_id && wasErasedSince(tenant, kunde_id, taken_am)) throw conflict(ERASED)
      return { ...fields, ...record, erfasst_am: taken_am }
    },
  )
}

/** @returns what a picture will belong to, the customer, and the other pictures of it. @throws Refusal missing, conflict */
function findTarget(tenant: TenantDb, actor: Actor, id: string, versuch: string | undefined) {
  const klaerung = findKlaerung(tenant, actor, id)
  if (klaerung) {
    const others = tenant.all(bilderOfKlaerung, { klaerung_id: id })
    return { record: { klaerung_id: id, versuch: 1 }, kunde_id: klaerung.kunde_id, others }
  }
  const { lieferung, maySee } = getAccessible(tenant, actor, id)
  const taken = versuch === undefined ? lieferung.versuch : Number(versuch)
  if (taken > lieferung.versuch) throw conflict(`Es gab erst ${lieferung.versuch} Versuche`)
  if (!maySee(taken)) throw missing(GONE)
  const others = tenant.all(bilderOf, { lieferung_id: id })
  return { record: { lieferung_id: id, versuch: taken }, kunde_id: lieferung.kunde_id, others }
}

/** Moves pictures of a Klärung to the pick-up that the office has booked from it. */
export function moveBilder(tenant: TenantDb, klaerung_id: string, lieferung_id: string): void {
  for (const { id } of tenant.all(bilderOfKlaerung, { klaerung_id }))
    tenant.update(lieferungen_bilder, id, { lieferung_id })
}

function requirePosition(tenant: TenantDb, position: Partial<Fields>): void {
  if (position.pfandartikel_id && position.geraet_id)
    throw invalid("geraet_id", "nennt höchstens eines: Artikel oder Gerät")
  requireKnown(tenant, [position])
}

/** @throws Refusal missing */
export const deleteLieferbild = (context: TenantContext, lieferung_id: string, id: string): Promise<void> =>
  deletePicture(context, lieferungen_bilder, () => {
    const picture = context.tenant.find(lieferungen_bilder, id)
    if (picture === undefined || ![picture.lieferung_id, picture.klaerung_id].includes(lieferung_id))
      throw missing("Bild nicht gefunden")
    return picture
  })
