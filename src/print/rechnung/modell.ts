import type { Einheit } from "../../lib/einheit.ts"
import type { Steuerbetrag as Betrag } from "../../lib/steuer.ts"
import type { Empfaenger, Firma } from "../modell.ts"

/**
 * Contents of a structured invoice: plain data, as a settlement has it. What the law or a form asks for may be
 * missing here; `listMissing` names it, and no file is made without it.
 */

/** Issuer of the invoice. One of the two tax numbers is needed. */
export type Verkaeufer = Pick<
  Firma,
  "name" | "strasse" | "plz" | "ort" | "steuernummer" | "ust_id" | "iban"
> & {
  /** Two letters, ISO 3166. */
  land: string
  /** Contact for questions about it. The address is that of the company in electronic traffic, too. */
  kontakt: { name: string | null; telefon: string | null; email: string | null }
}

/** Recipient of the invoice. */
export type Kaeufer = Pick<
  Empfaenger,
  "kundennummer" | "name" | "ansprechpartner" | "strasse" | "plz" | "ort" | "land"
> & {
  ust_id: string | null
  /** Where invoices go. */
  email: string | null
  /** The buyer's own reference; of a public body its Leitweg-ID. */
  referenz: string | null
}

/** Kinds of lines: pieces went out, came back, or were corrected. */
export type Direction = "ausgabe" | "ruecknahme" | "korrektur"

/** Movement of one article or device in one direction, at one price and one rate. */
export type Rechnungsposten = {
  nummer: string
  bezeichnung: string
  richtung: Direction
  /** Signed: plus for what is charged, as what went out. */
  stueck: number
  einheit: Einheit
  /** Amount of one piece, never below zero; net or gross as `preise` says. */
  betrag_cent: number
  /** Per cent; null where no VAT is shown. */
  satz: number | null
  /** Index of its position in the settlement, from 0; a position has a line for each direction. */
  position?: number
}

/** The VAT of one rate, calculated once on its sum; signed, as the settlement has it. */
export type Rechnungssteuer = Betrag & { satz: number | null }

/** A settlement that is an invoice, or the counter-document that cancels one. All days are `YYYY-MM-DD`. */
export type Rechnung = {
  nummer: string
  datum: string
  /** The document that a counter-document cancels; its own amounts have the other sign already. */
  storniert: { nummer: string; datum: string } | null
  von: string
  bis: string
  verkaeufer: Verkaeufer
  kaeufer: Kaeufer
  preise: "netto" | "brutto"
  posten: readonly Rechnungsposten[]
  /** One of each rate that the lines have. */
  steuern: readonly Rechnungssteuer[]
  /** Why lines without a rate show no VAT, as it is told to the customer; needed where there are any. */
  ohne_ust_weil: string | null
  /** Until when it is to be paid; or `zahlungsbedingung` says so. */
  faellig_am: string | null
  zahlungsbedingung: string | null
  /** Sentences for the whole document. */
  hinweise: readonly string[]
}
