import { query } from "../../db/query.ts"
import {
  anfragen,
  feierabende,
  klaerungen,
  lieferungen,
  mitarbeiter,
  pfandbuchungen,
} from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { compareGerman } from "../../lib/fold.ts"
import { instants, localTime } from "../shared/time.ts"
import { listAnewOn } from "../lieferungen/anew.ts"
import { anfrage, beside } from "./beside.ts"
import { listBookedLater } from "./erwartet.ts"

/**
 * Trucks that are still to be counted: of days on which a driver was at a customer and nobody counted, from the company's
 * first count on; and those for which something was booked after the last count.
 */

type Fehlend = { datum: string; fahrer_id: string; fahrer_name: string }

/** In days before today: after that, a truck cannot be counted any more. */
const DAYS = 7

type Of = { tage: string; limit: number }
type Uncounted = Of & { auch_offen: 0 | 1; anfrage: string; neu_geplant: string }

/**
 * A stop counts on the day it was finished, whatever day it was planned for, as in stopps.ts; a report that was booked
 * beside its delivery counts on the day it tells of, as in beside.ts; and one that failed, also when it was planned anew
 * since. With `auch_offen`, an open stop counts on the day it is planned for, and on the one it was begun.
 */
const fehlend = query<Fehlend, Uncounted>`
  SELECT d.value ->> 'datum' AS datum, m.id AS fahrer_id, m.name AS fahrer_name
  FROM json_each(:tage) d CROSS JOIN ${mitarbeiter} m
  WHERE (EXISTS (SELECT 1 FROM ${lieferungen} l WHERE l.fahrer_id = m.id AND l.erfasst_am >= d.value ->> 'seit'
        AND l.erfasst_am < d.value ->> 'vor' AND l.status IN ('zugestellt', 'nicht_zugestellt'))
      OR EXISTS (SELECT 1 FROM ${klaerungen} k LEFT JOIN ${anfragen} a ON a.art = :anfrage AND a.id = k.id
        WHERE k.fahrer_id = m.id AND k.erfasst_am >= d.value ->> 'seit' AND k.erfasst_am < d.value ->> 'vor'
          AND ${beside} AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} b
            CROSS JOIN ${pfandbuchungen} s ON s.storno_von = b.id WHERE b.vorgang_id = k.id))
      OR EXISTS (SELECT 1 FROM json_each(:neu_geplant) n
        WHERE n.value ->> 'fahrer_id' = m.id AND n.value ->> 'am' = d.value ->> 'datum')
      OR :auch_offen = 1 AND (
        EXISTS (SELECT 1 FROM ${lieferungen} l WHERE l.fahrer_id = m.id AND l.datum = d.value ->> 'datum'
          AND l.status IN ('geplant', 'unterwegs'))
        OR EXISTS (SELECT 1 FROM ${lieferungen} l WHERE l.fahrer_id = m.id AND l.status = 'unterwegs'
          AND l.gestartet_am >= d.value ->> 'seit' AND l.gestartet_am < d.value ->> 'vor')))
    AND NOT EXISTS (
      SELECT 1 FROM ${feierabende} f WHERE f.fahrer_id = m.id AND f.datum = d.value ->> 'datum')
  LIMIT :limit`

/** @param tage days of the company; the query takes each with its first instant and that of the next */
function findUncounted(tenant: TenantReader, tage: string[], auch_offen: 0 | 1): Fehlend[] {
  const spans = tage.map((datum) => {
    const { seit = "", vor = "" } = instants(tenant, { von: datum, bis: datum })
    return { datum, seit, vor }
  })
  const failed = listAnewOn(tenant, spans).map(({ fahrer_id, tag }) => ({ fahrer_id, am: tag }))
  const neu_geplant = JSON.stringify(failed)
  const asked = { tage: JSON.stringify(spans), auch_offen, anfrage, neu_geplant, limit: MOST }
  return latestFirst(tenant.all(fehlend, asked))
}

/** @returns the trucks of a day that nobody counted, also those whose stops are still open; by their drivers' names */
export const listUncountedOn = (tenant: TenantReader, datum: string): Fehlend[] =>
  findUncounted(tenant, [datum], 1)

const first = query<{ datum: string }>`SELECT f.datum FROM ${feierabende} f ORDER BY f.datum, f.id LIMIT 1`

/** More trucks than a company has to count in a week. */
const MOST = 1000

const latestFirst = (all: Fehlend[]): Fehlend[] =>
  all.toSorted((a, b) => b.datum.localeCompare(a.datum) || compareGerman(a.fahrer_name, b.fahrer_name))

/** @returns the trucks of the last days that nobody counted, latest day first */
export function listUncounted(tenant: TenantReader): Fehlend[] {
  const seit = tenant.first(first, {})?.datum
  if (seit === undefined) return []
  const { datum } = localTime(tenant)
  const before = Array.from({ length: DAYS }, (_, index) => addDays(datum, -1 - index))
  return findUncounted(
    tenant,
    before.filter((tag) => tag >= seit),
    0,
  )
}

/**
 * The last count of each truck and day, where a stop was booked or reversed since; the program checks that the stop is of that
 * day.
 */
const overtaken = query<Row<typeof feierabende> & { fahrer_name: string }, Of>`
  SELECT f.*, m.name AS fahrer_name FROM json_each(:tage) d CROSS JOIN ${feierabende} f ON f.datum = d.value
  CROSS JOIN ${mitarbeiter} m ON m.id = f.fahrer_id
  WHERE NOT EXISTS (
      SELECT 1 FROM ${feierabende} g WHERE g.fahrer_id = f.fahrer_id AND g.datum = f.datum
        AND (g.erstellt_am, g.id) > (f.erstellt_am, f.id))
    AND (EXISTS (SELECT 1 FROM ${lieferungen} l
        WHERE l.fahrer_id = f.fahrer_id AND l.erfasst_am >= date(f.datum, '-1 day')
          AND l.erfasst_am < date(f.datum, '+2 days') AND l.status = 'zugestellt'
          AND l.abgeschlossen_am > f.erstellt_am)
      OR EXISTS (SELECT 1 FROM ${klaerungen} k
        WHERE k.fahrer_id = f.fahrer_id AND k.erfasst_am >= date(f.datum, '-1 day')
          AND k.erfasst_am < date(f.datum, '+2 days') AND k.status = 'gebucht'
          AND k.entschieden_am > f.erstellt_am)
      OR EXISTS (SELECT 1 FROM ${pfandbuchungen} s CROSS JOIN ${lieferungen} l ON l.id = s.lieferung_id
        WHERE s.gebucht_am >= date(f.datum, '-1 day') AND s.storno_von IS NOT NULL AND s.lieferung_id IS NOT NULL
          AND l.fahrer_id = f.fahrer_id AND l.erfasst_am >= date(f.datum, '-1 day')
          AND l.erfasst_am < date(f.datum, '+2 days') AND l.status = 'zugestellt'
          AND EXISTS (SELECT 1 FROM ${pfandbuchungen} b WHERE b.lieferung_id = l.id AND b.gebucht_am > f.erstellt_am)))
  LIMIT :limit`

/** @returns the trucks of today and of the last days whose count was overtaken by what was booked, latest day first */
export function listToRecount(tenant: TenantReader): Fehlend[] {
  const { datum: today } = localTime(tenant)
  const tage = Array.from({ length: DAYS + 1 }, (_, index) => addDays(today, -index))
  const counts = tenant
    .all(overtaken, { tage: JSON.stringify(tage), limit: MOST })
    .filter((zaehlung) => listBookedLater(tenant, zaehlung).length > 0)
  return latestFirst(counts.map(({ datum, fahrer_id, fahrer_name }) => ({ datum, fahrer_id, fahrer_name })))
}
