import type { TenantReader } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { conflict } from "../../lib/refusal.ts"
import {
  afterChange,
  leavesValue,
  owedIn,
  type Paid,
  readPaid,
  readValues,
  type Betragsbestand,
  valueInWords,
} from "../pfandlots/paid.ts"
import type { Buchungsposten } from "./posten.ts"
import { piecesOf, vorzeichen } from "../../lib/buchungsart.ts"

type Vorgang = { kunde_id: string; erfasst_am: string }

/** The part of a line on which its amounts depend. */
type Betragszeile = Pick<Buchungsposten, "pfandartikel_id" | "art" | "menge" | "betrag_cent" | "ist_heutiger">

/** Changes by the lines so far in the account of one article. */
type Konto = {
  id: string
  /** What the account holds before all of them. */
  before: Betragsbestand[]
  /** Issues among them, the latest first. */
  ausgaben: Paid[]
  /** Pieces that come or go at each amount. */
  values: Map<number, number>
  /** Somebody named the amount of a line. */
  isNamed: boolean
  /**
   * What was paid for the pieces that the account holds after the lines so far. Each refund takes its pieces from it; any
   * other line removes it, to be read anew. So 500 returns of one article read its account once.
   */
  held?: Paid[]
  /** Likewise: what was refunded for pieces that came back beyond those that had gone out. */
  owed?: Paid[]
}

/**
 * Amounts for the lines of a Vorgang. Pieces that come back refund the deposit that was paid for them, first in, first
 * out, even if it has changed since. If more came back than went out, the next pieces to go out balance that first, at
 * the amount that was refunded. All others have the deposit of today. An amount named by the request is kept;
 * `requireNoValueLeft` refuses one that leaves a value without pieces.
 *
 * It reads the ledger and counts in the lines so far, so that a preview and a booking say the same.
 */
export class Erstattung {
  readonly #tenant: TenantReader
  readonly #vorgang: Vorgang
  /** By article. */
  readonly #konten = new Map<string, Konto>()

  constructor(tenant: TenantReader, vorgang: Vorgang) {
    this.#tenant = tenant
    this.#vorgang = vorgang
  }

  /** @returns the line, or one for each amount of its pieces */
  split<Z extends Betragszeile>(zeile: Z): Z[] {
    const { pfandartikel_id: id, menge, betrag_cent, ist_heutiger } = zeile
    if (id === undefined) return [zeile]
    const konto = this.#konten.getOrInsertComputed(id, () => ({
      id,
      before: readValues(this.#tenant, this.#vorgang.kunde_id, id),
      ausgaben: [],
      values: new Map(),
      isNamed: false,
    }))
    if (!ist_heutiger) {
      konto.isNamed = true
      return this.#take(konto, [zeile])
    }
    const known = vorzeichen(zeile.art) > 0 ? this.#owed(konto) : this.#held(konto)
    const lots = takeOldest(known, menge)
    const beyond = { menge: menge - countLots(lots), betrag_cent }
    return this.#take(
      konto,
      sumByBetrag([...lots, beyond]).map((part) => ({ ...zeile, ...part })),
    )
  }

  /** @throws Refusal conflict where a named amount leaves a value without pieces */
  requireNoValueLeft(): void {
    for (const { isNamed, before, values } of this.#konten.values())
      if (isNamed && leavesValue(before, values))
        throw conflict(
          `Zu diesem Betrag bliebe auf dem Konto ein Wert ohne Stücke: der Kunde hätte davon ${inWords(afterChange(before, values))}. Ohne eigenen Betrag wird gebucht, was bezahlt oder erstattet wurde; was einbehalten werden soll, ist ein Verlust.`,
        )
  }

  #held(konto: Konto): Paid[] {
    const { kunde_id, erfasst_am } = this.#vorgang
    const { id, before, values, ausgaben } = konto
    const account = { kunde_id, pfandartikel_id: id, geraet_id: null }
    konto.held ??= readPaid(this.#tenant, account, afterChange(before, values), {
      added: { erfasst_am, ausgaben },
    })
    return konto.held
  }

  #owed(konto: Konto): Paid[] {
    konto.owed ??= owedIn(afterChange(konto.before, konto.values))
    return konto.owed
  }

  #take<Z extends Betragszeile>(konto: Konto, parts: Z[]): Z[] {
    for (const { art, menge, betrag_cent, ist_heutiger } of parts) {
      const isOut = vorzeichen(art) > 0
      if (isOut) konto.ausgaben.unshift({ betrag_cent, menge })
      konto.values.set(betrag_cent, (konto.values.get(betrag_cent) ?? 0) + piecesOf({ art, menge }))
      if (isOut || !ist_heutiger) delete konto.held
      if (!isOut || !ist_heutiger) delete konto.owed
    }
    return parts
  }
}

const inWords = (values: readonly Betragsbestand[]): string =>
  values
    .filter(({ bestand }) => bestand !== 0)
    .toSorted((a, b) => b.bestand - a.bestand)
    .map(valueInWords)
    .join(" und ")

/** @returns one of each amount, in their order */
function sumByBetrag(parts: readonly Paid[]): Paid[] {
  const sums = new Map<number, number>()
  for (const { betrag_cent, menge } of parts) sums.set(betrag_cent, (sums.get(betrag_cent) ?? 0) + menge)
  return [...sums].filter(([, menge]) => menge > 0).map(([betrag_cent, menge]) => ({ betrag_cent, menge }))
}
