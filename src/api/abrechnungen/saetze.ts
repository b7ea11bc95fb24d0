import type { abrechnungsklassen } from "../../db/schema/values.ts"
import { byMoment, countLots, takeOldest } from "../../lib/fifo.ts"
import { dayIn } from "../../lib/format.ts"
import { lastSatzChange, satzAm, type Steuersatz } from "../../lib/steuer.ts"
import { addDays } from "../../lib/day.ts"

/** The account of the bookkeeping for a movement, which decides whether VAT is reckoned on it. */
export type Klasse = (typeof abrechnungsklassen)[number]

/** A booking with what its tax depends on. */
export type Bewegung = {
  id: string
  lfd_nr: number
  /** Id of the article or the device. */
  was: string
  /** Signed pieces: plus for what went out. */
  stueck: number
  betrag_cent: number
  erfasst_am: string
  storno_von: string | null
  /** The Vorgang that revalued pieces, which stay where they are. */
  umbewertung: string | null
  /** Pieces that will not come back, or the Storno of that: they leave the account, and nothing is refunded. */
  verlust: boolean
  klasse: Klasse
  steuersatz: Steuersatz
}

/** Class and rate of a piece when it went out. */
export type Herkunft = { klasse: Klasse; satz: number | null }

/**
 * Pieces (signed) of one amount, class and rate in a booking. A booking may also change with which rates earlier
 * returns had gone out: these shares are `verschoben`, pieces moved from one rate to another.
 */
export type Share = Herkunft & { stueck: number; betrag_cent: number; verschoben: boolean }

/**
 * Start of the rates of today, in every time zone. For a customer without older bookings (an index tells at once) it
 * does not matter which piece came back.
 */
export const ONE_TIME_FROM = addDays(lastSatzChange, 1)

function herkunftOf({ erfasst_am, klasse, steuersatz }: Bewegung, zeitzone: string): Herkunft {
  const day = erfasst_am >= ONE_TIME_FROM ? ONE_TIME_FROM : dayIn(erfasst_am, zeitzone)
  return { klasse, satz: satzAm(day, steuersatz) }
}

type Movement = Bewegung & { own: Herkunft }

/**
 * Class and rate of each booking. Issued pieces have those of their day. Returned pieces have those with which they had
 * been issued: first in, first out, by the time of the event, not of its entry. Pieces returned beyond that have those
 * of their own day; revalued pieces keep theirs.
 *
 * A Storno or a late entry can change which pieces came back before. The shares of a booking are therefore the sums per
 * rate with it, less the sums without it. They never change afterwards, and cancel out with those of a Storno.
 *
 * Pieces that are lost come back no more, and have no shares: their tax stays what it was.
 *
 * @param bewegungen of one customer, in the order of the ledger: all of them where some are older than
 *   ONE_TIME_FROM, or of another class or kind of rate than others of their article; else any
 * @returns the shares of each booking by its id
 */
export function assignSaetze(bewegungen: readonly Bewegung[], zeitzone: string): Map<string, Share[]> {
  const byBuchung = new Map<string, Share[]>()
  const movements = bewegungen.map((bewegung) => ({ ...bewegung, own: herkunftOf(bewegung, zeitzone) }))
  for (const konto of Map.groupBy(movements, ({ was }) => was).values()) {
    const [first] = konto
    const single = konto.every(({ own }) => isSame(own, first?.own))
    const account = new Account()
    for (const one of konto) byBuchung.set(one.id, single ? ownShares(one) : account.add(one))
  }
  return byBuchung
}

/**
 * An opening balance, a loss, and the Storno of either stand in no settlement. Their changes of other bookings' shares
 * are added to the next booking of the article, so that they are settled.
 *
 * @param bewegungen all of a customer's, in the order of the ledger
 * @param byBuchung their shares, to which the changes are added
 * @param ausserhalb the ids of opening balances and losses
 */
export function passOn(
  bewegungen: readonly Bewegung[],
  byBuchung: Map<string, Share[]>,
  ausserhalb: ReadonlySet<string>,
): void {
  for (const konto of Map.groupBy(bewegungen, ({ was }) => was).values()) {
    let waiting = new Sums()
    for (const { id, storno_von } of konto) {
      const shares = byBuchung.get(id) ?? []
      const origin = [id, storno_von].find((one) => one !== null && ausserhalb.has(one))
      if (origin) {
        for (const share of shares) waiting.add(share, 1)
        // Its own pieces are left out, and so are those of its Storno: they are settled nowhere.
        const own = (byBuchung.get(origin) ?? []).filter(({ verschoben }) => !verschoben)
        for (const share of own) waiting.add(share, id === origin ? -1 : 1)
      } else {
        byBuchung.set(id, [...shares, ...waiting.shifts()])
        waiting = new Sums()
      }
    }
  }
}

const isSame = (a: Herkunft, b: Herkunft | undefined): boolean => a.klasse === b?.klasse && a.satz === b.satz

const ownShares = ({ own, stueck, betrag_cent, verlust }: Movement): Share[] =>
  verlust ? [] : [{ ...own, stueck, betrag_cent, verschoben: false }]

/** The bookings of one article or device, of which some have other rates than others. */
class Account {
  #live: Movement[] = []
  #state = new Run()

  /** @returns the shares that a booking changes */
  add(movement: Movement): Share[] {
    const { storno_von } = movement
    const undone = storno_von === null ? -1 : this.#live.findIndex(({ id }) => id === storno_von)
    const last = this.#live.at(-1)
    if (undone < 0 && (!last || byMoment(last, movement) < 0)) {
      this.#live.push(movement)
      return this.#state.step(movement)
    }
    if (undone >= 0) this.#live.splice(undone, 1)
    else {
      const place = this.#live.findLastIndex((other) => byMoment(other, movement) < 0)
      this.#live.splice(place + 1, 0, movement)
    }
    const before = this.#state.sums
    this.#state = new Run()
    let own: Share[] = []
    for (const one of this.#live) {
      const shares = this.#state.step(one)
      if (one === movement) own = shares
    }
    return [...own, ...moved(before, this.#state.sums, own)]
  }
}

const keyOf = ({ klasse, satz, betrag_cent }: Share): string => `${klasse} ${satz} ${betrag_cent}`

/** @returns the change of the sums, less a booking's own shares */
function moved(before: Run["sums"], after: Run["sums"], own: readonly Share[]): Share[] {
  const change = new Sums()
  for (const sum of after.values()) change.add(sum, 1)
  for (const sum of [...before.values(), ...own]) change.add(sum, -1)
  return change.shifts()
}

class Sums extends Map<string, Share> {
  add(share: Share, sign: 1 | -1): void {
    const stueck = (this.get(keyOf(share))?.stueck ?? 0) + sign * share.stueck
    this.set(keyOf(share), { ...share, stueck })
  }

  /** @returns the sums other than zero, as `verschoben` */
  shifts(): Share[] {
    return [...this.values()]
      .filter(({ stueck }) => stueck !== 0)
      .map((share) => ({ ...share, verschoben: true }))
  }
}

type Part = Herkunft & { menge: number }

/** One way through the bookings of an account, in the order in which they happened. */
class Run {
  readonly sums = new Sums()
  readonly #lots: Part[] = []
  /** Pieces returned beyond those that were out. The next ones issued make up for them and cannot come back. */
  #beyond = 0
  /** Pieces that were revalued, away and back, in the Vorgang that is being read. */
  #revalued = { by: "", minus: 0, plus: 0 }

  step(movement: Movement): Share[] {
    const { stueck, betrag_cent, own, umbewertung } = movement
    const parts = this.#move(own, stueck, umbewertung)
    if (movement.verlust) return []
    const known = countLots(parts)
    if (known < Math.abs(stueck)) parts.push({ ...own, menge: Math.abs(stueck) - known })
    const shares = new Sums()
    for (const { klasse, satz, menge } of parts)
      shares.add({ klasse, satz, stueck: Math.sign(stueck) * menge, betrag_cent, verschoben: false }, 1)
    for (const share of shares.values()) this.sums.add(share, 1)
    return [...shares.values()]
  }

  /** @returns the pieces that have class and rate from before */
  #move(own: Herkunft, stueck: number, umbewertung: string | null): Part[] {
    if (umbewertung !== null) return this.#revalue(umbewertung, stueck)
    if (stueck < 0) return this.#comeBack(-stueck)
    this.#goOut(own, stueck)
    return []
  }

  #goOut(own: Herkunft, stueck: number): void {
    const menge = Math.max(0, stueck - this.#beyond)
    this.#beyond = Math.max(0, this.#beyond - stueck)
    if (menge > 0) this.#lots.push({ ...own, menge })
  }

  #comeBack(menge: number): Part[] {
    const taken = takeOldest(this.#lots, menge)
    this.#beyond += menge - countLots(taken)
    return taken
  }

  /** Looks at the oldest pieces without taking them, once for their old value and once for their new one. */
  #revalue(by: string, stueck: number): Part[] {
    if (this.#revalued.by !== by) this.#revalued = { by, minus: 0, plus: 0 }
    const way = stueck > 0 ? "plus" : "minus"
    const copy = [...this.#lots]
    takeOldest(copy, this.#revalued[way])
    this.#revalued[way] += Math.abs(stueck)
    return takeOldest(copy, Math.abs(stueck))
  }
}
