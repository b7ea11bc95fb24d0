import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { byMoment, heldLots } from "../../lib/fifo.ts"
import { ALWAYS, type Ausgabe, type Konto, lotsOf } from "./lots.ts"

/** When a device went to a customer, and when it came back: a few rows, in any order. */
const moves = query<Ausgabe & { art: string }, { kunde_id: string; geraet_id: string; zeit: string }>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am, b.art FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :geraet_id AND +b.kunde_id = :kunde_id AND b.erfasst_am < :zeit
    AND b.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)`

/**
 * A device is one piece, however its deposit was raised or lowered while it was out: as old as the oldest cent of it that
 * is open. Where nothing is open, it is held only if it went out for nothing.
 *
 * @param wert_cent what is open of its deposit
 * @returns the device as a lot, or nothing
 */
export function readGeraet(tenant: TenantReader, konto: Konto, wert_cent: number, until = ALWAYS): Ausgabe[] {
  const { kunde_id, geraet_id } = konto
  if (geraet_id === null || wert_cent < 0) return []
  const one = { menge: 1, betrag_cent: wert_cent }
  if (wert_cent > 0) {
    const [oldest] = heldLots(wert_cent, lotsOf(tenant, konto, until, 0).map(asCents))
    return oldest ? [{ ...oldest, ...one }] : []
  }
  const last = tenant.all(moves, { kunde_id, geraet_id, zeit: until }).toSorted(byMoment).at(-1)
  if (!last || last.art === "ruecknahme" || last.betrag_cent > 0) return []
  return [{ lfd_nr: last.lfd_nr, erfasst_am: last.erfasst_am, ...one }]
}

const asCents = (row: Ausgabe): Ausgabe => ({ ...row, menge: row.betrag_cent })

/** The balance of a device, and what was added since it was last issued to this customer. */
const geraetekonto = query<
  { wert_cent: number; seit_ausgabe: number | null },
  { kunde_id: string; geraet_id: string }
>`
  SELECT k.wert_cent, (
    SELECT sum(b.summe_cent) FROM ${pfandbuchungen} b
    WHERE b.geraet_id = k.geraet_id AND b.kunde_id = k.kunde_id AND b.summe_cent > 0 AND b.lfd_nr >= (
      SELECT a.lfd_nr FROM ${pfandbuchungen} a
      WHERE a.geraet_id = k.geraet_id AND a.kunde_id = k.kunde_id AND a.art IN ('ausgabe', 'anfangsbestand')
      ORDER BY a.lfd_nr DESC LIMIT 1)
  ) AS seit_ausgabe
  FROM ${pfandkonten} k WHERE k.kunde_id = :kunde_id AND k.geraet_id = :geraet_id`

/**
 * Refunds what was paid for this very device, whatever its deposit is now: nothing if a correction waived it,
 * and nothing that is still owed from an earlier loss of the device.
 */
export function paidForGeraet(tenant: TenantReader, kunde_id: string, geraet_id: string): number {
  const { wert_cent, seit_ausgabe } = tenant.first(geraetekonto, { kunde_id, geraet_id }) ?? {}
  return Math.max(0, Math.min(wert_cent ?? 0, seit_ausgabe ?? 0))
}
