import { piecesOf } from "../../lib/buchungsart.ts"
import { byMoment } from "../../lib/fifo.ts"
import { dayIn } from "../../lib/format.ts"
import { lastSatzChange, satzAm, settledSteuersatz, type Steuersatz, steuersatzOf } from "../../lib/steuer.ts"
import { addDays } from "../../lib/day.ts"
import { wasOf } from "../shared/naming.ts"
import type { Bewegung } from "./bewegungen.ts"
import { type Herkunft, Run, type Share, Sums, type TaxOf, taxKey } from "./tax-lots.ts"

/**
 * Start of the rates of today, in every time zone. For a customer without older bookings (an index tells at once) it
 * does not matter which piece came back.
 */
export const ONE_TIME_FROM = addDays(lastSatzChange, 1)

const taxBy =
  (zeitzone: string, rateOf: (bewegung: Bewegung) => Steuersatz): TaxOf =>
  (bewegung) => {
    const { erfasst_am, klasse, kleinunternehmer, ust_verfahren } = bewegung
    const day = erfasst_am >= ONE_TIME_FROM ? ONE_TIME_FROM : dayIn(erfasst_am, zeitzone)
    return { klasse, satz: satzAm(day, rateOf(bewegung)), kleinunternehmer, ust_verfahren }
  }

/** @returns the tax of a settlement, by what was frozen with a booking */
export const settledTax = (zeitzone: string): TaxOf => taxBy(zeitzone, (one) => settledSteuersatz(one, one))

/** @returns the tax that is due in the end, whether at once or with the year's balance */
export const dueTax = (zeitzone: string): TaxOf => taxBy(zeitzone, (one) => steuersatzOf(one, one))

/**
 * Tax of each booking. Issued pieces have that of their day. Returned pieces have that with which pieces of their amount
 * had been issued: first in, first out, by the time of the event, not of its entry. Pieces returned beyond that have that
 * of their own day, and the next ones issued at their amount have it, too: what was refunded is what is charged again.
 * Revalued pieces keep theirs.
 *
 * A Storno or a late entry can change which pieces came back before. A booking's shares are therefore what it adds to the
 * account's pieces of each rate. They never change afterwards, and cancel out with those of a Storno.
 *
 * Pieces that are lost come back no more, and have no shares: their tax stays what it was.
 *
 * @param bewegungen of one customer, in the order of the ledger: all of an article or device of which some are older
 *   than ONE_TIME_FROM, or taxed otherwise than others; else any
 * @returns the shares of each booking by its id
 */
export function assignSaetze(bewegungen: readonly Bewegung[], taxOf: TaxOf): Map<string, Share[]> {
  const byBuchung = new Map<string, Share[]>()
  const taxes = new Map<string, Herkunft>()
  const known: TaxOf = (one) => taxes.getOrInsertComputed(one.id, () => taxOf(one))
  for (const konto of Map.groupBy(bewegungen, wasOf).values()) {
    const single = new Set(konto.map((one) => taxKey(known(one)))).size === 1
    const account = new Account(known)
    for (const one of konto) byBuchung.set(one.id, single ? ownShares(one, known(one)) : account.add(one))
  }
  return byBuchung
}

/**
 * An opening balance, a loss, and the Storno of either stand in no settlement, but may change which pieces others had
 * taken back. That is settled in their stead.
 *
 * @param bewegungen of whole accounts of a customer
 * @param byBuchung their shares
 * @param ausserhalb the ids of those that stand in no settlement
 * @returns what each of these moves from one tax to another, where it does
 */
export function shiftsOf(
  bewegungen: readonly Bewegung[],
  byBuchung: ReadonlyMap<string, Share[]>,
  ausserhalb: ReadonlySet<string>,
): Map<string, Share[]> {
  const shifts = new Map<string, Share[]>()
  for (const { id, storno_von } of bewegungen) {
    if (!ausserhalb.has(id)) continue
    const own = (byBuchung.get(storno_von ?? id) ?? []).filter(({ verschoben }) => !verschoben)
    const shift = sumShares(byBuchung.get(id) ?? [], storno_von === null ? own.map(opposite) : own)
    if (shift.length > 0) shifts.set(id, shift)
  }
  return shifts
}

const opposite = (share: Share): Share => ({ ...share, stueck: -share.stueck })

/** @returns their sums other than zero, as `verschoben` */
export function sumShares(...lists: readonly (readonly Share[])[]): Share[] {
  const sums = new Sums()
  for (const share of lists.flat()) sums.add(share)
  return sums.shifts()
}

const ownShares = (bewegung: Bewegung, own: Herkunft): Share[] =>
  bewegung.verlust
    ? []
    : [{ ...own, stueck: piecesOf(bewegung), betrag_cent: bewegung.betrag_cent, verschoben: false }]

/** The bookings of one article or device, of which some have other rates than others. */
class Account {
  readonly #taxOf: TaxOf
  #live: Bewegung[] = []
  #state: Run

  constructor(taxOf: TaxOf) {
    this.#taxOf = taxOf
    this.#state = new Run(taxOf)
  }

  /** @returns the shares that a booking changes */
  add(bewegung: Bewegung): Share[] {
    const { storno_von } = bewegung
    const undone = storno_von === null ? -1 : this.#live.findIndex(({ id }) => id === storno_von)
    const last = this.#live.at(-1)
    if (undone < 0 && (!last || byMoment(last, bewegung) < 0)) {
      this.#live.push(bewegung)
      return this.#state.step(bewegung)
    }
    if (undone >= 0) this.#live.splice(undone, 1)
    else {
      const place = this.#live.findLastIndex((other) => byMoment(other, bewegung) < 0)
      this.#live.splice(place + 1, 0, bewegung)
    }
    const before = this.#state.sums
    this.#state = new Run(this.#taxOf)
    let own: Share[] = []
    for (const one of this.#live) {
      const shares = this.#state.step(one)
      if (one === bewegung) own = shares
    }
    return [...own, ...moved(before, this.#state.sums, own)]
  }
}

/** @returns how much more of each tax and amount an account has after than before, beside a booking's own shares */
const moved = (before: Sums, after: Sums, own: readonly Share[]): Share[] =>
  sumShares([...after.values()], [...before.values(), ...own].map(opposite))
