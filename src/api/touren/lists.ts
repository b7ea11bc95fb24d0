import type { TenantReader } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import { tenants } from "../../db/schema.ts"
import type { Evening } from "../../print/dokumente/feierabend.ts"
import type { Stop, Tour } from "../../print/dokumente/tour.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import { listFeierabende } from "../feierabend/rules.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import { listTouren } from "./rules.ts"

type Stopp = ReturnType<typeof listTouren>["touren"][number]["stopps"][number]

const anschrift = ({ standort_name, strasse, plz, ort }: Stopp): string =>
  [standort_name, strasse, [plz, ort].filter(Boolean).join(" ")].filter(Boolean).join(", ")

const stop = (stopp: Stopp): Stop => ({
  ...stopp,
  kunde: stopp.kunde_name,
  anschrift: anschrift(stopp),
  hinweis: [stopp.anlieferungshinweis, stopp.hinweis].filter(Boolean).join("\n") || null,
  posten: stopp.positionen,
})

const findStopps = (tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string) =>
  listTouren(tenant, actor, datum).touren.find((one) => one.fahrer_id === fahrer_id)

const tourOf = (tenant: TenantReader, datum: string, fahrer: string | null, stopps: Stopp[]): Tour => ({
  firma: getFirma(tenant),
  erstellt_am: startOfToday(tenant),
  datum,
  fahrer: fahrer ?? "",
  stops: stopps.map(stop),
})

const GONE = "Tour nicht gefunden"

/**
 * @returns a driver's day, ready for the lists that are made from it
 * @throws Refusal missing when the driver has no stops that day, or is another than the one who asks
 */
export function getTour(tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string): Tour {
  const tour = findStopps(tenant, actor, datum, fahrer_id)
  if (!tour) throw missing(GONE)
  return tourOf(tenant, datum, tour.fahrer_name, tour.stopps)
}

/**
 * @returns the same with what was counted in the evening; of several counts the last
 * @throws Refusal missing when there is neither a stop nor a count, or they are another driver's
 */
export function getEvening(tenant: TenantReader, actor: Actor, datum: string, fahrer_id: string): Evening {
  if (!seesRecordsOf(actor, fahrer_id)) throw missing(GONE)
  const tour = findStopps(tenant, actor, datum, fahrer_id)
  const last = { datum, fahrer_id, limit: 1 }
  const [zaehlung] = listFeierabende(tenant, actor, last).items
  const fahrer = tour?.fahrer_name ?? zaehlung?.fahrer_name
  if (fahrer === undefined) throw missing(GONE)
  const { zeitzone } = tenant.get(tenants, tenant.id)
  return { ...tourOf(tenant, datum, fahrer, tour?.stopps ?? []), zeitzone, zaehlung }
}
