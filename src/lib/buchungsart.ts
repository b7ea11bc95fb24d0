/** Kinds of bookings. It imports nothing, as browsers load it, too. */

/** Kinds in German. */
export const buchungsartInWords = {
  anfangsbestand: "Anfangsbestand",
  ausgabe: "Ausgabe",
  ruecknahme: "Rücknahme",
  korrektur_plus: "Korrektur +",
  korrektur_minus: "Korrektur −",
}
export type Buchungsart = keyof typeof buchungsartInWords

/** The sign of a kind of booking: plus for what goes out, minus for what comes back. */
export const vorzeichen = (art: Buchungsart): 1 | -1 =>
  art === "ruecknahme" || art === "korrektur_minus" ? -1 : 1

/** @returns the pieces of a booking, plus for what went out */
export const piecesOf = ({ art, menge }: { art: Buchungsart; menge: number }): number =>
  vorzeichen(art) * menge

/** @returns the kind of the booking that undoes one of this kind */
export const gegenart = (art: Buchungsart): "korrektur_plus" | "korrektur_minus" =>
  vorzeichen(art) > 0 ? "korrektur_minus" : "korrektur_plus"
