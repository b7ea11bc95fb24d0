/** What is booked, from the request to the ledger. */

import type { Steuer } from "../pfandlots/bewegungen.ts"
import type { Buchung } from "./chain.ts"

/** What an article or a device decides of the tax; the company decides the rest. */
export type Steuerart = Pick<Steuer, "klasse" | "steuersatz">

/** One position of a Vorgang: an article or a device. */
export type Posten = {
  pfandartikel_id?: string
  geraet_id?: string
  art: Buchung["art"]
  menge: number
  /** Per piece; the article's or device's own deposit if left out. */
  betrag_cent?: number
  storno_von?: string
  /** The tax of the cancelled booking, for a Storno. */
  steuer?: Steuer
  /** Status of a device after its return. */
  nach_status?: "lager" | "wartung"
  notiz?: string
}

/** What happened at a customer's at one moment, before it has an id and is booked. */
export type UnbookedVorgang = {
  kunde_id: string
  /** When it happened: deposits, tax and parts are those of then. */
  erfasst_am: string
  /** When the truck was loaded: its gebinde have the parts of then. */
  beladen_am?: string
  lieferung_id?: string
  /** The customer's place that devices went to. */
  standort_id?: string | null
  positionen: Posten[]
}

/** A position as it will be stored: a single article or a device, with its amount per piece. */
export type Buchungsposten = Omit<Posten, "steuer"> & {
  betrag_cent: number
  /**
   * Nobody named the amount, and it is the deposit of today: what comes back of an article is refunded at what was paid
   * for it (erstattung.ts).
   */
  ist_heutiger?: boolean
  /** With the company's choices, only where a Storno takes them over. */
  steuer: Steuerart & Partial<Steuer>
}
