import { Fragment, query } from "../../db/query.ts"
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

const BACK = { comes: new Fragment("<"), order: new Fragment("DESC") }
const ON = { comes: new Fragment(">"), order: new Fragment("ASC") }

/**
 * Issues that count, from a moment on or back: a Storno and the booking it undoes are both left out. Revalued pieces
 * count as issued at their new amount if `umbewertet` is 1. If it is 0 they do not count, as they did not go out again.
 */
const issuesOf = ({ comes, order }: typeof BACK) => query<Ausgabe, Suche>`
  SELECT b.lfd_nr, b.menge, b.betrag_cent, b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id IS :pfandartikel_id AND b.geraet_id IS :geraet_id
    AND b.art IN ${PLUS} AND b.storno_von IS NULL
    AND (b.erfasst_am, b.lfd_nr) ${comes} (:am, :nr)
    AND NOT EXISTS (
      SELECT 1 FROM ${pfandbuchungen} s
      WHERE s.storno_von = b.id AND +s.erfasst_am < :zeit)
    AND (:umbewertet = 1 OR b.art <> 'korrektur_plus'
      OR NOT EXISTS (SELECT 1 FROM ${pfandumbewertungen} u WHERE u.id = b.vorgang_id))
  ORDER BY b.erfasst_am ${order}, b.lfd_nr ${order} LIMIT :limit`

const issuesBefore = issuesOf(BACK)
const issuesAfter = issuesOf(ON)

/** Rows that are read first, and at most at once: what is wanted is mostly among the first. */
const [FIRST_PAGE, LARGEST_PAGE] = [4, 200]

/** @returns what comes before or after a moment, the nearest first; no more is read than the caller takes */
function* walk(
  tenant: TenantReader,
  direction: typeof issuesBefore,
  { kunde_id, pfandartikel_id, geraet_id }: Konto,
  { erfasst_am, lfd_nr }: Moment,
  { zeit, umbewertet }: Pick<Suche, "zeit" | "umbewertet">,
): Generator<Ausgabe, void> {
  const where = { kunde_id, pfandartikel_id, geraet_id, zeit, umbewertet }
  let [am, nr] = [erfasst_am, lfd_nr]
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LARGEST_PAGE)) {
    const page = tenant.all(direction, { ...where, am, nr, limit })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < limit) return
    ;[am, nr] = [last.erfasst_am, last.lfd_nr]
  }
}

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @returns what went out, the latest first
 */
export const lotsOf = (
  tenant: TenantReader,
  konto: Konto,
  until: string,
  umbewertet: 0 | 1,
): Generator<Ausgabe, void> =>
  walk(tenant, issuesBefore, konto, { erfasst_am: until, lfd_nr: 0 }, { zeit: until, umbewertet })

/**
 * @param until only what was captured before it, ISO 8601 UTC
 * @returns when the pieces that are held went out, the oldest first
 */
export const readLots = (tenant: TenantReader, konto: Konto, held: number, until = ALWAYS): Ausgabe[] =>
  heldLots(held, lotsOf(tenant, konto, until, 0))

/** @returns the same of the pieces that had gone out up to a moment, and with it */
export const readLotsUpTo = (
  tenant: TenantReader,
  konto: Konto,
  { erfasst_am, lfd_nr }: Moment,
  held: number,
): Ausgabe[] => heldLots(held, walk(tenant, issuesBefore, konto, { erfasst_am, lfd_nr: lfd_nr + 1 }, AGE))

/** @returns what went out first after a moment, when some pieces of that are back */
export function firstAfter(
  tenant: TenantReader,
  konto: Konto,
  moment: Moment,
  back: number,
): Ausgabe | undefined {
  let rest = back
  for (const lot of walk(tenant, issuesAfter, konto, moment, AGE)) {
    if (lot.menge > rest) return { ...lot, menge: lot.menge - rest }
    rest -= lot.menge
  }
  return undefined
}

const AGE = { zeit: ALWAYS, umbewertet: 0 } as const

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
