import type { Abrechnungsposten, PrintedDocument, Empfaenger } from "../modell.ts"
import type { Rechnungssteuer } from "../rechnung/modell.ts"
import type { Rechnungssummen } from "../rechnung/calculate.ts"

/** A settlement, as it is stored. */
export type Abrechnungsdaten = PrintedDocument & {
  an: Empfaenger
  nummer: string
  /** The settlement that this one cancels. */
  storno: { nummer: string; datum: string } | null
  /** Why it is cancelled. */
  grund?: string | null
  von: string
  bis: string
  anfang_cent: number
  ende_cent: number
  /**
   * The part of `anfang_cent` that was booked since the settlement before and stands in none. Null where that is not
   * known.
   */
  ausserhalb_cent?: number | null
  /** The losses in `ausserhalb_cent`; the rest are opening balances. Null: from before they were told apart. */
  verluste_cent?: number | null
  posten: readonly Abrechnungsposten[]
  steuern: readonly Rechnungssteuer[]
  preise: "netto" | "brutto"
  ust_verfahren: "laufend" | "jahresausgleich"
  /** Shows no VAT at all (UStG § 19). */
  kleinunternehmer: boolean
  einspruchsfrist_tage: number
  /** Null: made before companies said what it is, and printed as it was then. */
  abrechnung_ist: "beleg" | "rechnung" | null
  /** Form in which it is sent. Null: made when paper was the only form, and printed as it was then. */
  form?: "papier" | "zugferd" | "xrechnung" | null
  /** Net amounts line by line, of an invoice that has a form. */
  summen?: Rechnungssummen | null
  /** Why lines without a rate show no VAT. */
  ohne_ust_weil?: string | null
  /** When an invoice is to be paid, `YYYY-MM-DD`. */
  faellig_am: string
  /** Terms in place of that day; only the Storno of a credit has them. */
  zahlungsbedingung?: string | null
}
