import { pieces, plural, unbroken } from "./format.ts"
import { type Einheit, einheitInWords } from "../../../../lib/einheit.ts"

/** Separates names in a list: a comma would not do, as names contain some. */
export const BETWEEN = "; "

/** No line ends between a number and what it counts. */
export const keptTogether = (words: string): string => unbroken(words).replaceAll(" × ", "\u00a0×\u00a0")

/** `20 × Flasche 0,5 l` */
export const countOf = (menge: number, bezeichnung: string): string =>
  keptTogether(`${pieces(menge)} × ${bezeichnung}`)

/** An article or a device, as far as it is named. */
type Named = { bezeichnung: string; nummer?: string; geraet_id?: string | null }

/** @returns a device with its number, as on paper: a customer may have several of a kind, and asks which of them */
export const nameOf = ({ bezeichnung, nummer, geraet_id }: Named): string =>
  geraet_id && nummer ? `${bezeichnung} ${nummer}` : bezeichnung

/** `1 × Kasten leer, 20er; 20 × Flasche 0,5 l; 1 × Kühler K-012` */
export const piecesInWords = (things: readonly (Named & { menge: number | null })[]): string =>
  things.map((one) => countOf(one.menge ?? 0, nameOf(one))).join(BETWEEN)

type Position = Named & {
  soll_ausgabe: number
  soll_ruecknahme: number
  /** Only of a delivery. */
  ist_ausgabe?: number | null
  ist_ruecknahme?: number | null
}

/** The pieces of a delivery that go out, or come back: the actual ones, or the planned ones while there are none. */
export const contentsOf = (
  { positionen }: { positionen: readonly Position[] },
  way: "ausgabe" | "ruecknahme" = "ausgabe",
): string =>
  piecesInWords(
    positionen
      .map((one) => ({ ...one, menge: one[`ist_${way}`] ?? one[`soll_${way}`] }))
      .filter(({ menge }) => menge > 0),
  )

/** Where nothing goes out: only what comes back is planned, or nothing at all. */
export const withoutGoods = ({ positionen }: { positionen: readonly Position[] }): string =>
  positionen.length === 0 ? "Ohne Artikel" : "Nur Abholung"

/** `zurück 2 × Kasten leer`; nothing where nothing comes back. */
export function backInWords(of: { positionen: readonly Position[] }): string {
  const back = contentsOf(of, "ruecknahme")
  return back && `zurück ${back}`
}

/** `3 × Kasten Bier · zurück 2 × Kasten leer`; nothing where neither goes out nor comes back. */
export const bothWaysInWords = (of: { positionen: readonly Position[] }): string =>
  [contentsOf(of), backInWords(of)].filter(Boolean).join(" · ")

/**
 * `1.976 draußen, davon ab 240, die andere Kunden zu viel zurückgaben`: a sum over all customers hides the second figure.
 *
 * @param bestand the sum, from which `over` is already subtracted
 */
export const overReturned = (bestand: number, over: number): string =>
  `${pieces(bestand + over)} draußen, davon ab ${pieces(over)}, die andere Kunden zu viel zurückgaben`

/** Units of articles in the plural. */
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
