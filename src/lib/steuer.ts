/** Which VAT rate applied in Germany from when on (UStG § 12 and § 28), the newest last. The only such table. */
const SAETZE = [
  { ab: "2007-01-01", regel: 19, ermaessigt: 7 },
  { ab: "2020-07-01", regel: 16, ermaessigt: 5 },
  { ab: "2021-01-01", regel: 19, ermaessigt: 7 },
] as const

export type Steuersatz = "regel" | "ermaessigt" | "keine"

/** The day of the latest change of a rate, `YYYY-MM-DD`: what went out from then on, all has the rates of today. */
export const letzterSatzwechsel: string = SAETZE.at(-1)!.ab

/**
 * @param tag on which the thing went out, `YYYY-MM-DD`
 * @returns the rate of that day in per cent, or null where no tax is reckoned
 * @throws RangeError for a day before the first rate known
 */
export function satzAm(tag: string, steuersatz: Steuersatz): number | null {
  if (steuersatz === "keine") return null
  const saetze = SAETZE.findLast(({ ab }) => ab <= tag)
  if (!saetze) throw new RangeError(`no VAT rate is known for ${tag}`)
  return saetze[steuersatz]
}

/** Half a cent goes up: away from zero, so that what comes back weighs as much as what went out. */
const roundHalfUp = (numerator: number, denominator: number): number =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))

export type Steuerbetrag = { netto_cent: number; ust_cent: number; brutto_cent: number }

/**
 * The VAT on the sum of a document at one rate: reckoned once, never line by line. Net and VAT are the gross, to
 * the cent.
 *
 * @param summe_cent signed, net or gross as `preise` says
 * @param satz per cent, or null where no tax is reckoned
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
