import type { Static } from "@sinclair/typebox"
import { geraete, geraete_pruefdokumente, geraete_pruefungen } from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { pruefartInWords } from "../../../lib/arten.ts"
import { isHeic } from "../../../lib/heic.ts"
import { toPrintable } from "../../../lib/reencode.ts"
import { missing, Refusal } from "../../../lib/refusal.ts"
import { dateiname, PDF } from "../../belege/printing.ts"
import { requireQuota } from "../../pictures/storage.ts"
import { decoding } from "../../pictures/decoding.ts"
import { withPersonNames } from "../../shared/names.ts"
import { List } from "../../shared/list.ts"
import type { PageOf, PageRequest } from "../../shared/page.ts"
import type { PruefungReply } from "../../pruefplaene/model.ts"
import { getPruefung, type Geraetepruefung } from "../../pruefplaene/rules.ts"
import { writeProtokoll } from "../../shared/record.ts"
import { Document } from "../../frame/reply.ts"
import type { TenantContext } from "../../frame/route.ts"

type Reply = Static<typeof PruefungReply>

export const pruefungenList = new List<Geraetepruefung>({
  table: geraete_pruefungen,
  columns: ["*"],
  sorts: { "-datum": "-datum" },
  within: "geraet_id",
})

/** @returns the tests of a device, the latest first. @throws Refusal missing */
export function listPruefungen(tenant: TenantReader, geraet_id: string, request: PageRequest): PageOf<Reply> {
  tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  const page = pruefungenList.page(tenant, { ...request, geraet_id })
  return { ...page, items: withNames(tenant, page.items) }
}

export const withNames = (tenant: TenantReader, pruefungen: Geraetepruefung[]) =>
  withPersonNames(tenant, pruefungen, "eingetragen_von")

/** Longest edge of a certificate in pixels: A4 at 200 dpi. */
const SIZE = [2340, 2340] as const

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-"

/**
 * Attaches the certificate of a test: a PDF as it is, a picture made anew from its pixels. It replaces the one before.
 *
 * @throws Refusal missing, too large, wrong type, unavailable
 */
export async function attachDocument(
  { tenant, actor, services, receive, commit }: TenantContext,
  geraet_id: string,
  id: string,
): Promise<Reply> {
  const tested = getPruefung(tenant, geraet_id, id)
  const { daten, typ: dokument_typ } = await receive(async ({ bytes }) => {
    if (isPdf(bytes)) return { daten: Buffer.from(bytes), typ: PDF }
    const picture = await decoding(() => toPrintable(bytes, SIZE, "photo"), tenant.id).catch(
      (error: unknown) => {
        const isOther = error instanceof Refusal && error.kind === "wrong type" && !isHeic(bytes)
        throw isOther
          ? new Refusal(
              "wrong type",
              "Das ist weder PDF noch JPEG, PNG oder WebP: bitte als PDF oder JPEG speichern und noch einmal senden",
            )
          : error
      },
    )
    const isPng = picture.bytes[0] === 0x89
    return { daten: Buffer.from(picture.bytes), typ: isPng ? "image/png" : "image/jpeg" }
  })
  const ending = (dokument_typ.split("/")[1] ?? "").replace("jpeg", "jpg")
  const dokument = dateiname(`${pruefartInWords[tested.art]} ${tested.datum}`, ending)
  const aktion = "geraete_pruefungen.dokument_angehaengt"
  const after = await commit(() => {
    const before = getPruefung(tenant, geraet_id, id)
    requireQuota(tenant, daten.length - before.bytes, services.uploads.quotaPerTenant)
    tenant.delete(geraete_pruefdokumente, id)
    tenant.insert(geraete_pruefdokumente, { id, daten })
    const changed = tenant.update(geraete_pruefungen, id, { dokument, dokument_typ, bytes: daten.length })
    writeProtokoll(tenant, actor, aktion, geraete_pruefungen, before, changed)
    return changed
  })
  return withNames(tenant, [after])[0] as Reply
}

/** @throws Refusal missing */
export function openDocument(tenant: TenantReader, geraet_id: string, id: string): Document {
  const { dokument, dokument_typ } = getPruefung(tenant, geraet_id, id)
  const stored = tenant.find(geraete_pruefdokumente, id)
  if (!stored || dokument === null || dokument_typ === null)
    throw missing("An dieser Prüfung hängt kein Dokument")
  return new Document(new Uint8Array(stored.daten), dokument_typ, dokument)
}
