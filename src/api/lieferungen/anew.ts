import { query } from "../../db/query.ts"
import { lieferungen, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** A stop that failed: its driver then, when it was, why, and for which day it was planned; `datum` is its present day. */
type Failed = {
  id: string
  datum: string
  fahrer_id: string
  /** The day on which it failed. */
  tag: string
  am: string
  grund: string | null
  damals: string
}
type Day = { datum: string; seit: string; vor: string }

/**
 * The delivery's row holds the present attempt only: the log says when the earlier one failed, and the first entry from
 * then on that changed the driver says who it was. What was planned anew for the same day, or ended on it, is or was on a
 * truck of that day as the row says: somebody else drove on with it.
 */
const anew = query<Failed, { tage: string; tabelle: string; most: number }>`
  SELECT l.id, l.datum, d.value ->> 'datum' AS tag, coalesce((
      SELECT coalesce(q.aenderungen ->> '$.fahrer_id[0]', '') FROM ${protokoll} q
      WHERE q.tabelle = :tabelle AND q.datensatz_id = p.datensatz_id AND q.id >= p.id
        AND json_type(q.aenderungen, '$.fahrer_id') IS NOT NULL
      ORDER BY q.id LIMIT 1
    ), l.fahrer_id) AS fahrer_id, p.aenderungen ->> '$.erfasst_am[0]' AS am,
    p.aenderungen ->> '$.grund[0]' AS grund, coalesce(p.aenderungen ->> '$.datum[0]', l.datum) AS damals
  FROM json_each(:tage) d CROSS JOIN ${protokoll} p CROSS JOIN ${lieferungen} l ON l.id = p.datensatz_id
  WHERE p.aktion GLOB '*.neu_geplant' AND p.aenderungen ->> '$.erfasst_am[0]' >= d.value ->> 'seit'
    AND p.aenderungen ->> '$.erfasst_am[0]' < d.value ->> 'vor'
    AND l.datum > d.value ->> 'datum' AND coalesce(l.erfasst_am, d.value ->> 'vor') >= d.value ->> 'vor'
    AND NOT EXISTS (
      SELECT 1 FROM ${protokoll} q
      WHERE q.tabelle = :tabelle AND q.datensatz_id = p.datensatz_id AND q.id > p.id
        AND q.aktion GLOB '*.neu_geplant' AND q.aenderungen ->> '$.erfasst_am[0]' < d.value ->> 'vor')
  LIMIT :most`

/** More than fail on a day. */
const MOST = 2000

/**
 * @param days with their first instants and those of the next
 * @returns the stops that failed on these days and were planned anew for later ones: their goods were on the trucks
 */
export const listAnewOn = (tenant: TenantReader, days: readonly Day[]): Failed[] =>
  tenant.all(anew, { tage: JSON.stringify(days), tabelle: "lieferungen", most: days.length * MOST })

/** @returns the same of one day */
export const listAnew = (tenant: TenantReader, day: Day): Failed[] => listAnewOn(tenant, [day])
