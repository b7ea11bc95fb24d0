/** Words about a count when unloading. It imports nothing, as browsers load it, too. */

/** So many stops are named; of more, how many. */
const NAMED = 8

/** @returns `Adler, Krone und 3 weitere` */
export function stoppsInWords(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` und ${more} weitere` : ""}`
}

/** @param danach stops that were booked after a count. @returns what is to be done about it, in two sentences */
export const bookedLater = (danach: readonly { kunde_name: string }[]): string =>
  `Nach der Zählung noch gebucht: ${stoppsInWords(danach.map(({ kunde_name }) => kunde_name))}. Bitte neu zählen.`
