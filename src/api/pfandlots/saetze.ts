import { piecesOf } from "../../lib/buchungsart.ts"
import { byMoment, countLots, takeOldest } from "../../lib/fifo.ts"
import { dayIn } from "../../lib/format.ts"
import { satzAm, settledSteuersatz, type Steuersatz, steuersatzOf } from "../../lib/steuer.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { type Bewegung, type Steuer, TODAYS_RATES_FROM } from "./bewegungen.ts"

/** Tax of a piece when it went out. */
export type Herkunft = Omit<Steuer, "steuersatz"> & { satz: number | null }

/**
 * Pieces (signed) of one amount, class and rate in a booking. A booking may also change with which rates earlier
 * returns had gone out: these shares are `verschoben`, pieces moved from one rate to another.
 */
export type Share = Herkunft & { stueck: number; betrag_cent: number; verschoben: boolean }

/** @returns the tax of pieces that go out with a booking, or that come back beyond all that were out */
export type TaxOf = (bewegung: Bewegung) => Herkunft

/** @returns the same text for the same tax */
export const taxKey = ({ klasse, satz, kleinunternehmer, ust_verfahren }: Herkunft): string =>
  `${klasse} ${satz} ${kleinunternehmer} ${ust_verfahren}`

const keyOf = (share: Share): string => `${taxKey(share)} ${share.betrag_cent}`

const taxBy =
  (zeitzone: string, rateOf: (bewegung: Bewegung) => Steuersatz): TaxOf =>
  (bewegung) => {
    const { erfasst_am, klasse, kleinunternehmer, ust_verfahren } = bewegung
    const day = erfasst_am >= TODAYS_RATES_FROM ? TODAYS_RATES_FROM : dayIn(erfasst_am, zeitzone)
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
 * @param bewegungen of one customer, in the order of the ledger: of what has several taxes (`listMixed`) all, of the
 *   others those that are asked for
 * @returns the shares of each booking by its id
 */
export function assignSaetze(bewegungen: readonly Bewegung[], taxOf: TaxOf): Map<string, Share[]> {
  const byBuchung = new Map<string, Share[]>()
  const taxes = new Map<string, Herkunft>()
  const known: TaxOf = (one) => taxes.getOrInsertComputed(one.id, () => taxOf(one))
  for (const konto of Map.groupBy(bewegungen, itemIdOf).values()) {
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

const ownShares = (bewegung: Bewegung, own: Herkunft): Share[] =>
  bewegung.verlust
    ? []
    : [{ ...own, stueck: piecesOf(bewegung), betrag_cent: bewegung.betrag_cent, verschoben: false }]

/** The bookings of one article or device that has several taxes, as they are entered. */
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
    const before = [...this.#state.sums.values()]
    this.#state = new Run(this.#taxOf)
    let own: Share[] = []
    for (const one of this.#live) {
      const shares = this.#state.step(one)
      if (one === bewegung) own = shares
    }
    // Beside its own shares: what the account holds now of each tax and amount, less what it held before and those shares.
    return [...own, ...sumShares([...this.#state.sums.values()], [...before, ...own].map(opposite))]
  }
}

type Part = Herkunft & { menge: number }

/** @returns one of each kind of tax */
function mergeParts(parts: readonly Part[]): Part[] {
  const merged = new Map<string, Part>()
  for (const part of parts) {
    const menge = (merged.get(taxKey(part))?.menge ?? 0) + part.menge
    merged.set(taxKey(part), { ...part, menge })
  }
  return [...merged.values()]
}

/**
 * Pieces of one amount, the oldest first: those that are out, and those that came back beyond them. For a device these
 * are cents, the latest first.
 */
type Lots = { out: Part[]; beyond: Part[] }

/**
 * A device is one piece whose deposit may be raised or waived while it is out, and comes back in one sum: its account is
 * one of cents. What is paid for it last comes back first, as something may still be owed from when it was lost.
 */
const isDevice = ({ klasse }: Bewegung): boolean => klasse === "geraetepfand" || klasse === "kaution"

/** One pass through the bookings of an account, in the order in which they happened. */
class Run {
  readonly sums = new Sums()
  readonly #taxOf: TaxOf
  readonly #byBetrag = new Map<number, Lots>()
  /** Pieces that the Vorgang being read has revalued, and that are not back at their new amount yet. */
  #revalued: { by: string; parts: Part[] } = { by: "", parts: [] }

  constructor(taxOf: TaxOf) {
    this.#taxOf = taxOf
  }

  /** @returns the shares of the next booking */
  step(bewegung: Bewegung): Share[] {
    const shares = isDevice(bewegung) ? this.#moveDevice(bewegung) : this.#movePieces(bewegung)
    if (bewegung.verlust) return []
    for (const share of shares) this.sums.add(share)
    return shares
  }

  #movePieces(bewegung: Bewegung): Share[] {
    const { betrag_cent } = bewegung
    const stueck = piecesOf(bewegung)
    return mergeParts(this.#move(betrag_cent, bewegung, stueck)).map(({ menge, ...herkunft }) => ({
      ...herkunft,
      stueck: Math.sign(stueck) * menge,
      betrag_cent,
      verschoben: false,
    }))
  }

  #moveDevice(bewegung: Bewegung): Share[] {
    const stueck = piecesOf(bewegung)
    const parts = mergeParts(this.#move(0, bewegung, stueck * bewegung.betrag_cent))
    return (parts.length > 0 ? parts : [{ ...this.#taxOf(bewegung), menge: 0 }]).map(
      ({ menge, ...herkunft }) => ({ ...herkunft, stueck, betrag_cent: menge, verschoben: false }),
    )
  }

  #move(betrag_cent: number, bewegung: Bewegung, menge: number): Part[] {
    const lots = this.#byBetrag.getOrInsertComputed(betrag_cent, () => ({ out: [], beyond: [] }))
    return menge > 0 ? this.#goOut(lots, bewegung, menge) : this.#comeBack(lots, bewegung, -menge)
  }

  #goOut(lots: Lots, bewegung: Bewegung, menge: number): Part[] {
    const isBack = this.#revalued.by === bewegung.umbewertung
    const due = takeOldest(lots.beyond, menge)
    const revalued = isBack ? takeOldest(this.#revalued.parts, menge - countLots(due)) : []
    const known = [...due, ...revalued]
    const rest = { ...this.#taxOf(bewegung), menge: menge - countLots(known) }
    // They stay as old as they were.
    lots.out.unshift(...revalued)
    if (rest.menge === 0) return known
    if (isDevice(bewegung)) lots.out.unshift(rest)
    else lots.out.push(rest)
    return [...known, rest]
  }

  #comeBack(lots: Lots, bewegung: Bewegung, menge: number): Part[] {
    const { umbewertung } = bewegung
    const taken = takeOldest(lots.out, menge)
    const rest = { ...this.#taxOf(bewegung), menge: menge - countLots(taken) }
    if (umbewertung !== null) {
      if (this.#revalued.by !== umbewertung) this.#revalued = { by: umbewertung, parts: [] }
      this.#revalued.parts.push(...taken)
    }
    if (rest.menge === 0) return taken
    lots.beyond.push(rest)
    return [...taken, rest]
  }
}

/** Pieces by tax and amount. */
class Sums extends Map<string, Share> {
  add(share: Share): void {
    const stueck = (this.get(keyOf(share))?.stueck ?? 0) + share.stueck
    this.set(keyOf(share), { ...share, stueck })
  }
}

const opposite = (share: Share): Share => ({ ...share, stueck: -share.stueck })

/** @returns their sums other than zero, as `verschoben` */
export function sumShares(...lists: readonly (readonly Share[])[]): Share[] {
  const sums = new Sums()
  for (const share of lists.flat()) sums.add(share)
  const left = [...sums.values()].filter(({ stueck }) => stueck !== 0)
  return left.map((share) => ({ ...share, verschoben: true }))
}
