import type { TenantReader } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import { formatDatum } from "../../lib/format.ts"
import { mitarbeiter, tenants } from "../../db/schema.ts"
import type { Evening } from "../../print/dokumente/feierabend.ts"
import type { PlannedTour, Stop, Tour } from "../../print/dokumente/tour.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import { listBookedBeside } from "../feierabend/beside.ts"
import { findLastFeierabend } from "../feierabend/rules.ts"
import { idsOf, listStoppsOfEvening } from "../feierabend/stopps.ts"
import { asBookedAnew } from "../lieferungen/booked-anew.ts"
import { REVERSED } from "../lieferungen/reversed.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import { withPosten } from "../shared/names.ts"
import { instants, localTime } from "../shared/time.ts"
import { listStopps, listTouren } from "./rules.ts"

type Planned = ReturnType<typeof listTouren>["touren"][number]["stopps"][number]
type Stopp = Omit<Planned, "verspaetet"> & { datum: string }

const anschrift = ({ standort_name, strasse, plz, ort }: Stopp): string =>
  [standort_name, strasse, [plz, ort].filter(Boolean).join(" ")].filter(Boolean).join(", ")

const stop = (stopp: Stopp): Stop => ({
  ...stopp,
  kunde: stopp.kunde_name,
  anschrift: anschrift(stopp),
  hinweis: [stopp.anlieferungshinweis, stopp.hinweis].filter(Boolean).join("\n") || null,
  posten: stopp.positionen,
})

const GONE = "Tour nicht gefunden"

/** @returns the stops that are planned for a driver's day. @throws Refusal missing for another driver's */
function findPlanned(tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string): Stopp[] {
  if (!seesRecordsOf(actor, fahrer_id)) throw missing(GONE)
  const { touren } = listTouren(tenant, actor, datum)
  const stopps = touren.find((one) => one.fahrer_id === fahrer_id)?.stopps ?? []
  return stopps.map((stopp) => ({ ...stopp, datum }))
}

const tourOf = (tenant: TenantReader, datum: string, fahrer_id: string, stopps: Stopp[]): Tour => ({
  firma: getFirma(tenant),
  erstellt_am: startOfToday(tenant),
  datum,
  fahrer: tenant.find(mitarbeiter, fahrer_id)?.name ?? "",
  stops: stopps.map(stop),
})

/**
 * @returns a driver's day, ready for the lists that are made from it, with the stops of days gone by that are then in the
 *   driver's list as well
 * @throws Refusal missing when the driver has no stops that day, or is another than the one who asks
 */
export function getTour(tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string): PlannedTour {
  const stopps = findPlanned(tenant, actor, datum, fahrer_id)
  if (stopps.length === 0) throw missing(GONE)
  const { datum: today } = localTime(tenant)
  // Today's own are open until they are driven: on a list for tomorrow they are not left over yet.
  const left = listStoppsOfEvening(tenant, fahrer_id, datum).filter(
    (one) => one.is_open && one.datum < datum && one.datum < today,
  )
  return {
    ...tourOf(tenant, datum, fahrer_id, stopps),
    frueher: listStopps(tenant, idsOf(left)).map(stop),
  }
}

type Counting = ReturnType<typeof listStoppsOfEvening>[number]

/** @returns why a stop counts as one where nothing was done, whatever its row says; undefined for the others */
const whyUndone = ({ is_anew, is_reversed, datum, booked }: Counting): string | undefined =>
  is_anew ? `Neu geplant für den ${formatDatum(datum)}` : is_reversed && !booked ? REVERSED : undefined

const asUndone = (stopp: Stopp, grund: string): Stopp => ({
  ...stopp,
  status: "nicht_zugestellt",
  grund,
  positionen: stopp.positionen.map((one) => ({ ...one, ist_ausgabe: null, ist_ruecknahme: null })),
})

/** @returns what the office booked beside the deliveries of that day, as one more stop would have it */
function listBeside(tenant: TenantReader, datum: string, fahrer_id: string): Evening["daneben"] {
  const { seit = "", vor = "" } = instants(tenant, { von: datum, bis: datum })
  const lines = listBookedBeside(tenant, { fahrer_id, seit, vor }).filter(
    ({ zurueck, uebrig }) => zurueck !== 0 || uebrig !== 0,
  )
  return withPosten(tenant, lines).map(({ zurueck, uebrig, ...sache }) => ({
    ...sache,
    soll_ausgabe: 0,
    soll_ruecknahme: 0,
    ist_ausgabe: -uebrig,
    ist_ruecknahme: zurueck,
  }))
}

/**
 * @returns the stops that count for the truck of that evening, with what was counted; of several counts the last
 * @throws Refusal missing when nothing was done or planned, and nothing counted, or it is another driver's
 */
export function getEvening(tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string): Evening {
  const planned = findPlanned(tenant, actor, datum, fahrer_id)
  const counting = listStoppsOfEvening(tenant, fahrer_id, datum)
  const known = new Map(counting.map((one) => [one.id, { grund: whyUndone(one), booked: one.booked }]))
  const stopps = listStopps(tenant, idsOf(counting)).map((one) => {
    const { grund, booked } = known.get(one.id) ?? {}
    if (grund !== undefined) return asUndone(one, grund)
    return booked ? { ...one, positionen: asBookedAnew(tenant, one.positionen, booked) } : one
  })
  const zaehlung = findLastFeierabend(tenant, { datum, fahrer_id })
  const daneben = listBeside(tenant, datum, fahrer_id)
  if (planned.length + stopps.length + daneben.length === 0 && !zaehlung) throw missing(GONE)
  const { zeitzone } = tenant.get(tenants, tenant.id)
  return { ...tourOf(tenant, datum, fahrer_id, stopps), zeitzone, zaehlung, daneben }
}
