import { query } from "../../db/query.ts"
import { anfragen, klaerungen, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/**
 * A report of the driver that the office booked beside a finished delivery names it as well: its Storno takes nothing back
 * of what the delivery booked. A report that completed the delivery is known by its request (klaerungen/make-up.ts).
 */
const reversed = query<{ id: string }, { ids: string; anfrage: string; most: number }>`
  SELECT j.value AS id FROM json_each(:ids) j
  WHERE EXISTS (SELECT 1 FROM ${pfandbuchungen} b CROSS JOIN ${pfandbuchungen} s ON s.storno_von = b.id
    WHERE b.lieferung_id = j.value AND (
      NOT EXISTS (SELECT 1 FROM ${klaerungen} k WHERE k.id = b.vorgang_id)
      OR EXISTS (SELECT 1 FROM ${anfragen} a WHERE a.art = :anfrage AND a.id = b.vorgang_id)))
  LIMIT :most`

/** More stops than are asked for at once. */
const MOST = 5000

/** Why a delivery whose booking was reversed counts as not delivered on its truck. */
export const REVERSED = "Die Buchung wurde storniert"

/** @returns which of these deliveries booked something that was reversed: it counts as never having happened */
export const listReversed = (tenant: TenantReader, ids: readonly string[]): Set<string> =>
  new Set(
    tenant
      .all(reversed, { ids: JSON.stringify(ids), anfrage: "lieferungen.abschluss", most: MOST })
      .map(({ id }) => id),
  )
