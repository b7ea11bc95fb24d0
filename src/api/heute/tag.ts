import { Fragment, query } from "../../db/query.ts"
import { belege, kunden, lieferungen, linkantworten, mitarbeiter } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Static } from "@sinclair/typebox"
import { addDays } from "../../lib/day.ts"
import { tooLongAgo } from "../lieferungen/read.ts"
import { withPersonNames } from "../shared/names.ts"
import { localTime } from "../shared/time.ts"
import { type DueLiefertag, readDue } from "../touren/due.ts"
import type { TodayReply } from "./model.ts"

type Today = Static<typeof TodayReply>
type Tour = Today["touren"][number]
type Lieferung = Today["neu_zu_planen"]["items"][number]

/** Entries of each list that are shown. */
export const SHOWN = 10

type Progress = Pick<Tour, "fahrer_id" | "fahrer_name"> & {
  status: Lieferung["status"]
  anzahl: number
  spaet: number
}

const progress = query<Progress, { datum: string; zeit: string }>`
  SELECT l.fahrer_id, m.name AS fahrer_name, l.status, count(*) AS anzahl, sum(l.zeit_bis < :zeit) AS spaet
  FROM ${lieferungen} l LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE l.datum = :datum AND l.status <> 'storniert' GROUP BY l.fahrer_id, l.status`

/** @returns the progress of each driver's tour; stops without a driver first */
export function listProgress(tenant: TenantReader, now: { datum: string; zeit: string }): Tour[] {
  const touren = new Map<string | null, Tour>()
  for (const { fahrer_id, fahrer_name, status, anzahl, spaet } of tenant.all(progress, now)) {
    const none = { stopps: 0, geplant: 0, unterwegs: 0, zugestellt: 0, nicht_zugestellt: 0, verspaetet: 0 }
    const tour = touren.get(fahrer_id) ?? { fahrer_id, fahrer_name, ...none }
    touren.set(fahrer_id, tour)
    tour.stopps += anzahl
    if (status !== "storniert") tour[status] += anzahl
    if (status === "geplant" || status === "unterwegs") tour.verspaetet += spaet
  }
  return [...touren.values()]
}

/** `vor`: planned for an earlier day, or begun before that moment. */
type Range = { status: Lieferung["status"]; vor: string }
type Spalte = "datum" | "gestartet_am"

const numberLeft = (spalte: Spalte) => query<{ n: number }, Range>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${lieferungen} l WHERE l.status = :status AND l.${new Fragment(spalte)} < :vor LIMIT 1000)`

const left = (spalte: Spalte) => query<Lieferung, Range & { limit: number }>`
  SELECT l.id, l.datum, l.status, l.kunde_id, k.name AS kunde_name, k.ort, l.fahrer_id, m.name AS fahrer_name,
    l.grund, l.gestartet_am
  FROM ${lieferungen} l CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE l.status = :status AND l.${new Fragment(spalte)} < :vor
  ORDER BY l.datum DESC, l.id DESC LIMIT :limit`

const planned = { count: numberLeft("datum"), rows: left("datum") }
const begun = { count: numberLeft("gestartet_am"), rows: left("gestartet_am") }

/** @returns how many deliveries `listLeft` finds, counted to 1000 */
export const countLeft = (tenant: TenantReader, status: Lieferung["status"], vor: string): number =>
  tenant.first(planned.count, { status, vor })?.n ?? 0

/**
 * @param vor planned for a day before that one
 * @returns deliveries in a status, latest first
 */
export const listLeft = (
  tenant: TenantReader,
  status: Lieferung["status"],
  vor: string,
): Today["nie_beendet"] => ({
  anzahl: countLeft(tenant, status, vor),
  items: tenant.all(planned.rows, { status, vor, limit: SHOWN }),
})

const unended = (tenant: TenantReader): Range => ({ status: "unterwegs", vor: tooLongAgo(tenant) })

/** @returns stops that were started long ago, or on an earlier day, and never finished; latest first */
export const listNeverEnded = (tenant: TenantReader): Today["nie_beendet"] => ({
  anzahl: countNeverEnded(tenant),
  items: tenant.all(begun.rows, { ...unended(tenant), limit: SHOWN }),
})

/** @returns how many stops `listNeverEnded` finds, counted to 1000 */
export const countNeverEnded = (tenant: TenantReader): number =>
  tenant.first(begun.count, unended(tenant))?.n ?? 0

type Liefertage = Today["liefertage"]

/** In days before today: nobody makes up for a delivery that was missed longer ago. */
const DAYS = 7

/** Today and tomorrow: what falls on later days is still planned with its week. */
const AHEAD = [0, 1]
/** The last days, latest first. */
const BEHIND = Array.from({ length: DAYS }, (_, index) => -1 - index)

const readThose = (tenant: TenantReader, after: readonly number[]): DueLiefertag[] => {
  const { datum } = localTime(tenant)
  return readDue(
    tenant,
    after.map((days) => addDays(datum, days)),
  )
}

/** @returns how many regular deliveries are due today or tomorrow, or were in the last week, and not decided about */
export const countUnplanned = (tenant: TenantReader): number =>
  readThose(tenant, [...AHEAD, ...BEHIND]).length

const excerptOf = (tenant: TenantReader, found: DueLiefertag[]): Liefertage => ({
  anzahl: found.length,
  items: withPersonNames(tenant, found.slice(0, SHOWN), "fahrer_id").map(({ version: _, ...shown }) => shown),
})

/** @returns the number of those due today or tomorrow, and the first of them */
export const listUnplanned = (tenant: TenantReader): Liefertage => excerptOf(tenant, readThose(tenant, AHEAD))

/** @returns the number of those whose day has passed, and the latest of them */
export const listMissed = (tenant: TenantReader): Liefertage => excerptOf(tenant, readThose(tenant, BEHIND))

type Bestritten = Today["bestritten"]

const numberOpen = query<{ n: number }>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${linkantworten} a WHERE a.antwort = 'bestritten' AND a.erledigt_am IS NULL LIMIT 1000)`

const contested = query<Bestritten["items"][number], { limit: number }>`
  SELECT a.id, b.titel, b.kunde_id, k.name AS kunde_name, a.name, a.bemerkung, a.erstellt_am
  FROM ${linkantworten} a CROSS JOIN ${belege} b ON b.id = a.id CROSS JOIN ${kunden} k ON k.id = b.kunde_id
  WHERE a.antwort = 'bestritten' AND a.erledigt_am IS NULL ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

/** @returns how many balances `listBestritten` finds, counted to 1000 */
export const countBestritten = (tenant: TenantReader): number => tenant.first(numberOpen, {})?.n ?? 0

/** @returns balances that customers contested by a link, of which the office has noted nothing yet; latest first */
export const listBestritten = (tenant: TenantReader): Bestritten => ({
  anzahl: countBestritten(tenant),
  items: tenant.all(contested, { limit: SHOWN }),
})
