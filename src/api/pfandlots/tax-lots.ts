import { countLots, takeOldest } from "../../lib/fifo.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import type { Bewegung, Steuer } from "./bewegungen.ts"

/** Tax of a piece when it went out. */
export type Herkunft = Omit<Steuer, "steuersatz"> & { satz: number | null }

/**
 * Pieces (signed) of one amount, class and rate in a booking. A booking may also change with which rates earlier
 * returns had gone out: these shares are `verschoben`, pieces moved from one rate to another.
 */
export type Share = Herkunft & { stueck: number; betrag_cent: number; verschoben: boolean }

/** @returns the tax that pieces have which go out with a booking, or come back beyond all that were out */
export type TaxOf = (bewegung: Bewegung) => Herkunft

/** @returns the same text for the same tax */
export const taxKey = ({ klasse, satz, kleinunternehmer, ust_verfahren }: Herkunft): string =>
  `${klasse} ${satz} ${kleinunternehmer} ${ust_verfahren}`

const keyOf = (share: Share): string => `${taxKey(share)} ${share.betrag_cent}`

/** Pieces by tax and amount. */
export class Sums extends Map<string, Share> {
  add(share: Share): void {
    const stueck = (this.get(keyOf(share))?.stueck ?? 0) + share.stueck
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
 * Pieces of one amount, the oldest first: those that are out, and those that came back beyond them. Of a device cents,
 * the latest first.
 */
type Lots = { out: Part[]; beyond: Part[] }

/**
 * A device is one piece whose deposit may be raised or waived while it is out, and comes back in one sum: its account is
 * one of cents. What is paid for it last comes back first, as something may still be owed from when it was lost.
 */
const isDevice = ({ klasse }: Bewegung): boolean => klasse === "geraetepfand" || klasse === "kaution"

/** One way through the bookings of an account, in the order in which they happened. */
export class Run {
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
    const { umbewertung } = bewegung
    const isBack = umbewertung !== null && this.#revalued.by === umbewertung
    const due = takeOldest(lots.beyond, menge)
    const revalued = isBack ? takeOldest(this.#revalued.parts, menge - countLots(due)) : []
    const known = [...due, ...revalued]
    const rest = { ...this.#taxOf(bewegung), menge: menge - countLots(known) }
    // As old as they were.
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
