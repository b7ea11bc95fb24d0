import type { TenantDb } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { type Bezahlt, bezahltFor } from "../pfandlots/lots.ts"
import { type Buchung, vorzeichen } from "./kette.ts"

type Zeile = {
  pfandartikel_id?: string
  art: Buchung["art"]
  menge: number
  betrag_cent: number
  /** Nobody named the amount: it is the deposit of today. */
  ist_heutiger?: boolean
}

/**
 * What the lines of a Vorgang refund: of articles what was paid, first in, first out, however their deposit was changed
 * since; what comes back beyond what went out, at the deposit of today. An amount that was named stays as it is.
 */
export class Erstattung {
  readonly #tenant: TenantDb
  readonly #kunde_id: string
  readonly #store: () => void
  /** By article, as long as nothing else is booked of it: 500 lines of one article read its account once. */
  readonly #held = new Map<string, Bezahlt[]>()

  /** @param store stores the lines so far, whose pieces count as well */
  constructor(tenant: TenantDb, kunde_id: string, store: () => void) {
    this.#tenant = tenant
    this.#kunde_id = kunde_id
    this.#store = store
  }

  /** @returns the line, or one for each amount that was paid for its pieces */
  split<Z extends Zeile>(zeile: Z): Z[] {
    const { pfandartikel_id: id, art, menge, betrag_cent, ist_heutiger } = zeile
    if (id === undefined) return [zeile]
    if (!ist_heutiger || vorzeichen(art) > 0) {
      this.#held.delete(id)
      return [zeile]
    }
    const held = this.#held.get(id) ?? this.#read(id)
    const back = takeOldest(held, menge)
    const beyond = { menge: menge - countLots(back), betrag_cent }
    return together([...back, beyond]).map((part) => ({ ...zeile, ...part }))
  }

  #read(id: string): Bezahlt[] {
    this.#store()
    const held = bezahltFor(this.#tenant, this.#kunde_id, id)
    this.#held.set(id, held)
    return held
  }
}

/** @returns one of each amount, in their order */
function together(parts: readonly Bezahlt[]): Bezahlt[] {
  const sums = new Map<number, number>()
  for (const { betrag_cent, menge } of parts) sums.set(betrag_cent, (sums.get(betrag_cent) ?? 0) + menge)
  return [...sums].filter(([, menge]) => menge > 0).map(([betrag_cent, menge]) => ({ betrag_cent, menge }))
}
