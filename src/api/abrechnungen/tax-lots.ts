import type { abrechnungsklassen, ustVerfahren } from "../../db/schema/values.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import type { Steuersatz } from "../../lib/steuer.ts"

/** The account of the bookkeeping for a movement, which decides whether VAT is reckoned on it. */
export type Klasse = (typeof abrechnungsklassen)[number]
export type Verfahren = (typeof ustVerfahren)[number]

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
  /** 1: UStG § 19. */
  kleinunternehmer: number
  ust_verfahren: Verfahren
}

/** Tax of a piece when it went out. */
export type Herkunft = {
  klasse: Klasse
  satz: number | null
  kleinunternehmer: number
  ust_verfahren: Verfahren
}

/**
 * Pieces (signed) of one amount, class and rate in a booking. A booking may also change with which rates earlier
 * returns had gone out: these shares are `verschoben`, pieces moved from one rate to another.
 */
export type Share = Herkunft & { stueck: number; betrag_cent: number; verschoben: boolean }

/** A booking with the tax that it has by itself. */
export type Movement = Bewegung & { own: Herkunft }

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
  readonly #byBetrag = new Map<number, Lots>()
  /** Pieces that the Vorgang being read has revalued, and that are not back at their new amount yet. */
  #revalued: { by: string; parts: Part[] } = { by: "", parts: [] }

  /** @returns the shares of the next booking */
  step(movement: Movement): Share[] {
    const shares = isDevice(movement) ? this.#moveDevice(movement) : this.#movePieces(movement)
    if (movement.verlust) return []
    for (const share of shares) this.sums.add(share)
    return shares
  }

  #movePieces(movement: Movement): Share[] {
    const { stueck, betrag_cent } = movement
    return mergeParts(this.#move(betrag_cent, movement)).map(({ menge, ...herkunft }) => ({
      ...herkunft,
      stueck: Math.sign(stueck) * menge,
      betrag_cent,
      verschoben: false,
    }))
  }

  #moveDevice(movement: Movement): Share[] {
    const { own, stueck, betrag_cent } = movement
    const parts = mergeParts(this.#move(0, { ...movement, stueck: stueck * betrag_cent }))
    return (parts.length > 0 ? parts : [{ ...own, menge: 0 }]).map(({ menge, ...herkunft }) => ({
      ...herkunft,
      stueck,
      betrag_cent: menge,
      verschoben: false,
    }))
  }

  #move(betrag_cent: number, movement: Movement): Part[] {
    const lots = this.#byBetrag.getOrInsertComputed(betrag_cent, () => ({ out: [], beyond: [] }))
    return movement.stueck > 0 ? this.#goOut(lots, movement) : this.#comeBack(lots, movement)
  }

  #goOut(lots: Lots, movement: Movement): Part[] {
    const { own, stueck, umbewertung } = movement
    const isBack = umbewertung !== null && this.#revalued.by === umbewertung
    const due = takeOldest(lots.beyond, stueck)
    const revalued = isBack ? takeOldest(this.#revalued.parts, stueck - countLots(due)) : []
    const known = [...due, ...revalued]
    const rest = { ...own, menge: stueck - countLots(known) }
    // As old as they were.
    lots.out.unshift(...revalued)
    if (rest.menge === 0) return known
    if (isDevice(movement)) lots.out.unshift(rest)
    else lots.out.push(rest)
    return [...known, rest]
  }

  #comeBack(lots: Lots, { own, stueck, umbewertung }: Movement): Part[] {
    const taken = takeOldest(lots.out, -stueck)
    const rest = { ...own, menge: -stueck - countLots(taken) }
    if (umbewertung !== null) {
      if (this.#revalued.by !== umbewertung) this.#revalued = { by: umbewertung, parts: [] }
      this.#revalued.parts.push(...taken)
    }
    if (rest.menge === 0) return taken
    lots.beyond.push(rest)
    return [...taken, rest]
  }
}
