/** Units of articles. It imports nothing, as browsers load it, too. */

/** Units in German. */
export const einheitInWords = {
  kasten: "Kasten",
  flasche: "Flasche",
  fass: "Fass",
  palette: "Palette",
  gasflasche: "Gasflasche",
  stueck: "Stück",
}
export type Einheit = keyof typeof einheitInWords

/**
 * Units by words in a name; the first that fits counts, so a crate of bottles is a crate. Migration 0032 has the
 * order.
 */
const WORDS: readonly (readonly [RegExp, Einheit])[] = [
  [/palette/i, "palette"],
  [/kasten|kästen|kiste/i, "kasten"],
  [/gasflasche|co2|co₂/i, "gasflasche"],
  [/fass|fässer|keg/i, "fass"],
  [/flasche/i, "flasche"],
]

/** @returns the unit of an article of that name, where none is given */
export const einheitOf = (bezeichnung: string): Einheit =>
  WORDS.find(([word]) => word.test(bezeichnung))?.[1] ?? "stueck"
