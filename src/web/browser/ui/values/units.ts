import { type Einheit, einheitInWords } from "../../../../lib/einheit.ts"
import { plural } from "./format.ts"

/** The units of articles where there are several. */
export const unitsInWords: Readonly<Record<Einheit, string>> = {
  kasten: "Kästen",
  flasche: "Flaschen",
  fass: "Fässer",
  palette: "Paletten",
  gasflasche: "Gasflaschen",
  stueck: "Stück",
}

/** `1 Kasten`, `12 Kästen` */
export const unitsOf = (menge: number, einheit: Einheit): string =>
  plural(menge, einheitInWords[einheit], unitsInWords[einheit])
