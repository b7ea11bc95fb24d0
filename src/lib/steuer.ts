/** German VAT rates by their first day (UStG § 12 and § 28), the newest last. The only such table. */
const SAETZE = [
  { ab: "1998-04-01", regel: 16, ermaessigt: 7 },
  { ab: "2007-01-01", regel: 19, ermaessigt: 7 },
  { ab: "2020-07-01", regel: 16, ermaessigt: 5 },
  { ab: "2021-01-01", regel: 19, ermaessigt: 7 },
] as const

export type Steuersatz = "regel" | "ermaessigt" | "keine"

/** First day with known rates, `YYYY-MM-DD`: nothing is booked for an earlier one. */
export const firstSatzDay: string = SAETZE[0].ab

/** Day of the latest change of a rate, `YYYY-MM-DD`: everything handed out since has the rates of today. */
export const lastSatzChange: string = SAETZE.at(-1)!.ab

/** The rates of today, in per cent. */
export const currentSaetze: { regel: number; ermaessigt: number } = SAETZE.at(-1)!

/**
 * The legal rate of a deposit. Some override the article's: a pallet is a supply of its own, always at the full rate
 * (UStAE 3.10 (5a)), and a small trader shows no VAT at all (UStG § 19).
 */
export function steuersatzOf(
  { klasse, steuersatz }: { klasse: string; steuersatz: Steuersatz },
  { kleinunternehmer }: { kleinunternehmer: number },
): Steuersatz {
  if (kleinunternehmer === 1) return "keine"
  return klasse === "transporthilfsmittel" ? "regel" : steuersatz
}

/**
 * The rate at which a settlement taxes a deposit. Only the packaging of goods has the simplified yearly VAT; pallets are
 * a supply of their own.
 */
export const settledSteuersatz = (
  deposit: { klasse: string; steuersatz: Steuersatz },
  firma: { kleinunternehmer: number; ust_verfahren: "laufend" | "jahresausgleich" },
): Steuersatz =>
  firma.ust_verfahren === "jahresausgleich" && deposit.klasse === "warenumschliessung"
    ? "keine"
    : steuersatzOf(deposit, firma)

/**
 * @param day on which the thing went out, `YYYY-MM-DD`
 * @returns the rate of that day in per cent, or null where no tax is calculated. A day before the first known rate has
 *   that one: such a booking should not exist, and must not stop a settlement
 */
export function satzAm(day: string, steuersatz: Steuersatz): number | null {
  if (steuersatz === "keine") return null
  return (SAETZE.findLast(({ ab }) => ab <= day) ?? SAETZE[0])[steuersatz]
}

/** Rounds half a cent away from zero, so that what comes back has the same amount as when it went out. */
const roundHalfUp = (numerator: number, denominator: number): number =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))

export type Steuerbetrag = { netto_cent: number; ust_cent: number; brutto_cent: number }

/**
 * The VAT on the sum of a document at one rate: calculated once, never line by line. Net and VAT add up to the gross.
 *
 * @param summe_cent signed, net or gross as `preise` says
 * @param satz per cent, or null where no tax is calculated
 */
export function calculateSteuer(
  summe_cent: number,
  satz: number | null,
  preise: "netto" | "brutto",
): Steuerbetrag {
  const ust_cent = satz === null ? 0 : roundHalfUp(summe_cent * satz, preise === "netto" ? 100 : 100 + satz)
  return preise === "netto"
    ? { netto_cent: summe_cent, ust_cent: ust_cent || 0, brutto_cent: summe_cent + ust_cent }
    : { netto_cent: summe_cent - ust_cent, ust_cent: ust_cent || 0, brutto_cent: summe_cent }
}
