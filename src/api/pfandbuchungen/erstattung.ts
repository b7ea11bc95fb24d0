import type { TenantReader } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { type Paid, paidFor } from "../pfandlots/lots.ts"
import type { Buchung } from "./chain.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"

type Vorgang = { kunde_id: string; erfasst_am: string }

type Zeile = {
  pfandartikel_id?: string
  art: Buchung["art"]
  menge: number
  betrag_cent: number
  /** Nobody named the amount: it is the deposit of today. */
  ist_heutiger?: boolean
}

/** Changes by the lines so far in the account of one article. */
type State = {
  /** Issues among them, the latest first. */
  ausgaben: Paid[]
  /** Pieces that come or go at each amount. */
  values: Map<number, number>
  /** Known as long as only what it refunds is taken away: 500 lines of one article read its account once. */
  held?: Paid[]
}

/**
 * Refunds for the lines of a Vorgang. An article's pieces refund the deposit that was paid for them, first in, first
 * out, even if it has changed since. Pieces beyond those that went out refund today's deposit. An amount named by the
 * request is kept.
 *
 * It reads the ledger and reckons with the lines so far, so that a preview and a booking say the same.
 */
export class Erstattung {
  readonly #tenant: TenantReader
  readonly #vorgang: Vorgang
  /** By article. */
  readonly #staende = new Map<string, State>()

  constructor(tenant: TenantReader, vorgang: Vorgang) {
    this.#tenant = tenant
    this.#vorgang = vorgang
  }

  /** @returns the line, or one for each amount that was paid for its pieces */
  split<Z extends Zeile>(zeile: Z): Z[] {
    const { pfandartikel_id: id, art, menge, betrag_cent, ist_heutiger } = zeile
    if (id === undefined) return [zeile]
    const stand = this.#staende.getOrInsertComputed(id, () => ({ ausgaben: [], values: new Map() }))
    if (!ist_heutiger || vorzeichen(art) > 0) {
      if (vorzeichen(art) > 0) stand.ausgaben.unshift({ betrag_cent, menge })
      move(stand, zeile)
      delete stand.held
      return [zeile]
    }
    stand.held ??= paidFor(this.#tenant, this.#vorgang.kunde_id, id, {
      ...stand,
      erfasst_am: this.#vorgang.erfasst_am,
    })
    const back = takeOldest(stand.held, menge)
    const beyond = { menge: menge - countLots(back), betrag_cent }
    const parts = together([...back, beyond]).map((part) => ({ ...zeile, ...part }))
    for (const part of parts) move(stand, part)
    return parts
  }
}

function move({ values }: State, { art, menge, betrag_cent }: Zeile): void {
  values.set(betrag_cent, (values.get(betrag_cent) ?? 0) + vorzeichen(art) * menge)
}

/** @returns one of each amount, in their order */
function together(parts: readonly Paid[]): Paid[] {
  const sums = new Map<number, number>()
  for (const { betrag_cent, menge } of parts) sums.set(betrag_cent, (sums.get(betrag_cent) ?? 0) + menge)
  return [...sums].filter(([, menge]) => menge > 0).map(([betrag_cent, menge]) => ({ betrag_cent, menge }))
}
