import { Fragment, query } from "../../db/query.ts"
import { feierabende, lieferungen, mitarbeiter } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { compareGerman } from "../../lib/fold.ts"
import { localTime } from "../shared/time.ts"

/** Counts that nobody made: of days on which a driver finished a stop, since the company counts at all. */

export type Fehlend = { datum: string; fahrer_id: string; fahrer_name: string }

/** What lies further back cannot be counted any more. In days before today. */
const DAYS = 7

type Of = { tage: string; limit: number }
const day = new Fragment("l.fahrer_id = m.id AND l.datum = d.value")
const fehlend = query<Fehlend, Of>`
  SELECT d.value AS datum, m.id AS fahrer_id, m.name AS fahrer_name
  FROM json_each(:tage) d CROSS JOIN ${mitarbeiter} m
  WHERE (EXISTS (SELECT 1 FROM ${lieferungen} l WHERE ${day} AND l.status = 'zugestellt')
      OR EXISTS (SELECT 1 FROM ${lieferungen} l WHERE ${day} AND l.status = 'nicht_zugestellt'))
    AND NOT EXISTS (SELECT 1 FROM ${feierabende} f WHERE f.fahrer_id = m.id AND f.datum = d.value)
  LIMIT :limit`

const first = query<{ datum: string }>`SELECT f.datum FROM ${feierabende} f ORDER BY f.datum, f.id LIMIT 1`

/** More than a company has drivers in a week. */
const MOST = 1000

/** @returns the trucks of the last days that nobody counted, latest day first */
export function listFehlende(tenant: TenantReader): Fehlend[] {
  const seit = tenant.first(first, {})?.datum
  if (seit === undefined) return []
  const { datum } = localTime(tenant)
  const before = Array.from({ length: DAYS }, (_, index) => addDays(datum, -1 - index))
  const tage = before.filter((tag) => tag >= seit)
  const all = tenant.all(fehlend, { tage: JSON.stringify(tage), limit: MOST })
  return all.toSorted((a, b) => b.datum.localeCompare(a.datum) || compareGerman(a.fahrer_name, b.fahrer_name))
}
