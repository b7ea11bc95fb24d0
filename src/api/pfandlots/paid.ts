import { query } from "../../db/query.ts"
import { geraete, pfandbuchungen, pfandkonten, pfandwerte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { heldLots, type Lot, takeOldest } from "../../lib/fifo.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { type Ausgabe, type Konto, lotsOf } from "./lots.ts"

/** What was paid for what an account holds, or was refunded for what came back beyond that. */

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
export type Betragsbestand = { betrag_cent: number; bestand: number }

/** @returns `12 Stück zu 3,10 €` */
export const valueInWords = ({ bestand, betrag_cent }: Betragsbestand): string =>
  `${formatQuantity(bestand)} Stück zu ${formatEuro(betrag_cent)}`

/** Pieces that are held, at what was paid for each. */
export type Paid = Lot & { betrag_cent: number }

/**
 * Amounts paid for the held pieces: first in, first out, and of each amount no more than is left of it in the account,
 * so that all refunds together never exceed the deposits paid.
 *
 * @param values of the account, all of them
 * @param until only what was captured before it, ISO 8601 UTC
 * @param added counts as if it were stored; the latest first
 * @returns the oldest first, neighbours of the same amount together
 */
export function readPaid(
  tenant: TenantReader,
  konto: Konto,
  values: readonly Betragsbestand[],
  { until = END_OF_TIME, added }: { until?: string | undefined; added?: Added } = {},
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

const valuesOf = query<Betragsbestand, { kunde_id: string; pfandartikel_id: string }>`
  SELECT w.betrag_cent, w.bestand FROM ${pfandwerte} w
  WHERE w.pfandartikel_id = :pfandartikel_id AND w.kunde_id = :kunde_id`

/** @returns the amounts of an account */
export const readValues = (
  tenant: TenantReader,
  kunde_id: string,
  pfandartikel_id: string,
): Betragsbestand[] => tenant.all(valuesOf, { kunde_id, pfandartikel_id })

/** Pieces by which a Vorgang changes each amount of an account. */
type Change = ReadonlyMap<number, number>

/** @returns the amounts of an account after a change */
export function afterChange(values: readonly Betragsbestand[], change: Change): Betragsbestand[] {
  const after = new Map(change)
  for (const { betrag_cent, bestand } of values)
    after.set(betrag_cent, (after.get(betrag_cent) ?? 0) + bestand)
  return [...after].map(([betrag_cent, bestand]) => ({ betrag_cent, bestand }))
}

/** @returns what was paid for what a customer holds of an article now, the oldest first */
export const paidFor = (tenant: TenantReader, kunde_id: string, pfandartikel_id: string): Paid[] =>
  readPaid(
    tenant,
    { kunde_id, pfandartikel_id, geraet_id: null },
    readValues(tenant, kunde_id, pfandartikel_id),
  )

/**
 * Pieces that came back beyond those that went out, at what was refunded for each. What goes out next makes up for them
 * at these amounts: what was refunded is what is charged again.
 *
 * @param values of the account, all of them
 * @returns the smallest amount first
 */
export function owedIn(values: readonly Betragsbestand[]): Paid[] {
  const owed = -values.reduce((sum, { bestand }) => sum + bestand, 0)
  if (owed <= 0) return []
  const beyond = values
    .filter(({ bestand }) => bestand < 0)
    .toSorted((a, b) => a.betrag_cent - b.betrag_cent)
    .map(({ betrag_cent, bestand }) => ({ betrag_cent, menge: -bestand }))
  return takeOldest(beyond, owed)
}

/** @returns pieces held at one amount while as many are owed at another: together no pieces, and yet a value */
export function countAtOdds(values: readonly Betragsbestand[]): number {
  const sum = (sign: 1 | -1) => values.reduce((all, { bestand }) => all + Math.max(0, sign * bestand), 0)
  return Math.min(sum(1), sum(-1))
}

/**
 * An account without pieces has no value: it never holds pieces at one amount and owes some at another. Accounts of
 * earlier versions may; a Vorgang may make that smaller, and never larger.
 */
export const leavesValue = (before: readonly Betragsbestand[], change: Change): boolean =>
  countAtOdds(afterChange(before, change)) > countAtOdds(before)

const deposit = query<{ wert_cent: number }, { kunde_id: string; geraet_id: string }>`
  SELECT k.wert_cent FROM ${pfandkonten} k WHERE k.kunde_id = :kunde_id AND k.geraet_id = :geraet_id`

/** @returns the deposit of a device that stands on a customer's account, in cents; 0 where there is none */
export const depositOf = (tenant: TenantReader, kunde_id: string, geraet_id: string): number =>
  tenant.first(deposit, { kunde_id, geraet_id })?.wert_cent ?? 0

const credited = query<{ n: number }, { kunde_id: string; geraet_id: string }>`
  SELECT 1 AS n FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :geraet_id AND b.kunde_id = :kunde_id AND b.summe_cent < 0 AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

/** @returns whether anything of a device's deposit was waived, refunded or kept on a customer's account, and stayed so */
export const wasCredited = (tenant: TenantReader, kunde_id: string, geraet_id: string): boolean =>
  tenant.first(credited, { kunde_id, geraet_id }) !== undefined

/** What is open of a device's deposit, what was charged since it was last issued to this customer, and whether they have it. */
export type Geraetekonto = { wert_cent: number; seit_ausgabe: number; beim_kunden: 0 | 1 }

/** Neither a Storno nor what it undoes is charged or issued. */
const geraetekonto = query<Geraetekonto, { kunde_id: string; geraet_id: string }>`
  SELECT k.wert_cent, coalesce((
    SELECT sum(b.summe_cent) FROM ${pfandbuchungen} b
    WHERE b.geraet_id = k.geraet_id AND b.kunde_id = k.kunde_id AND b.summe_cent > 0 AND b.storno_von IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
      AND b.lfd_nr >= (
        SELECT a.lfd_nr FROM ${pfandbuchungen} a
        WHERE a.geraet_id = k.geraet_id AND a.kunde_id = k.kunde_id AND a.art IN ('ausgabe', 'anfangsbestand')
          AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = a.id)
        ORDER BY a.lfd_nr DESC LIMIT 1)
  ), 0) AS seit_ausgabe, g.kunde_id IS k.kunde_id AS beim_kunden
  FROM ${pfandkonten} k CROSS JOIN ${geraete} g ON g.id = k.geraet_id
  WHERE k.kunde_id = :kunde_id AND k.geraet_id = :geraet_id`

export const readGeraetekonto = (tenant: TenantReader, kunde_id: string, geraet_id: string): Geraetekonto =>
  tenant.first(geraetekonto, { kunde_id, geraet_id }) ?? { wert_cent: 0, seit_ausgabe: 0, beim_kunden: 0 }

/**
 * @returns what a return refunds: what was paid for this very device, whatever its deposit is now. Nothing if a correction
 *   waived it, and nothing that is still owed from an earlier loss of the device
 */
export const refundOf = ({ wert_cent, seit_ausgabe }: Geraetekonto): number =>
  Math.max(0, Math.min(wert_cent, seit_ausgabe))
