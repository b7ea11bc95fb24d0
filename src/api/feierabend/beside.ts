import { Fragment, query } from "../../db/query.ts"
import {
  anfragen,
  gebindebewegungen,
  klaerungen,
  kunden,
  lieferungen,
  pfandbuchungen,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/**
 * Reports of drivers that the office booked beside a delivery, as that was finished or given up by then. They count for
 * the truck of the day on which it happened, like all that the driver booked. A report that completed its delivery counts
 * with the delivery.
 */

type Span = { fahrer_id: string; seit: string; vor: string }
type Asked<More = unknown> = Span & { anfrage: string } & More
export const anfrage = "lieferungen.abschluss"

/** The office books under the report's own id (klaerungen/make-up.ts). */
export const beside = new Fragment("k.art = 'abschluss' AND k.status = 'gebucht' AND a.id IS NULL")

export type Line = {
  pfandartikel_id: string | null
  geraet_id: string | null
  zurueck: number
  uebrig: number
}

/**
 * A gebinde is in the ledger as its parts: it is counted as one, and its parts are not. What went out is missing among
 * the goods only where its delivery is counted among them as well. What was reversed never happened.
 */
const lines = query<Line, Asked>`
  WITH m AS (
    SELECT k.id, coalesce(l.fahrer_id = :fahrer_id AND l.erfasst_am >= :seit AND l.erfasst_am < :vor, 0) AS zaehlt
    FROM ${klaerungen} k LEFT JOIN ${lieferungen} l ON l.id = k.lieferung_id
    LEFT JOIN ${anfragen} a ON a.art = :anfrage AND a.id = k.id
    WHERE k.fahrer_id = :fahrer_id AND k.erfasst_am >= :seit AND k.erfasst_am < :vor AND ${beside}
      AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} b CROSS JOIN ${pfandbuchungen} s ON s.storno_von = b.id
        WHERE b.vorgang_id = k.id)
    LIMIT 200
  ), g AS (
    SELECT w.gebinde_id, w.teile, max(-w.menge, 0) AS zurueck, max(w.menge, 0) AS hin, m.zaehlt
    FROM m CROSS JOIN ${gebindebewegungen} w ON w.vorgang_id = m.id
  )
  SELECT p.pfandartikel_id, p.geraet_id, sum(p.zurueck) AS zurueck, -sum(p.hin * p.zaehlt) AS uebrig FROM (
    SELECT b.pfandartikel_id, b.geraet_id, iif(b.art = 'ruecknahme', b.menge, 0) AS zurueck,
      iif(b.art = 'ausgabe', b.menge, 0) AS hin, m.zaehlt
    FROM m CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = m.id
    UNION ALL SELECT g.gebinde_id, NULL, g.zurueck, g.hin, g.zaehlt FROM g
    UNION ALL SELECT t.value ->> 'pfandartikel_id', NULL, -g.zurueck * (t.value ->> 'menge'),
      -g.hin * (t.value ->> 'menge'), g.zaehlt FROM g CROSS JOIN json_each(g.teile) t
  ) p GROUP BY p.pfandartikel_id, p.geraet_id LIMIT 5000`

/** @returns for each article and device the pieces that came back and, below zero, how many goods fewer are left */
export const listBookedBeside = (tenant: TenantReader, span: Span): Line[] =>
  tenant.all(lines, { ...span, anfrage })

export type Booked = { lieferung_id: string; kunde_name: string; erfasst_am: string }

/** Of a wider span of time, as `bookedLater` (erwartet.ts). */
const later = query<Booked, Asked<{ gezaehlt: string }>>`
  SELECT l.id AS lieferung_id, n.name AS kunde_name, k.erfasst_am
  FROM ${klaerungen} k CROSS JOIN ${lieferungen} l ON l.id = k.lieferung_id
  CROSS JOIN ${kunden} n ON n.id = l.kunde_id
  LEFT JOIN ${anfragen} a ON a.art = :anfrage AND a.id = k.id
  WHERE k.fahrer_id = :fahrer_id AND k.erfasst_am >= :seit AND k.erfasst_am < :vor AND ${beside}
    AND k.entschieden_am > :gezaehlt
  ORDER BY k.erfasst_am, k.id LIMIT 200`

/** @returns the deliveries beside which something was booked after an instant */
export const listBookedBesideSince = (tenant: TenantReader, span: Span & { gezaehlt: string }): Booked[] =>
  tenant.all(later, { ...span, anfrage })
