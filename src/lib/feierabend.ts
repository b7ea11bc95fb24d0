import { listSome } from "./format.ts"

/** Words about a count when unloading. Browsers load it, too. */

/** Most stops that are named. */
const NAMED = 8

/** @returns `Adler, Krone und 3 weitere` */
export const stoppsInWords = (names: readonly string[]): string => listSome(names, NAMED)

/** @param danach stops that were booked after a count. @returns what is to be done about it, in two sentences */
export const bookedLater = (danach: readonly { kunde_name: string }[]): string =>
  `Nach der Zählung noch gebucht: ${stoppsInWords(danach.map(({ kunde_name }) => kunde_name))}. Bitte neu zählen.`
