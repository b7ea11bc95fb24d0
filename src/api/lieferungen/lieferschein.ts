import { join } from "node:path"
import { query } from "../../db/query.ts"
import { klaerungen, lieferungen_bilder } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { toPrintable } from "../../lib/reencode.ts"
import {
  type Lieferschein,
  type Zustellung,
  lieferschein,
  lieferscheinSeite,
} from "../../print/dokumente/lieferschein.ts"
import type { Brief } from "../belege/printing.ts"
import type { Picture } from "../../print/modell.ts"
import { listBestandAt } from "../belege/bestand.ts"
import { getEmpfaenger, getFirma, termsOf } from "../belege/kopf.ts"
import { personNames } from "../shared/names.ts"
import { decoding } from "../pictures/decoding.ts"
import type { Services } from "../frame/services.ts"
import type { Actor } from "../frame/session.ts"
import { getLieferung, type Lieferung } from "./read.ts"
import { readLieferanschrift } from "../standorte/place.ts"

/** Most photos on a delivery note; all of them are in the service. */
const PHOTOS = 8

/** Not those of attempts that failed; but those of an earlier one that was a delivery after all, as the office decided. */
const photos = query<{ vorschau_pfad: string }, { lieferung_id: string; versuch: number; limit: number }>`
  SELECT b.vorschau_pfad FROM ${lieferungen_bilder} b
  WHERE b.lieferung_id = :lieferung_id AND (b.versuch = :versuch OR b.versuch IN (
    SELECT k.versuch FROM ${klaerungen} k
    WHERE k.lieferung_id = :lieferung_id AND k.art = 'abschluss' AND k.status = 'gebucht'))
  ORDER BY b.id LIMIT :limit`

/** Number by which people name a delivery: its day and the end of its id. */
export const lieferscheinNumber = ({ id, datum }: { id: string; datum: string }): string =>
  `LS-${datum.replaceAll("-", "")}-${id.replaceAll("-", "").slice(-6).toUpperCase()}`

/**
 * @returns the delivery note as things are: planned, or done with signature, photos and the account after it
 * @throws Refusal missing, also for another driver's; unavailable when too many pictures wait to be decoded
 */
export async function composeLieferschein(
  tenant: TenantDb,
  actor: Actor,
  services: Services,
  id: string,
): Promise<Brief & { lieferung: Lieferung }> {
  const lieferung = getLieferung(tenant, actor, id)
  const { fahrer_id } = lieferung
  const data: Lieferschein = {
    ...lieferung,
    firma: getFirma(tenant),
    an: getEmpfaenger(tenant, lieferung.kunde_id),
    lieferanschrift:
      lieferung.status === "zugestellt" ? lieferung.lieferanschrift : readLieferanschrift(tenant, lieferung),
    erstellt_am: lieferung.aktualisiert_am,
    nummer: lieferscheinNumber(lieferung),
    fahrer: fahrer_id === null ? null : (personNames(tenant, [fahrer_id]).get(fahrer_id) ?? null),
    zustellung: lieferung.status === "zugestellt" ? await zustellungOf(tenant, services, lieferung) : null,
    ...termsOf(tenant),
  }
  const { kunde_id } = lieferung
  const seite = lieferscheinSeite(data)
  return {
    druck: lieferschein(data),
    beleg: { art: "lieferschein", bezug_id: id, kunde_id, seite },
    lieferung,
  }
}

async function zustellungOf(tenant: TenantDb, services: Services, lieferung: Lieferung): Promise<Zustellung> {
  const { id, versuch, kunde_id, erfasst_am, abgeschlossen_am, aktualisiert_am, unterschrift } = lieferung
  const pfade = tenant.all(photos, { lieferung_id: id, versuch, limit: PHOTOS })
  // All in one turn, one after the other: a decoded signature may be as large as any photo.
  const pictures = await decoding(async () => {
    const drawn = unterschrift === null ? null : await readSignature(unterschrift)
    const seen: Picture[] = []
    for (const { vorschau_pfad } of pfade) {
      const photo = await readPhoto(join(services.uploads.folder, vorschau_pfad))
      if (photo) seen.push(photo)
    }
    return { unterschrift: drawn, photos: seen }
  }, tenant.id)
  return {
    erfasst_am: erfasst_am ?? aktualisiert_am,
    empfaenger_name: lieferung.empfaenger_name,
    ...pictures,
    bestand: listBestandAt(tenant, kunde_id, abgeschlossen_am ?? aktualisiert_am),
  }
}

/** Pixels of a printed signature: 300 dpi. */
const SIGNATURE = [830, 300] as const

/** A photo whose file is damaged or gone is left out of the delivery note; `pfandwerk check` reports it. */
async function readPhoto(file: string): Promise<Picture | undefined> {
  const bytes = await Bun.file(file)
    .bytes()
    .catch(() => undefined)
  return bytes && toPrintable(bytes, [480, 480], "photo").catch(() => undefined)
}

const readSignature = (dataUrl: string): Promise<Picture | null> =>
  toPrintable(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"), SIGNATURE, "drawing").catch(
    () => null,
  )
