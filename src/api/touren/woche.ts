import type { Static } from "@sinclair/typebox"
import { Fragment, query } from "../../db/query.ts"
import { kunden, liefertage, liefertagwochen, lieferungen, mitarbeiter, tenants } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { addDays, mondayOf } from "../../lib/day.ts"
import { feiertageOf } from "../../lib/feiertage.ts"
import { dayIn } from "../liefertage/rhythmus.ts"
import { type Liefertagzeile, positionenById } from "../liefertage/rules.ts"
import { personNames, withPersonNames } from "../shared/names.ts"
import { localTime } from "../shared/time.ts"
import { readDue, standingIn } from "./due.ts"
import type { WocheReply } from "./model.ts"

type Woche = Static<typeof WocheReply>
type Tour = Woche["tage"][number]["touren"][number]
type Vorschlag = Woche["vorschlag"][number]

type Stopp = { datum: string; fahrer_id: string | null; status: string }

/** Most stops of a week: seven full days. */
const MOST_STOPPS = 10_500
/** Most proposals at once. */
const MOST_VORSCHLAEGE = 2000

const stoppsOf = query<Stopp, { von: string; bis: string; most: number }>`
  SELECT l.datum, l.fahrer_id, l.status FROM ${lieferungen} l
  WHERE l.datum BETWEEN :von AND :bis AND l.status <> 'storniert' ORDER BY l.datum LIMIT :most`

/** Weeks in which a customer's last place in a tour is looked for: one more than a regular day may leave out. */
const LOOKED_BACK = 9

/** A regular day that was not decided about in a week; `platz`: the customer's place in the last tour of that weekday. */
type Offen = Liefertagzeile & {
  kunde_name: string
  ort: string | null
  kunde_aktiv: number
  lieferzeit_von: string | null
  lieferzeit_bis: string | null
  fahrer_aktiv: number | null
  platz: number | null
}

/** Whether a stop `l` tells the place of a regular day `t`: it was on the same weekday. */
const COUNTS = new Fragment("l.status <> 'storniert' AND strftime('%w', l.datum) = strftime('%w', t.ab)")

/**
 * Only days whose rhythm falls on that week (see `dayIn`): the limit counts what is due, and what is planned makes room.
 * The place is taken from a tour of the same driver before any other's, whether or not it was planned from a regular day.
 */
const undecided = query<Offen, { woche: string; sonntag: string; seit: string; most: number }>`
  SELECT t.*, k.name AS kunde_name, k.ort, k.aktiv AS kunde_aktiv, k.lieferzeit_von, k.lieferzeit_bis,
    m.aktiv AS fahrer_aktiv,
    coalesce(
      (SELECT l.reihenfolge FROM ${lieferungen} l
        WHERE l.kunde_id = t.kunde_id AND l.datum >= :seit AND l.datum < :woche AND ${COUNTS}
          AND l.fahrer_id = t.fahrer_id ORDER BY l.datum DESC LIMIT 1),
      (SELECT l.reihenfolge FROM ${lieferungen} l
        WHERE l.kunde_id = t.kunde_id AND l.datum >= :seit AND l.datum < :woche AND ${COUNTS}
          AND l.fahrer_id IS NOT NULL ORDER BY l.datum DESC LIMIT 1)) AS platz
  FROM ${liefertage} t CROSS JOIN ${kunden} k ON k.id = t.kunde_id LEFT JOIN ${mitarbeiter} m ON m.id = t.fahrer_id
  WHERE t.ab <= :sonntag AND (t.bis IS NULL OR t.bis >= :woche)
    AND (julianday(:woche) - julianday(t.ab, 'weekday 0', '-6 days')) / 7 % t.alle_wochen = 0
    AND NOT EXISTS (SELECT 1 FROM ${liefertagwochen} w WHERE w.liefertag_id = t.id AND w.woche = :woche)
  ORDER BY t.ab, t.id LIMIT :most`

type Times = Pick<Liefertagzeile, "zeit_von" | "zeit_bis">
type KundeTimes = Pick<Row<typeof kunden>, "lieferzeit_von" | "lieferzeit_bis">

/** @returns when a regular delivery comes: the customer's own times apply where the regular day has none */
export const timesOf = (
  { zeit_von, zeit_bis }: Times,
  { lieferzeit_von, lieferzeit_bis }: KundeTimes,
): Times =>
  zeit_von === null && zeit_bis === null
    ? { zeit_von: lieferzeit_von, zeit_bis: lieferzeit_bis }
    : { zeit_von, zeit_bis }

/**
 * A week at a glance: how far each tour of its days is, and what has to be planned of the regular deliveries.
 *
 * @param day any day of that week
 */
export function readWoche(tenant: TenantReader, day: string): Woche {
  const woche = mondayOf(day)
  const stopps = tenant.all(stoppsOf, { von: woche, bis: addDays(woche, 6), most: MOST_STOPPS })
  const feiertage = feiertageIn(tenant, woche)
  const byDay = Map.groupBy(stopps, ({ datum }) => datum)
  const fahrer = personNames(
    tenant,
    stopps.map(({ fahrer_id }) => fahrer_id),
  )
  return {
    woche,
    tage: daysOf(woche).map((datum) => ({
      datum,
      feiertag: feiertage.get(datum) ?? null,
      touren: toursOf(byDay.get(datum) ?? [], fahrer),
    })),
    vorschlag: proposalsFor(tenant, woche, feiertage),
    vorbei: listMissed(tenant, woche),
    ausgelassen: listLeftOut(tenant, woche),
  }
}

const daysOf = (woche: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((after) => addDays(woche, after))

function toursOf(stopps: Stopp[], names: Map<string, string>): Tour[] {
  const byFahrer = Map.groupBy(stopps, ({ fahrer_id }) => fahrer_id)
  return [...byFahrer].map(([fahrer_id, theirs]) => {
    const having = (status: string) => theirs.filter((one) => one.status === status).length
    return {
      fahrer_id,
      fahrer_name: names.get(fahrer_id ?? "") ?? null,
      stopps: theirs.length,
      erledigt: having("zugestellt"),
      nicht_zugestellt: having("nicht_zugestellt"),
    }
  })
}

function feiertageIn(tenant: TenantReader, woche: string): Map<string, string> {
  const { bundesland } = tenant.get(tenants, tenant.id)
  const years = new Set([woche, addDays(woche, 6)].map((datum) => Number(datum.slice(0, 4))))
  return new Map([...years].flatMap((year) => [...feiertageOf(year, bundesland)]))
}

const leftOut = query<Liefertagzeile & { kunde_name: string }, { woche: string; most: number }>`
  SELECT t.*, k.name AS kunde_name FROM ${liefertagwochen} w CROSS JOIN ${liefertage} t ON t.id = w.liefertag_id
  CROSS JOIN ${kunden} k ON k.id = t.kunde_id
  WHERE w.woche = :woche AND w.lieferung_id IS NULL LIMIT :most`

/** @returns the regular deliveries that were left out in a week, by day and customer */
function listLeftOut(tenant: TenantReader, woche: string): Woche["ausgelassen"] {
  return tenant
    .all(leftOut, { woche, most: MOST_VORSCHLAEGE })
    .flatMap((one) => {
      const datum = dayIn(woche, one)
      const { id: liefertag_id, kunde_id, kunde_name } = one
      return datum === undefined ? [] : [{ liefertag_id, datum, kunde_id, kunde_name }]
    })
    .toSorted(
      (one, other) =>
        one.datum.localeCompare(other.datum) || one.kunde_name.localeCompare(other.kunde_name, "de"),
    )
}

/** @returns the regular deliveries of days gone by that were not decided about */
function listMissed(tenant: TenantReader, woche: string): Woche["vorbei"] {
  const { datum: today } = localTime(tenant)
  const missed = readDue(
    tenant,
    daysOf(woche).filter((datum) => datum < today),
  )
  return withPersonNames(tenant, missed, "fahrer_id").map(({ id, ort: _, ...one }) => ({
    liefertag_id: id,
    ...one,
  }))
}

/** @returns the regular deliveries of a week that were not decided about, as the tours are driven; none of days gone by */
function listUndecided(tenant: TenantReader, woche: string): (Offen & { datum: string })[] {
  const today = localTime(tenant).datum
  return tenant
    .all(undecided, {
      woche,
      sonntag: addDays(woche, 6),
      seit: addDays(woche, -7 * LOOKED_BACK),
      most: MOST_VORSCHLAEGE,
    })
    .flatMap((one) => {
      const datum = dayIn(woche, one)
      return datum !== undefined && datum >= today ? [{ ...one, datum }] : []
    })
    .toSorted(
      (one, other) =>
        (one.datum < other.datum ? -1 : Number(one.datum > other.datum)) ||
        (one.fahrer_id ?? "").localeCompare(other.fahrer_id ?? "") ||
        (one.platz ?? Infinity) - (other.platz ?? Infinity) ||
        one.kunde_name.localeCompare(other.kunde_name, "de"),
    )
}

function proposalsFor(tenant: TenantReader, woche: string, feiertage: Map<string, string>): Vorschlag[] {
  const open = withPersonNames(tenant, listUndecided(tenant, woche), "fahrer_id")
  const positionen = positionenById(
    tenant,
    open.map(({ id }) => id),
  )
  const hasStanding = standingIn(
    tenant,
    woche,
    open.map(({ kunde_id }) => kunde_id),
  )
  const { datum: today } = localTime(tenant)
  const coming = daysOf(woche).filter((datum) => datum >= today)
  return open.map((one) => {
    const theirs = positionen.get(one.id) ?? []
    const unused = theirs.filter(({ aktiv }) => aktiv !== 1).map(({ nummer }) => nummer)
    const bedenkenOn = (datum: string): string[] => {
      const feiertag = one.auch_feiertags === 1 ? undefined : feiertage.get(datum)
      return [
        ...(feiertag === undefined ? [] : [`Feiertag: ${feiertag}`]),
        ...(one.kunde_aktiv === 1 ? [] : ["Der Kunde ist nicht mehr aktiv"]),
        ...(one.fahrer_id !== null && one.fahrer_aktiv !== 1 ? ["Der Fahrer ist nicht mehr aktiv"] : []),
        ...(hasStanding(one, datum) ? ["Hat an diesem Tag schon eine Lieferung"] : []),
        ...unused.map((nummer) => `Der Artikel ${nummer} ist nicht mehr im Umlauf`),
      ]
    }
    return {
      liefertag_id: one.id,
      version: one.version,
      datum: one.datum,
      kunde_id: one.kunde_id,
      kunde_name: one.kunde_name,
      ort: one.ort,
      fahrer_id: one.fahrer_id,
      fahrer_name: one.fahrer_name,
      ...timesOf(one, one),
      hinweis: one.hinweis,
      positionen: theirs.map(({ liefertag_id: _, aktiv: __, ...shown }) => shown),
      bedenken: bedenkenOn(one.datum),
      ausweichtage: coming
        .filter((datum) => datum !== one.datum)
        .map((datum) => ({ datum, bedenken: bedenkenOn(datum) })),
    }
  })
}
