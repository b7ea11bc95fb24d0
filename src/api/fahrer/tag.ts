import type { Static } from "@sinclair/typebox"
import { inventuren, lieferungen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Services } from "../frame/services.ts"
import type { Actor } from "../frame/session.ts"
import { whyNoLink } from "../belege/links.ts"
import { findOpen } from "../lager/bestand.ts"
import { listAnew } from "../lieferungen/anew.ts"
import { asBookedAnew, listBookedAnew } from "../lieferungen/booked-anew.ts"
import { listReversed, REVERSED } from "../lieferungen/reversed.ts"
import { listUsualRueckgaben } from "../kunden/rueckgaben.ts"
import { withPositionen, type Lieferzeile } from "../lieferungen/read.ts"
import { instants, localTime } from "../shared/time.ts"
import { getEinstellungen } from "./einstellungen.ts"
import type { DayReply } from "./tag-model.ts"
import {
  artikelWith,
  firstArtikel,
  forgottenOf,
  partsOf,
  bestaendeOf,
  bilderOf,
  decidedOf,
  geraeteAt,
  geraeteImLager,
  geraeteWith,
  kundenWith,
  lastCountOf,
  standorteWith,
  stoppsOf,
  DAYS_BEFORE,
  lastAt,
} from "./tag-queries.ts"
import { addDays } from "../../lib/day.ts"

type Day = Static<typeof DayReply>
type Stopp = ReturnType<typeof withPositionen<Lieferzeile>>[number]

/** Most articles that a telephone holds offline beside those of its stops; others are found when it is online. */
const ARTIKEL = 1000
const GERAETE = 500
/** Most stops of one driver: many times a day's, and few enough for a telephone, which says when there are more. */
const STOPPS = 1000
/** Pictures of a customer on the telephone: enough to find a back door. */
const PICTURES = 3
/** Entry of the log that says who entered a count (api/feierabend/rules.ts). */
const ENTERED = { tabelle: "feierabende", aktion: "feierabende.gezaehlt" }

/**
 * Everything a driver needs for today and tomorrow, so that a telephone can work offline all day.
 *
 * @returns the data, with a `version` that changes whenever any of it does
 */
export function readFahrertag(
  tenant: TenantReader,
  actor: Actor,
  { adresse }: Pick<Services, "adresse">,
): Day {
  const { datum: heute } = localTime(tenant)
  const morgen = addDays(heute, 1)
  const earlier = addDays(heute, -DAYS_BEFORE)
  const fahrer_id = actor.id
  const { seit = "", vor = "" } = instants(tenant, { von: heute, bis: heute })
  const failed = listAnew(tenant, { datum: heute, seit, vor }).filter((one) => one.fahrer_id === fahrer_id)
  // Earlier days come first, so that what does not fit is the end of tomorrow's stops.
  const planned = tenant
    .all(stoppsOf, { fahrer_id, zuvor: earlier, heute, morgen, seit, most: STOPPS + 1 })
    .toSorted(inOrder)
  const present = withPositionen(tenant, planned.slice(0, STOPPS))
  const stopps = [...withoutReversed(tenant, present), ...failedOf(tenant, failed, present)]
  const failedAt = new Map(failed.map(({ id, am }) => [id, am]))
  const places = [...new Set(stopps.flatMap(({ standort_id }) => standort_id ?? []))]
  const here = [...new Set(stopps.map(({ kunde_id }) => kunde_id))]
  const elsewhere = tenant.all(lastAt, { fahrer_id, morgen }).map(({ kunde_id }) => kunde_id)
  const { name, telefon } = tenant.get(tenants, tenant.id)
  const kunden = kundenOfDay(tenant, here)
  const counted = tenant.first(lastCountOf, { fahrer_id, datum: heute, ...ENTERED })
  const entschieden = tenant.all(decidedOf, { fahrer_id, zuvor: earlier }).map(({ id }) => id)
  const day = {
    heute,
    morgen,
    firma: { name, telefon, links: whyNoLink(tenant, adresse) === undefined },
    fahrer: { id: fahrer_id, name: actor.name },
    einstellungen: getEinstellungen(tenant),
    inventur: findInventur(tenant),
    gezaehlt_am: counted?.erfasst_am ?? null,
    gezaehlt_selbst: counted?.von === fahrer_id,
    stopps: stopps.toSorted(inOrder).map((stopp) => shorten(stopp, failedAt.get(stopp.id))),
    ...(entschieden.length > 0 && { entschieden }),
    nicht_alle: planned.length > STOPPS,
    aeltere: tenant.first(forgottenOf, { fahrer_id, zuvor: earlier, most: STOPPS })?.n ?? 0,
    kunden,
    standorte: tenant.all(standorteWith, { ids: JSON.stringify(places) }),
    weitere_kunden: tenant.all(kundenWith, {
      ids: JSON.stringify(elsewhere.filter((id) => !here.includes(id))),
    }),
    ...artikelOfDay(tenant, [...kunden.flatMap(namedBy), ...stopps.flatMap(({ positionen }) => positionen)]),
    geraete: geraeteOfDay(tenant, here, stopps),
  }
  return { ...day, version: versionOf(day) }
}

/** @returns the count in which telephones take part: not one that was made on paper */
function findInventur(tenant: TenantReader): Day["inventur"] {
  const id = findOpen(tenant)
  if (id === undefined) return null
  const inventur = tenant.get(inventuren, id)
  return inventur.gezaehlt_am === null ? inventur : null
}

const inOrder = (a: Lieferzeile, b: Lieferzeile): number =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.reihenfolge - b.reihenfolge || (a.id < b.id ? -1 : 1)

/** @returns what failed today and is somebody else's or of a later day by now, as it was then: its goods are on the truck */
function failedOf(tenant: TenantReader, failed: ReturnType<typeof listAnew>, present: Stopp[]): Stopp[] {
  const known = new Set(present.map(({ id }) => id))
  const gone = failed.filter(({ id }) => !known.has(id))
  const zeilen = gone.map(({ id, am, grund, damals: datum }): Lieferzeile => {
    const zeile = tenant.get(lieferungen, id)
    return { ...zeile, status: "nicht_zugestellt", datum, grund, erfasst_am: am }
  })
  return withPositionen(tenant, zeilen)
}

/**
 * @returns the stops, where the booking of one was reversed with what was booked anew, or else with nothing done: so its
 *   goods count for the truck
 */
function withoutReversed(tenant: TenantReader, stopps: Stopp[]): Stopp[] {
  const done = stopps.filter(({ status }) => status === "zugestellt")
  const reversed = listReversed(
    tenant,
    done.map(({ id }) => id),
  )
  const anew = listBookedAnew(tenant, [...reversed])
  return stopps.map((stopp) => {
    if (!reversed.has(stopp.id)) return stopp
    const booked = anew.get(stopp.id)
    const positionen = asBookedAnew(tenant, stopp.positionen, booked ?? [])
    return booked ? { ...stopp, positionen } : { ...stopp, grund: REVERSED, positionen }
  })
}

/** A stop without names and numbers of articles and devices, which have lists of their own. */
const shorten = ({ positionen, ...stopp }: Stopp, gescheitert_am?: string): Day["stopps"][number] => ({
  ...stopp,
  ...(gescheitert_am && { gescheitert_am }),
  unterschrieben: stopp.unterschrift !== null,
  positionen: positionen.map(({ nummer: _, bezeichnung: __, einheit: ___, ...position }) => position),
})

function kundenOfDay(tenant: TenantReader, ids: string[]): Day["kunden"] {
  const asked = { ids: JSON.stringify(ids) }
  const bestaende = Map.groupBy(tenant.all(bestaendeOf, asked), ({ kunde_id }) => kunde_id)
  const pictures = Map.groupBy(tenant.all(bilderOf, asked), ({ kunde_id }) => kunde_id)
  return tenant.all(kundenWith, asked).map((kunde) => ({
    ...kunde,
    bestand: bestaende.get(kunde.id) ?? [],
    ueblich: listUsualRueckgaben(tenant, kunde.id).map(({ pfandartikel_id, menge }) => ({
      pfandartikel_id,
      menge,
    })),
    bilder: (pictures.get(kunde.id) ?? []).slice(0, PICTURES).map(({ vorschau_pfad, titel }) => ({
      vorschau_url: `/uploads/${vorschau_pfad}`,
      titel,
    })),
  }))
}

const namedBy = ({ bestand, ueblich }: Day["kunden"][number]) => [...bestand, ...ueblich]

/** Articles that stops name or their customers have, and as many others as there is room for, inactive ones last. */
function artikelOfDay(
  tenant: TenantReader,
  named: { pfandartikel_id: string | null }[],
): Pick<Day, "artikel" | "nicht_alle_artikel"> {
  const wanted = new Set(named.flatMap(({ pfandartikel_id }) => pfandartikel_id ?? []))
  const active = tenant.all(firstArtikel, { aktiv: 1, limit: ARTIKEL + 1 })
  const offered = active.slice(0, ARTIKEL)
  const others = tenant.all(firstArtikel, { aktiv: 0, limit: ARTIKEL - offered.length })
  const all = new Map(
    [...offered, ...others, ...tenant.all(artikelWith, { ids: JSON.stringify([...wanted]) })].map((one) => [
      one.id,
      one,
    ]),
  )
  const ids = JSON.stringify([...all.keys()])
  const parts = Map.groupBy(tenant.all(partsOf, { ids }), ({ gebinde_id }) => gebinde_id)
  return {
    artikel: [...all.values()]
      .toSorted((a, b) => (a.nummer < b.nummer ? -1 : 1))
      .map((one) => ({ ...one, teile: parts.get(one.id) ?? [] })),
    nicht_alle_artikel: active.length > ARTIKEL,
  }
}

/** Devices that these customers hold, planned ones, and those in the yard. */
function geraeteOfDay(tenant: TenantReader, kunden: string[], stopps: Stopp[]): Day["geraete"] {
  const planned = stopps.flatMap(({ positionen }) => positionen.flatMap(({ geraet_id }) => geraet_id ?? []))
  const all = [
    ...tenant.all(geraeteAt, { ids: JSON.stringify(kunden) }),
    ...tenant.all(geraeteWith, { ids: JSON.stringify(planned) }),
    ...tenant.all(geraeteImLager, { limit: GERAETE }),
  ]
  return [...new Map(all.map((geraet) => [geraet.id, geraet])).values()]
}

/** A reply composed of many records has no version of its own, so its hash serves as one. */
const versionOf = (day: object): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(day)).digest("base64url").slice(0, 22)
