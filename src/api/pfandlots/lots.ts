import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandumbewertungen, pfandwerte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { heldLots, type Lot, type Moment, takeOldest } from "../../lib/fifo.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import { PLUS } from "../shared/sign.ts"

/** One article or device of a customer. */
export type Konto = { kunde_id: string; pfandartikel_id: string | null; geraet_id: string | null }

export type Ausgabe = Lot & Moment & { betrag_cent: number }

/** An instant after all others. */
export const ALWAYS = "9999"

type Suche = Konto & { zeit: string; am: string; nr: number; umbewertet: 0 | 1; limit: number }

/**
 * Issues that count, the latest first: a Storno and the booking it undoes are both left out. Revalued pieces count as
 * issued at their new amount if `umbewertet` is 1. If it is 0 they do not count, as they did not go out again.
 */
const ausgaben = query<Ausgabe, Suche>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id IS :pfandartikel_id AND b.geraet_id IS :geraet_id
    AND b.art IN ${PLUS} AND b.storno_von IS NULL
    AND (b.erfasst_am, b.lfd_nr) < (:am, :nr)
    AND NOT EXISTS (
      SELECT 1 FROM ${pfandbuchungen} s
      WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)
    AND (:umbewertet = 1 OR b.art <> 'korrektur_plus'
      OR NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = b.vorgang_id))
  ORDER BY b.erfasst_am DESC, b.lfd_nr DESC LIMIT :limit`

/** Rows that are read at once. */
const PAGE = 50

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @returns what went out, the latest first; no more is read than the caller takes
 */
export function* lotsOf(
  tenant: TenantReader,
  { kunde_id, pfandartikel_id, geraet_id }: Konto,
  until: string,
  umbewertet: 0 | 1,
): Generator<Ausgabe, void> {
  const where = { kunde_id, pfandartikel_id, geraet_id, zeit: until, umbewertet, limit: PAGE }
  for (let [am, nr] = [until, 0]; ;) {
    const page = tenant.all(ausgaben, { ...where, am, nr })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    ;[am, nr] = [last.erfasst_am, last.lfd_nr]
  }
}

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @returns when the pieces that are held went out, the oldest first
 */
export const readLots = (tenant: TenantReader, konto: Konto, held: number, until = ALWAYS): Ausgabe[] =>
  heldLots(held, lotsOf(tenant, konto, until, 0))

/** Pieces that go out now and are not stored yet: they come behind all that went out before. */
type Added = { erfasst_am: string; ausgaben: readonly Paid[] }

/** @returns both together, the latest first */
function* withAdded(lots: Iterable<Ausgabe>, added: Added | undefined): Generator<Paid, void> {
  let waiting = added?.ausgaben ?? []
  for (const lot of lots) {
    if (added && lot.erfasst_am <= added.erfasst_am) {
      yield* waiting
      waiting = []
    }
    yield lot
  }
  yield* waiting
}

/** Pieces of an account at one amount; below zero where more came back at it than went out. */
export type Value = { betrag_cent: number; bestand: number }

/** @returns `12 Stück zu 3,10 €` */
export const valueInWords = ({ bestand, betrag_cent }: Value): string =>
  `${formatQuantity(bestand)} Stück zu ${formatEuro(betrag_cent)}`

/** Pieces that are held, at what was paid for each. */
export type Paid = Lot & { betrag_cent: number }

/**
 * Amounts paid for the held pieces: first in, first out, and of each amount no more than is left of it in the account,
 * so that all refunds together never exceed the deposits paid.
 *
 * @param values of the account, all of them
 * @param added counts as if it were stored
 * @returns the oldest first, neighbours of the same amount together
 */
export function readPaid(
  tenant: TenantReader,
  konto: Konto,
  values: readonly Value[],
  until = ALWAYS,
  added?: Added,
): Paid[] {
  const held = values.reduce((sum, { bestand }) => sum + bestand, 0)
  const left = values.filter(({ bestand }) => bestand > 0)
  const [only] = left
  if (held <= 0 || !only) return []
  if (left.length === 1) return [{ betrag_cent: only.betrag_cent, menge: held }]
  const rest = new Map(left.map(({ betrag_cent, bestand }) => [betrag_cent, bestand]))
  const read: Paid[] = []
  for (const { betrag_cent, menge } of withAdded(lotsOf(tenant, konto, until, 1), added)) {
    const part = Math.min(menge, rest.get(betrag_cent) ?? 0)
    rest.set(betrag_cent, (rest.get(betrag_cent) ?? 0) - part)
    if (part > 0) read.push({ betrag_cent, menge: part })
    if (rest.values().every((pieces) => pieces === 0)) break
  }
  return merge(heldLots(held, read))
}

function merge(lots: readonly Paid[]): Paid[] {
  const merged: Paid[] = []
  for (const { betrag_cent, menge } of lots) {
    const last = merged.at(-1)
    if (last?.betrag_cent === betrag_cent) last.menge += menge
    else merged.push({ betrag_cent, menge })
  }
  return merged
}

const valuesOf = query<Value, { kunde_id: string; pfandartikel_id: string }>`
  SELECT w.betrag_cent, w.bestand FROM ${pfandwerte} w
  WHERE w.pfandartikel_id = :pfandartikel_id AND w.kunde_id = :kunde_id`

/** Pieces by which a Vorgang changes each amount of an account. */
export type Change = ReadonlyMap<number, number>

/** @returns the amounts of an account, with what a Vorgang changes */
export function readValues(
  tenant: TenantReader,
  kunde_id: string,
  pfandartikel_id: string,
  change?: Change,
): Value[] {
  const values = new Map(change)
  for (const { betrag_cent, bestand } of tenant.all(valuesOf, { kunde_id, pfandartikel_id }))
    values.set(betrag_cent, (values.get(betrag_cent) ?? 0) + bestand)
  return [...values].map(([betrag_cent, bestand]) => ({ betrag_cent, bestand }))
}

/**
 * @param added what is not stored yet: what goes out, the latest first, and the pieces by which it changes each amount
 * @returns what was paid for what a customer holds of an article now, the oldest first
 */
export function paidFor(
  tenant: TenantReader,
  kunde_id: string,
  pfandartikel_id: string,
  added?: Added & { values: Change },
): Paid[] {
  const konto = { kunde_id, pfandartikel_id, geraet_id: null }
  return readPaid(tenant, konto, readValues(tenant, kunde_id, pfandartikel_id, added?.values), ALWAYS, added)
}

/**
 * Pieces that came back beyond those that went out, at what was refunded for each. What goes out next makes up for them
 * at these amounts: what was refunded is what is charged again.
 *
 * @returns the smallest amount first
 */
export function owedFor(
  tenant: TenantReader,
  kunde_id: string,
  pfandartikel_id: string,
  change?: Change,
): Paid[] {
  const values = readValues(tenant, kunde_id, pfandartikel_id, change)
  const owed = -values.reduce((sum, { bestand }) => sum + bestand, 0)
  if (owed <= 0) return []
  const beyond = values
    .filter(({ bestand }) => bestand < 0)
    .toSorted((a, b) => a.betrag_cent - b.betrag_cent)
    .map(({ betrag_cent, bestand }) => ({ betrag_cent, menge: -bestand }))
  return takeOldest(beyond, owed)
}

/** @returns pieces held at one amount while as many are owed at another: together no pieces, and yet a value */
export function countAtOdds(values: readonly Value[]): number {
  const sum = (sign: 1 | -1) => values.reduce((all, { bestand }) => all + Math.max(0, sign * bestand), 0)
  return Math.min(sum(1), sum(-1))
}

/**
 * An account without pieces has no value: it never holds pieces at one amount and owes some at another. Accounts of
 * earlier versions may; a Vorgang may make that smaller, and never larger.
 */
export const leavesValue = (
  tenant: TenantReader,
  kunde_id: string,
  pfandartikel_id: string,
  change: Change,
): boolean =>
  countAtOdds(readValues(tenant, kunde_id, pfandartikel_id, change)) >
  countAtOdds(readValues(tenant, kunde_id, pfandartikel_id))
