import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { geraete, geraete_pruefplaene, geraete_pruefungen, kunden } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { pruefartInWords } from "../../lib/arten.ts"
import { conflict, invalid, missing } from "../../lib/refusal.ts"
import { addDays, DAY, END_OF_TIME, nextAfter } from "../../lib/day.ts"
import { noteEreignis } from "../shared/ereignis.ts"
import { findOwners, owners } from "../shared/fitting.ts"
import { claimRequest } from "../shared/claim.ts"
import { type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import { requireVersion, writeProtokoll } from "../shared/record.ts"
import type { Actor } from "../frame/session.ts"
import { localTime } from "../shared/time.ts"
import { findObstacle, type Pruefart } from "./due.ts"
import type { FaelligReply, NewPruefung, PruefplanPut } from "./model.ts"

export type Plan = Row<typeof geraete_pruefplaene>
export type Geraetepruefung = Row<typeof geraete_pruefungen>
const NO_GERAET = "Gerät nicht gefunden"
export const NO_PLAN = "Für dieses Gerät ist keine solche Prüfung vorgesehen"

const plansOf = query<Plan, { geraet_id: string }>`
  SELECT p.* FROM ${geraete_pruefplaene} p WHERE p.geraet_id = :geraet_id ORDER BY p.art`
const planFor = query<Plan, { geraet_id: string; art: string }>`
  SELECT p.* FROM ${geraete_pruefplaene} p WHERE p.geraet_id = :geraet_id AND p.art = :art`

/** @throws Refusal missing */
export function listPlans(tenant: TenantReader, geraet_id: string): Plan[] {
  tenant.get(geraete, geraet_id, NO_GERAET)
  return tenant.all(plansOf, { geraet_id })
}

/** @throws Refusal missing */
function getPlan(tenant: TenantReader, geraet_id: string, art: Pruefart): Plan {
  tenant.get(geraete, geraet_id, NO_GERAET)
  return tenant.getFirst(planFor, { geraet_id, art }, NO_PLAN)
}

/** Stores with the device until when it may be handed out, so that nobody has to look through its plans. */
function refreshGeraet(tenant: TenantDb, geraet_id: string): void {
  const geprueft_bis = findObstacle(tenant, geraet_id)?.bis ?? null
  if (tenant.get(geraete, geraet_id).geprueft_bis === geprueft_bis) return
  const { version } = tenant.update(geraete, geraet_id, { geprueft_bis })
  // The log has what was done; programs follow the device.
  noteEreignis(tenant, "geraete.geaendert", geraet_id, version)
}

/**
 * Sets what has to be tested of a device, and how often.
 *
 * @param ifMatch the version that the caller has seen, or undefined: a test may have been noted since
 * @throws Refusal missing; stale; invalid where neither the last day nor the next is given
 */
export function putPlan(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  art: Pruefart,
  { letzte = null, naechste, ...intervall }: Static<typeof PruefplanPut>,
  ifMatch?: number,
): Plan {
  tenant.get(geraete, geraet_id, NO_GERAET)
  if (letzte !== null && letzte > localTime(tenant).datum) throw invalid("letzte", "liegt in der Zukunft")
  const due = naechste ?? (letzte === null ? undefined : nextAfter(letzte, intervall))
  if (due === undefined) throw invalid("naechste", "ist nötig, wenn die letzte Prüfung nicht bekannt ist")
  const before = tenant.first(planFor, { geraet_id, art })
  requireVersion(before ?? {}, ifMatch)
  const values = { ...intervall, letzte, naechste: due }
  const after = before
    ? tenant.update(geraete_pruefplaene, before.id, values)
    : tenant.insert(geraete_pruefplaene, { geraet_id, art, ...values })
  refreshGeraet(tenant, geraet_id)
  const aktion = before ? "geraete_pruefplaene.geaendert" : "geraete_pruefplaene.angelegt"
  writeProtokoll(tenant, actor, aktion, geraete_pruefplaene, before, after)
  return after
}

/** @param ifMatch as in `putPlan` @throws Refusal missing, stale */
export function deletePlan(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  art: Pruefart,
  ifMatch?: number,
): void {
  const plan = getPlan(tenant, geraet_id, art)
  requireVersion(plan, ifMatch)
  tenant.delete(geraete_pruefplaene, plan.id)
  refreshGeraet(tenant, geraet_id)
  writeProtokoll(tenant, actor, "geraete_pruefplaene.geloescht", geraete_pruefplaene, plan, undefined)
}

/**
 * Lets a device be handed out although it is overdue.
 *
 * @param ifMatch as in `putPlan`
 * @throws Refusal missing; stale; invalid for a day that is over
 */
export function releasePlan(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  art: Pruefart,
  freigabe_bis: string | null,
  ifMatch?: number,
): Plan {
  const before = getPlan(tenant, geraet_id, art)
  requireVersion(before, ifMatch)
  if (freigabe_bis !== null && freigabe_bis < localTime(tenant).datum)
    throw invalid("bis", "liegt in der Vergangenheit")
  const after = tenant.update(geraete_pruefplaene, before.id, { freigabe_bis })
  refreshGeraet(tenant, geraet_id)
  writeProtokoll(tenant, actor, "geraete_pruefplaene.freigegeben", geraete_pruefplaene, before, after)
  return after
}

/**
 * Notes a test that was made. One that was not passed makes the device overdue at once; one that is older than the last
 * only adds to the history.
 *
 * @throws Refusal missing; invalid for a day to come; conflict where the device has no such test, or the id is taken
 */
export function recordPruefung(
  tenant: TenantDb,
  actor: Actor,
  geraet_id: string,
  input: Static<typeof NewPruefung>,
): { pruefung: Geraetepruefung; first: boolean } {
  const { id, art, datum, bestanden = 1, bemerkung = null } = input
  tenant.get(geraete, geraet_id, NO_GERAET)
  if (datum > localTime(tenant).datum) throw invalid("datum", "liegt in der Zukunft")
  if (!claimRequest(tenant, "geraete_pruefungen", id, { ...input, geraet_id }))
    return { pruefung: tenant.get(geraete_pruefungen, id ?? ""), first: false }
  const plan = tenant.first(planFor, { geraet_id, art })
  if (!plan) throw conflict(`${NO_PLAN}: ${pruefartInWords[art]}`)
  const next = bestanden === 1 ? nextAfter(datum, plan) : addDays(datum, -1)
  const pruefung = tenant.insert(geraete_pruefungen, {
    ...(id !== undefined && { id }),
    geraet_id,
    art,
    datum,
    bestanden,
    naechste: next,
    bemerkung,
    eingetragen_von: actor.id,
  })
  if (plan.letzte === null || datum >= plan.letzte) {
    tenant.update(geraete_pruefplaene, plan.id, { letzte: datum, naechste: next, freigabe_bis: null })
    refreshGeraet(tenant, geraet_id)
  }
  writeProtokoll(tenant, actor, "geraete_pruefungen.eingetragen", geraete_pruefungen, undefined, pruefung)
  return { pruefung, first: true }
}

type Due = Omit<Static<typeof FaelligReply>, "tage">
type Range = { bis: string; art: string }
type After = { key: string; keyId: string; limit: number }

const shown = new Fragment("p.*, g.geraetenummer, g.bezeichnung, g.status, g.kunde_id, k.name AS kunde_name")
const inUse = new Fragment(
  "p.naechste <= :bis AND :art IN ('', p.art) AND g.status NOT IN ('verloren', 'ausgemustert')",
)
const inOrder = new Fragment("(p.naechste, p.id) > (:key, :keyId) ORDER BY p.naechste, p.id LIMIT :limit")

const dueRows = query<Due, Range & After>`
  SELECT ${shown}
  FROM ${geraete_pruefplaene} p CROSS JOIN ${geraete} g ON g.id = p.geraet_id LEFT JOIN ${kunden} k ON k.id = g.kunde_id
  WHERE ${inUse} AND ${inOrder}`
const number = query<{ n: number }, Range>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${geraete_pruefplaene} p CROSS JOIN ${geraete} g ON g.id = p.geraet_id WHERE ${inUse} LIMIT 1000)`

type Of = { ids: string }
/** The same of some devices. */
const dueRowsOf = query<Due, Range & After & Of>`
  SELECT ${shown}
  FROM json_each(:ids) j CROSS JOIN ${geraete_pruefplaene} p ON p.geraet_id = j.value
  CROSS JOIN ${geraete} g ON g.id = p.geraet_id LEFT JOIN ${kunden} k ON k.id = g.kunde_id
  WHERE ${inUse} AND ${inOrder}`
const numberOf = query<{ n: number }, Range & Of>`
  SELECT count(*) AS n FROM json_each(:ids) j CROSS JOIN ${geraete_pruefplaene} p ON p.geraet_id = j.value
  CROSS JOIN ${geraete} g ON g.id = p.geraet_id WHERE ${inUse}`

/**
 * @param q the devices that it fits
 * @param tage days from today within which it is due; -1: overdue, undefined: all
 * @returns the test dates of devices that are in use, the most urgent first; counting ends at 1000
 */
export function listDue(
  tenant: TenantReader,
  { tage, art = "", q, ...request }: PageRequest & { tage?: number; art?: string; q?: string },
): PageOf<Static<typeof FaelligReply>> {
  const today = localTime(tenant).datum
  const bis = tage === undefined ? END_OF_TIME : addDays(today, tage)
  const range = { bis, art }
  const { ids, hinweis } = q ? findOwners(tenant, q, owners.geraete()) : {}
  const page = readPage<Due>(request, {
    order: `pruefplaene ${art} ${tage}`,
    numeric: false,
    rows: (after, limit) => {
      const place = { ...range, key: String(after?.[0] ?? ""), keyId: after?.[1] ?? "", limit }
      return ids ? tenant.all(dueRowsOf, { ...place, ids }) : tenant.all(dueRows, place)
    },
    keyOf: ({ naechste, id }) => [naechste, id],
    count: () => (ids ? tenant.first(numberOf, { ...range, ids }) : tenant.first(number, range))?.n ?? 0,
  })
  const days = (next: string) => Math.round((Date.parse(next) - Date.parse(today)) / DAY)
  const items = page.items.map((one) => ({ ...one, tage: days(one.naechste) }))
  return { ...page, items, ...(hinweis !== undefined && { hinweis }) }
}

/** @returns how many are overdue, and due in 30, 60 and 90 days from today, those before included; at most 1000 each */
export function countDue(tenant: TenantReader) {
  const today = localTime(tenant).datum
  const within = (days: number) => tenant.first(number, { bis: addDays(today, days), art: "" })?.n ?? 0
  return { ueberfaellig: within(-1), tage_30: within(30), tage_60: within(60), tage_90: within(90) }
}

/** @throws Refusal missing, also for a test of another device */
export function getPruefung(tenant: TenantReader, geraet_id: string, id: string): Geraetepruefung {
  const pruefung = tenant.find(geraete_pruefungen, id)
  if (pruefung?.geraet_id !== geraet_id) throw missing("Prüfung nicht gefunden")
  return pruefung
}
