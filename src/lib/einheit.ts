/** In what articles are counted, for their page and the service alike: so it imports nothing. */

export type Einheit = "kasten" | "flasche" | "fass" | "palette" | "gasflasche" | "stueck"

/** What a name says, the first that fits: a crate of bottles is a crate. Migration 0032 asks in the same order. */
const WOERTER: readonly (readonly [RegExp, Einheit])[] = [
  [/palette/i, "palette"],
  [/kasten|kästen|kiste/i, "kasten"],
  [/gasflasche|co2|co₂/i, "gasflasche"],
  [/fass|fässer|keg/i, "fass"],
  [/flasche/i, "flasche"],
]

/** @returns in what an article of that name is counted, as long as nobody says otherwise */
export const einheitOf = (bezeichnung: string): Einheit =>
  WOERTER.find(([wort]) => wort.test(bezeichnung))?.[1] ?? "stueck"

/** As people read it. */
export const einheitInWorten: Record<Einheit, string> = {
  kasten: "Kasten",
  flasche: "Flasche",
  fass: "Fass",
  palette: "Palette",
  gasflasche: "Gasflasche",
  stueck: "Stück",
}
