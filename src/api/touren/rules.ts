import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { kunden, lieferungen, mitarbeiter, standorte } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { type Actor, seesRecordsOf } from "../frame/session.ts"
import { type Lieferungsposition, tooLongAgo, withPositionen } from "../lieferungen/read.ts"
import { writeProtokoll } from "../shared/record.ts"
import { localTime } from "../shared/time.ts"
import type { TourenReply, UnfinishedReply } from "./model.ts"

type Touren = Static<typeof TourenReply>
type Unfinished = Static<typeof UnfinishedReply>
type Stopp = Omit<Touren["touren"][number]["stopps"][number], "positionen" | "verspaetet"> & {
  id: string
  fahrer_id: string | null
  fahrer_name: string | null
}

/** Address fields: those of the place where the stop goes to one, and then none of the customer's own. */
const ofPlace = new Fragment(
  ["strasse", "plz", "ort", "anlieferungshinweis", "breitengrad", "laengengrad"]
    .map((name) => `iif(s.id IS NULL, k.${name}, s.${name}) AS ${name}`)
    .join(", "),
)

const columns = new Fragment(
  `l.id, l.id AS lieferung_id, l.fahrer_id, m.name AS fahrer_name, l.datum, l.reihenfolge, l.status, l.version, l.versuch,
    l.zeit_von, l.zeit_bis, l.hinweis, l.grund, l.kunde_id, k.name AS kunde_name, l.standort_id, s.name AS standort_name,
    coalesce(s.telefon, k.telefon) AS telefon, ${ofPlace.sql}`,
)

const stoppsAm = query<Stopp, { datum: string }>`
  SELECT ${columns}
  FROM ${lieferungen} l
  JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${standorte} s ON s.id = l.standort_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE l.datum = :datum AND l.status <> 'storniert'
  ORDER BY l.fahrer_id, l.reihenfolge, l.id`

const stoppsWith = query<Stopp & { datum: string }, { ids: string }>`
  SELECT ${columns}
  FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value
  JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${standorte} s ON s.id = l.standort_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  ORDER BY l.datum, l.reihenfolge, l.id`

/** @param ids as a list in JSON. @returns these stops with what belongs to them, by day and in their order */
export const listStopps = (tenant: TenantReader, ids: string) =>
  withPositionen(tenant, tenant.all(stoppsWith, { ids }))

const openStopps = query<{ id: string }, { datum: string; fahrer_id: string }>`
  SELECT l.id FROM ${lieferungen} l
  WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id AND l.status IN ('geplant', 'unterwegs')
  ORDER BY l.reihenfolge, l.id`

const lastDone = query<{ reihenfolge: number | null }, { datum: string; fahrer_id: string }>`
  SELECT max(l.reihenfolge) AS reihenfolge FROM ${lieferungen} l
  WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id AND l.status IN ('zugestellt', 'nicht_zugestellt')`

/**
 * A day's tours, in two queries however many stops there are. Drivers see only their own.
 *
 * @returns per driver the stops in their order; those without a driver first
 */
export function listTouren(tenant: TenantReader, actor: Actor, datum: string): Touren {
  const now = localTime(tenant)
  const shownTo = ({ fahrer_id }: Stopp): boolean => seesRecordsOf(actor, fahrer_id)
  const stopps = withPositionen(tenant, tenant.all(stoppsAm, { datum }).filter(shownTo))
  const byFahrer = Map.groupBy(stopps, ({ fahrer_id }) => fahrer_id)
  return {
    datum,
    touren: [...byFahrer].map(([fahrer_id, theirs]) => {
      const shown = theirs.map((stopp) => ({ ...stopp, verspaetet: isLate(stopp, datum, now) }))
      return {
        fahrer_id,
        fahrer_name: theirs[0]?.fahrer_name ?? null,
        verspaetet: shown.filter(({ verspaetet }) => verspaetet).length,
        ladung: sumLadung(theirs.flatMap(({ positionen }) => positionen)),
        stopps: shown,
      }
    }),
  }
}

function isLate({ status, zeit_bis }: Stopp, datum: string, now: { datum: string; zeit: string }): boolean {
  if (status !== "geplant" && status !== "unterwegs") return false
  return datum < now.datum || (datum === now.datum && zeit_bis !== null && zeit_bis < now.zeit)
}

const begunBefore = query<Unfinished["items"][number], { vor: string }>`
  SELECT l.id AS lieferung_id, l.datum, l.gestartet_am, l.fahrer_id, m.name AS fahrer_name, l.kunde_id,
    k.name AS kunde_name
  FROM ${lieferungen} l
  CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  LEFT JOIN ${mitarbeiter} m ON m.id = l.fahrer_id
  WHERE l.status = 'unterwegs' AND l.gestartet_am < :vor ORDER BY l.datum, l.id LIMIT 200`

/** @returns stops that were started long ago and never finished: perhaps a telephone is lost, or without signal */
export const listUnfinished = (tenant: TenantReader): Unfinished => ({
  items: tenant.all(begunBefore, { vor: tooLongAgo(tenant) }),
})

/**
 * Orders a driver's open stops of a day, after those already visited.
 *
 * @param ids all of them, in their new order
 * @throws Refusal conflict when these are not exactly the open stops, because somebody planned meanwhile
 */
export function orderTour(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  fahrer_id: string,
  ids: string[],
): Touren {
  tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden")
  const open = new Set(tenant.all(openStopps, { datum, fahrer_id }).map(({ id }) => id))
  if (open.size !== ids.length || ids.some((id) => !open.has(id))) {
    throw conflict(
      "Die Tour hat sich geändert: bitte genau die offenen Lieferungen dieses Fahrers an diesem Tag nennen",
    )
  }
  numberStopps(tenant, actor, { datum, fahrer_id }, ids)
  return listToursOf(tenant, actor, datum, [fahrer_id])
}

/** Numbers open stops in this order, after those where the driver has been. */
export function numberStopps(
  tenant: TenantDb,
  actor: Actor,
  tour: { datum: string; fahrer_id: string },
  ids: string[],
): void {
  const first = (tenant.first(lastDone, tour)?.reihenfolge ?? 0) + 1
  for (const [i, id] of ids.entries()) numberStopp(tenant, actor, id, first + i)
}

/** Gives one stop its number in the tour, and logs the change where it had another. */
export function numberStopp(tenant: TenantDb, actor: Actor, id: string, reihenfolge: number): void {
  const before = tenant.get(lieferungen, id)
  if (before.reihenfolge === reihenfolge) return
  const after = tenant.update(lieferungen, id, { reihenfolge })
  writeProtokoll(tenant, actor, "lieferungen.umgeordnet", lieferungen, before, after)
}

/** @returns the day's tours of these drivers alone */
export function listToursOf(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  fahrer: (string | null)[],
): Touren {
  const { touren } = listTouren(tenant, actor, datum)
  return { datum, touren: touren.filter(({ fahrer_id }) => fahrer.includes(fahrer_id)) }
}

type Ladung = Static<typeof TourenReply>["touren"][number]["ladung"]
type Planned = Pick<Lieferungsposition, "artikel_art" | "soll_ausgabe" | "soll_ruecknahme">

/** @returns how many crates, single articles and devices these positions plan to take out and to bring back */
export function sumLadung(positionen: Planned[]): Ladung {
  const sum: Ladung = {
    gebinde: 0,
    einzeln: 0,
    geraete: 0,
    gebinde_zurueck: 0,
    einzeln_zurueck: 0,
    geraete_zurueck: 0,
  }
  for (const { artikel_art, soll_ausgabe, soll_ruecknahme } of positionen) {
    const art = artikel_art ?? "geraete"
    sum[art] += soll_ausgabe
    sum[`${art}_zurueck`] += soll_ruecknahme
  }
  return sum
}
