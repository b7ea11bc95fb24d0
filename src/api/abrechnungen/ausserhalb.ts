import { query } from "../../db/query.ts"
import { abrechnungen, pfandbuchungen, pfandverluste } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"

/** What is in a settlement's opening balance and in no settlement: losses, and opening balances of the account. */

type Abrechnungszeile = Row<typeof abrechnungen>
type Nummer = Pick<Abrechnungszeile, "kunde_id" | "jahr" | "lfd_nr">
type Before = { stand_cent: number; verluste_bisher_cent: number | null }

/**
 * The settlement before a number that was not cancelled by then, and the balance by settlements alone: after it, and what
 * was cancelled since. Found by its number, as a clock may have been set back.
 */
const previous = query<Before, Nummer>`
  SELECT a.verluste_bisher_cent, a.anfang_cent + a.summe_cent + coalesce((
      SELECT sum(s.summe_cent) FROM ${abrechnungen} s
      WHERE s.kunde_id = a.kunde_id AND (s.jahr, s.lfd_nr) > (a.jahr, a.lfd_nr)
        AND (s.jahr, s.lfd_nr) < (:jahr, :lfd_nr)), 0) AS stand_cent
  FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND (a.jahr, a.lfd_nr) < (:jahr, :lfd_nr)
    AND NOT EXISTS (
      SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id AND (s.jahr, s.lfd_nr) < (:jahr, :lfd_nr))
  ORDER BY a.jahr DESC, a.lfd_nr DESC LIMIT 1`

const previousOrCancelled = query<Pick<Before, "verluste_bisher_cent">, Nummer>`
  SELECT a.verluste_bisher_cent FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id AND a.art = 'abrechnung' AND (a.jahr, a.lfd_nr) < (:jahr, :lfd_nr)
  ORDER BY a.jahr DESC, a.lfd_nr DESC LIMIT 1`

/** All losses of a customer, and what was reversed of them. */
const verluste = query<{ cent: number }, { kunde_id: string }>`
  SELECT coalesce(sum(b.summe_cent), 0) AS cent
  FROM ${pfandverluste} v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id
  WHERE v.kunde_id = :kunde_id`

/** Where no settlement counts yet. */
const NOTHING: Before = { stand_cent: 0, verluste_bisher_cent: 0 }

/** After every number. */
const NOW = { jahr: 9999, lfd_nr: 0 }

/** @returns what a settlement that is made now keeps of it */
export function outsideOf(
  tenant: TenantReader,
  { kunde_id, anfang_cent }: Pick<Abrechnungszeile, "kunde_id" | "anfang_cent">,
): Pick<Abrechnungszeile, "ausserhalb_cent" | "verluste_bisher_cent"> {
  const lost = tenant.first(verluste, { kunde_id })?.cent ?? 0
  const before = tenant.first(previous, { kunde_id, ...NOW }) ?? (lost !== 0 && NOTHING)
  return { ausserhalb_cent: before ? anfang_cent - before.stand_cent : null, verluste_bisher_cent: lost }
}

/** The losses among what was booked outside of settlements since the previous one; null where that is not known. */
export function lossesOf(tenant: TenantReader, zeile: Abrechnungszeile): number | null {
  const { kunde_id, jahr, lfd_nr, anfang_cent, ausserhalb_cent, verluste_bisher_cent: now } = zeile
  if (ausserhalb_cent === null || now === null) return null
  const nummer = { kunde_id, jahr, lfd_nr }
  const valid = tenant.first(previous, nummer) ?? NOTHING
  // Earlier versions counted from a cancelled settlement as well: such a paper stays what it was.
  const before =
    anfang_cent - valid.stand_cent === ausserhalb_cent
      ? valid
      : (tenant.first(previousOrCancelled, nummer) ?? NOTHING)
  return before.verluste_bisher_cent === null ? null : now - before.verluste_bisher_cent
}
