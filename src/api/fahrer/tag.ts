import type { Static } from "@sinclair/typebox"
import { inventuren, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Actor } from "../frame/session.ts"
import { findOffene } from "../lager/bestand.ts"
import { listUeblicheRueckgaben } from "../kunden/rueckgaben.ts"
import { withPositionen, type Zeile } from "../lieferungen/read.ts"
import { instants, localTime } from "../shared/time.ts"
import { getEinstellungen } from "./einstellungen.ts"
import type { TagReply } from "./tag-model.ts"
import {
  alleArtikel,
  alleTeile,
  bestaendeVon,
  bilderVon,
  geraeteBei,
  geraeteImLager,
  geraeteMit,
  kundenMit,
  stoppsVon,
  ZUVOR,
  zuletztBei,
} from "./tag-abfragen.ts"
import { addDays } from "../../lib/day.ts"

type Tag = Static<typeof TagReply>
type Stopp = ReturnType<typeof withPositionen<Zeile>>[number]

/** Most articles, and parts of Gebinde, that a phone holds offline; others are found by number when it is online. */
const ARTIKEL = 1000
const TEILE = 10_000
const GERAETE = 500
/** Pictures of a customer on the phone: enough to find a back door. */
const BILDER = 3

/**
 * Everything a driver needs for today and tomorrow, so that a phone can work offline all day.
 *
 * @returns the data, with a `version` that changes whenever any of it does
 */
export function fahrertag(tenant: TenantReader, actor: Actor): Tag {
  const { datum: heute } = localTime(tenant)
  const morgen = addDays(heute, 1)
  const zuvor = addDays(heute, -ZUVOR)
  const fahrer_id = actor.id
  const { seit = "" } = instants(tenant, { von: heute })
  const stopps = withPositionen(tenant, tenant.all(stoppsVon, { fahrer_id, zuvor, heute, morgen, seit }))
  const hier = [...new Set(stopps.map(({ kunde_id }) => kunde_id))]
  const sonst = tenant.all(zuletztBei, { fahrer_id, morgen }).map(({ kunde_id }) => kunde_id)
  const { name, telefon } = tenant.get(tenants, tenant.id)
  const tag = {
    heute,
    morgen,
    firma: { name, telefon },
    fahrer: { id: fahrer_id, name: actor.name },
    einstellungen: getEinstellungen(tenant),
    inventur: findInventur(tenant),
    stopps: stopps.toSorted(inReihenfolge).map(kurz),
    kunden: kundenDesTages(tenant, hier),
    weitere_kunden: tenant.all(kundenMit, {
      ids: JSON.stringify(sonst.filter((id) => !hier.includes(id))),
    }),
    artikel: artikel(tenant),
    geraete: geraeteDesTages(tenant, hier, stopps),
  }
  return { ...tag, version: kennzahl(tag) }
}

function findInventur(tenant: TenantReader): Tag["inventur"] {
  const id = findOffene(tenant)
  return id === undefined ? null : tenant.get(inventuren, id)
}

const inReihenfolge = (a: Stopp, b: Stopp): number =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.reihenfolge - b.reihenfolge || (a.id < b.id ? -1 : 1)

/** A stop without names and numbers of articles and devices, which have lists of their own. */
const kurz = ({ positionen, ...stopp }: Stopp): Tag["stopps"][number] => ({
  ...stopp,
  unterschrieben: stopp.unterschrift !== null,
  positionen: positionen.map(({ nummer: _, bezeichnung: __, ...position }) => position),
})

function kundenDesTages(tenant: TenantReader, ids: string[]): Tag["kunden"] {
  const asked = { ids: JSON.stringify(ids) }
  const bestaende = Map.groupBy(tenant.all(bestaendeVon, asked), ({ kunde_id }) => kunde_id)
  const bilder = Map.groupBy(tenant.all(bilderVon, asked), ({ kunde_id }) => kunde_id)
  return tenant.all(kundenMit, asked).map((kunde) => ({
    ...kunde,
    bestand: bestaende.get(kunde.id) ?? [],
    ueblich: listUeblicheRueckgaben(tenant, kunde.id).map(({ pfandartikel_id, menge }) => ({
      pfandartikel_id,
      menge,
    })),
    bilder: (bilder.get(kunde.id) ?? []).slice(0, BILDER).map(({ vorschau_pfad, titel }) => ({
      vorschau_url: `/uploads/${vorschau_pfad}`,
      titel,
    })),
  }))
}

function artikel(tenant: TenantReader): Tag["artikel"] {
  const teile = Map.groupBy(tenant.all(alleTeile, { limit: TEILE }), ({ gebinde_id }) => gebinde_id)
  return tenant
    .all(alleArtikel, { limit: ARTIKEL })
    .map((einer) => ({ ...einer, teile: teile.get(einer.id) ?? [] }))
}

/** Devices that these customers hold, planned ones, and those in the yard. */
function geraeteDesTages(tenant: TenantReader, kunden: string[], stopps: Stopp[]): Tag["geraete"] {
  const geplant = stopps.flatMap(({ positionen }) => positionen.flatMap(({ geraet_id }) => geraet_id ?? []))
  const all = [
    ...tenant.all(geraeteBei, { ids: JSON.stringify(kunden) }),
    ...tenant.all(geraeteMit, { ids: JSON.stringify(geplant) }),
    ...tenant.all(geraeteImLager, { limit: GERAETE }),
  ]
  return [...new Map(all.map((geraet) => [geraet.id, geraet])).values()]
}

/** A composed reply has no version of its own, so its hash serves as one. */
const kennzahl = (tag: object): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(tag)).digest("base64url").slice(0, 22)
