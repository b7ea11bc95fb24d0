import { byMoment } from "../../lib/fifo.ts"
import { dayIn } from "../../lib/format.ts"
import { lastSatzChange, satzAm } from "../../lib/steuer.ts"
import { addDays } from "../../lib/day.ts"
import { type Bewegung, type Herkunft, type Movement, Run, type Share, Sums, taxKey } from "./tax-lots.ts"

/**
 * Start of the rates of today, in every time zone. For a customer without older bookings (an index tells at once) it
 * does not matter which piece came back.
 */
export const ONE_TIME_FROM = addDays(lastSatzChange, 1)

function herkunftOf(bewegung: Bewegung, zeitzone: string): Herkunft {
  const { erfasst_am, klasse, steuersatz, kleinunternehmer, ust_verfahren } = bewegung
  const day = erfasst_am >= ONE_TIME_FROM ? ONE_TIME_FROM : dayIn(erfasst_am, zeitzone)
  return { klasse, satz: satzAm(day, steuersatz), kleinunternehmer, ust_verfahren }
}

/**
 * Tax of each booking. Issued pieces have that of their day. Returned pieces have that with which pieces of their amount
 * had been issued: first in, first out, by the time of the event, not of its entry. Pieces returned beyond that have that
 * of their own day, and the next ones issued at their amount have it, too: what was refunded is what is charged again.
 * Revalued pieces keep theirs.
 *
 * A Storno or a late entry can change which pieces came back before. The shares of a booking are therefore the sums per
 * rate with it, less the sums without it. They never change afterwards, and cancel out with those of a Storno.
 *
 * Pieces that are lost come back no more, and have no shares: their tax stays what it was.
 *
 * @param bewegungen of one customer, in the order of the ledger: all of them where some are older than
 *   ONE_TIME_FROM, or taxed otherwise than others of their article; else any
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

const isSame = (a: Herkunft, b: Herkunft | undefined): boolean => b !== undefined && taxKey(a) === taxKey(b)

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

/** @returns the change of the sums, less a booking's own shares */
function moved(before: Run["sums"], after: Run["sums"], own: readonly Share[]): Share[] {
  const change = new Sums()
  for (const sum of after.values()) change.add(sum, 1)
  for (const sum of [...before.values(), ...own]) change.add(sum, -1)
  return change.shifts()
}
