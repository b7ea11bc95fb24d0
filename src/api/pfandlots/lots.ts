import { Fragment, query } from "../../db/query.ts"
import { geraete_bewegungen, pfandbuchungen, pfandkonten, pfandumbewertungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { byMoment, heldLots, type Lot, type Moment } from "../../lib/fifo.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { PLUS } from "../shared/sign.ts"
import { listLostThere } from "./verloren.ts"

/**
 * What an account holds, and since when: first in, first out, whatever was paid for it. What is held went out last, so
 * that only as many issues are read as are still there.
 */

/** One article or device of a customer. */
export type Konto = { kunde_id: string; pfandartikel_id: string | null; geraet_id: string | null }

export type Ausgabe = Lot & Moment & { betrag_cent: number }

/**
 * With `umbewertet` 1, revalued pieces count as issued again at their new amount, which tells what was paid. With 0 they
 * do not, which tells how old they are.
 */
type IssueParams = Konto & { zeit: string; am: string; nr: number; umbewertet: 0 | 1; limit: number }

/** Issues that count, on one side of a moment: neither a Storno nor the booking it undoes. */
const issuesOf = (side: "<" | ">", order: "ASC" | "DESC") => query<Ausgabe, IssueParams>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id IS :pfandartikel_id AND b.geraet_id IS :geraet_id
    AND b.art IN ${PLUS} AND b.storno_von IS NULL
    AND (b.erfasst_am, b.lfd_nr) ${new Fragment(side)} (:am, :nr)
    AND NOT EXISTS (
      SELECT 1 FROM ${pfandbuchungen} s
      WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)
    AND (:umbewertet = 1 OR b.art <> 'korrektur_plus'
      OR NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = b.vorgang_id))
  ORDER BY b.erfasst_am ${new Fragment(order)}, b.lfd_nr ${new Fragment(order)} LIMIT :limit`

const before = issuesOf("<", "DESC")
const after = issuesOf(">", "ASC")

/** Rows that are read first, and at most at once: what is wanted is mostly among the first. */
const [FIRST_PAGE, LARGEST_PAGE] = [4, 200]

/** @returns the issues before or after a moment, the nearest first; no more is read than the caller takes */
function* issues(
  tenant: TenantReader,
  side: typeof before,
  { kunde_id, pfandartikel_id, geraet_id }: Konto,
  { erfasst_am, lfd_nr }: Moment,
  { zeit, umbewertet }: Pick<IssueParams, "zeit" | "umbewertet"> = { zeit: END_OF_TIME, umbewertet: 0 },
): Generator<Ausgabe, void> {
  const where = { kunde_id, pfandartikel_id, geraet_id, zeit, umbewertet }
  let [am, nr] = [erfasst_am, lfd_nr]
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LARGEST_PAGE)) {
    const page = tenant.all(side, { ...where, am, nr, limit })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < limit) return
    ;[am, nr] = [last.erfasst_am, last.lfd_nr]
  }
}

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @param umbewertet as in `IssueParams`
 * @returns what went out, the latest first
 */
export const lotsOf = (tenant: TenantReader, konto: Konto, until: string, umbewertet: 0 | 1) =>
  issues(tenant, before, konto, { erfasst_am: until, lfd_nr: 0 }, { zeit: until, umbewertet })

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @returns when the pieces that are held went out, the oldest first
 */
export const readLots = (tenant: TenantReader, konto: Konto, held: number, until = END_OF_TIME): Ausgabe[] =>
  heldLots(held, lotsOf(tenant, konto, until, 0))

type There = { kunde_id: string; ids: string; vor: string }

const thereBy = (time: "erfasst_am" | "gebucht_am") => query<Ausgabe & { geraet_id: string }, There>`
  SELECT b.geraet_id, b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM json_each(:ids) j
  CROSS JOIN ${pfandbuchungen} b ON b.id = (
    SELECT m.id FROM ${pfandbuchungen} m
    WHERE m.geraet_id = j.value AND :kunde_id = +m.kunde_id AND +m.${new Fragment(time)} < :vor
      AND m.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') AND m.storno_von IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = m.id AND +s.${new Fragment(time)} < :vor)
    ORDER BY m.lfd_nr DESC LIMIT 1)
  WHERE b.art <> 'ruecknahme' AND NOT EXISTS (
    SELECT 1 FROM ${geraete_bewegungen} w
    WHERE w.geraet_id = j.value AND w.nach_status = 'verloren' AND :kunde_id = +w.kunde_id
      AND +w.erstellt_am >= b.gebucht_am AND +w.erstellt_am < :vor)`

const there = thereBy("erfasst_am")
const thereAsBooked = thereBy("gebucht_am")

/**
 * @param ids of devices
 * @param vor an instant
 * @returns when those went out that a customer had before it: the last that the ledger says is that they went out, and none
 *   was reported lost there since. What a correction adds or takes is deposit, and no second device
 */
export const listThere = (tenant: TenantReader, kunde_id: string, ids: readonly string[], vor: string) =>
  tenant.all(there, { kunde_id, ids: JSON.stringify(ids), vor })

/** @returns the same by what was booked before an instant, which never changes afterwards, whatever times people give */
export const listThereAsBooked = (
  tenant: TenantReader,
  kunde_id: string,
  ids: readonly string[],
  vor: string,
) => tenant.all(thereAsBooked, { kunde_id, ids: JSON.stringify(ids), vor })

/**
 * A device is one piece, however its deposit was raised or lowered while it was out: as old as the oldest cent of it that
 * is open. It is held while it is there, and where something is open, while it is lost there: once it is elsewhere, only
 * its deposit is left.
 *
 * @param wert_cent what is open of its deposit
 * @returns the device as a lot, or nothing
 */
export function readGeraet(
  tenant: TenantReader,
  konto: Konto,
  wert_cent: number,
  until = END_OF_TIME,
): Ausgabe[] {
  const { kunde_id, geraet_id } = konto
  if (geraet_id === null || wert_cent < 0) return []
  const one = { menge: 1, betrag_cent: wert_cent }
  const [last] = listThere(tenant, kunde_id, [geraet_id], until)
  if (wert_cent > 0) {
    if (!last && listLostThere(tenant, kunde_id, [geraet_id], until).length === 0) return []
    const cents = lotsOf(tenant, konto, until, 0).map((lot) => ({ ...lot, menge: lot.betrag_cent }))
    const [oldest] = heldLots(wert_cent, cents)
    return oldest ? [{ ...oldest, ...one }] : []
  }
  return last ? [{ lfd_nr: last.lfd_nr, erfasst_am: last.erfasst_am, ...one }] : []
}

type Buchung = Row<typeof pfandbuchungen>
type Stand = Konto &
  Pick<Row<typeof pfandkonten>, "id" | "bestand" | "wert_cent" | "seit_am" | "seit_nr" | "seit_rest">

/** Accounts by the ids of articles and devices as JSON; none for a Vorgang that only revalues: all stays as old as it was. */
const staende = query<Stand, { kunde_id: string; ids: string; vorgang_id: string }>`
  SELECT k.id, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.bestand, k.wert_cent, k.seit_am, k.seit_nr, k.seit_rest
  FROM (
    SELECT a.* FROM json_each(:ids) j
    CROSS JOIN ${pfandkonten} a ON a.pfandartikel_id = j.value AND a.kunde_id = :kunde_id
    UNION ALL
    SELECT g.* FROM json_each(:ids) j
    CROSS JOIN ${pfandkonten} g ON g.geraet_id = j.value AND g.kunde_id = :kunde_id
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = :vorgang_id)`

/**
 * Keeps with each account what is the oldest that it holds, as lists of all customers are sorted by it. The check reads
 * it from all bookings (pfandpruefung/salden.ts).
 *
 * @param vorgang all of its bookings; the accounts' sums count them already
 */
export function keepOldest(tenant: TenantDb, vorgang: readonly Buchung[]): void {
  const [first] = vorgang
  if (!first) return
  const { kunde_id, vorgang_id } = first
  const byItem = Map.groupBy(vorgang, itemIdOf)
  const ids = JSON.stringify([...byItem.keys()])
  const changed = tenant.all(staende, { kunde_id, vorgang_id, ids }).flatMap((stand) => {
    const oldest = oldestOf(tenant, stand, byItem.get(itemIdOf(stand)) ?? [])
    const [seit_am = null, seit_nr = null, seit_rest = null] = oldest
      ? [oldest.erfasst_am, oldest.lfd_nr, oldest.menge]
      : []
    const isSame = seit_nr === stand.seit_nr && seit_rest === stand.seit_rest
    return isSame ? [] : [{ id: stand.id, seit_am, seit_nr, seit_rest }]
  })
  tenant.updateAll(pfandkonten, changed)
}

/**
 * Goes on from the oldest that is stored: first in, first out, whatever comes back is taken from there onwards.
 *
 * @returns the oldest that an account holds now, if it holds any
 */
function oldestOf(tenant: TenantReader, stand: Stand, added: readonly Buchung[]): (Lot & Moment) | undefined {
  const { bestand, wert_cent, geraet_id, seit_am, seit_nr, seit_rest } = stand
  if (geraet_id !== null) return readGeraet(tenant, stand, wert_cent)[0]
  if (bestand <= 0) return undefined
  if (seit_am === null || seit_nr === null || seit_rest === null) return readLots(tenant, stand, bestand)[0]
  const last = { erfasst_am: seit_am, lfd_nr: seit_nr }
  const others = added.filter((one) => !wentOutAfter(tenant, one, last))
  if (others.length === 0) return { ...last, menge: seit_rest }
  const rest = others.reduce((sum, one) => sum + piecesOf(one), seit_rest)
  if (rest <= 0) return firstBut(-rest, issues(tenant, after, stand, last))
  return heldLots(rest, issues(tenant, before, stand, { ...last, lfd_nr: seit_nr + 1 }))[0]
}

/** @returns whether a booking is an issue after a moment, or undoes one */
function wentOutAfter(tenant: TenantReader, buchung: Buchung, moment: Moment): boolean {
  const { storno_von } = buchung
  const issue = storno_von === null ? buchung : tenant.get(pfandbuchungen, storno_von)
  return piecesOf(issue) > 0 && byMoment(issue, moment) > 0
}

/** @returns the first that is left when so many pieces are taken away from the front */
function firstBut(menge: number, lots: Iterable<Ausgabe>): Ausgabe | undefined {
  let gone = menge
  for (const lot of lots) {
    if (lot.menge > gone) return { ...lot, menge: lot.menge - gone }
    gone -= lot.menge
  }
  return undefined
}
