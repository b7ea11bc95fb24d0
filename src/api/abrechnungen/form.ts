import type { abrechnungIst, abrechnungsformen } from "../../db/schema/values.ts"
import type { Kundenart } from "../../lib/kundenart.ts"

/** Forms in which a settlement goes out. */
export type Form = (typeof abrechnungsformen)[number]

/** Up to this total, with VAT, no structured invoice is asked for (UStDV § 33). In cents. */
const KLEINBETRAG = 25_000

/** Facts that decide the form: who bills whom, and what. */
type Details = {
  abrechnung_ist: (typeof abrechnungIst)[number] | null
  kleinunternehmer: number
  /** The customer's kind; missing where it was not asked for yet. */
  art: Kundenart | undefined
  steuern: readonly { satz: number | null; netto_cent: number; ust_cent: number }[]
}

/**
 * Whether a settlement can be had as a structured invoice at all. Security, and deposits whose VAT is reckoned at the
 * end of the year, are none for themselves; beside something taxed they stand in one.
 */
export const isStrukturierbar = ({ abrechnung_ist, kleinunternehmer, art, steuern }: Details): boolean =>
  abrechnung_ist === "rechnung" &&
  (art === "unternehmen" || art === "behoerde") &&
  (kleinunternehmer === 1 || steuern.some(({ satz }) => satz !== null))

/** @returns the form that the law asks for: UStG § 14 (2), and for public bodies the E-Rechnungsverordnungen */
export function formOf(details: Details): Form {
  if (!isStrukturierbar(details)) return "papier"
  if (details.art === "behoerde") return "xrechnung"
  const brutto = details.steuern.reduce((sum, { netto_cent, ust_cent }) => sum + netto_cent + ust_cent, 0)
  return details.kleinunternehmer === 1 || Math.abs(brutto) <= KLEINBETRAG ? "papier" : "zugferd"
}
