import { type Einheit, einheitInWords } from "../../../../lib/einheit.ts"
import { pieces } from "./format.ts"

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
  `${pieces(menge)} ${menge === 1 ? einheitInWords[einheit] : unitsInWords[einheit]}`
