import { pieces } from "./format.ts"

/** `1 × Kasten leer, 20 × Flasche 0,5 l` */
export const piecesInWords = (things: readonly { menge: number | null; bezeichnung: string }[]): string =>
  things.map(({ menge, bezeichnung }) => `${pieces(menge ?? 0)} × ${bezeichnung}`).join(", ")

type Position = {
  bezeichnung: string
  soll_ausgabe: number
  ist_ausgabe: number | null
  soll_ruecknahme: number
  ist_ruecknahme: number | null
}

/** Pieces of a delivery that go out, or come back: as it was, or where it is still to come, as it is planned. */
export const contentsOf = (
  { positionen }: { positionen: readonly Position[] },
  way: "ausgabe" | "ruecknahme" = "ausgabe",
): string =>
  piecesInWords(
    positionen
      .map((one) => ({ menge: one[`ist_${way}`] ?? one[`soll_${way}`], bezeichnung: one.bezeichnung }))
      .filter(({ menge }) => menge > 0),
  )
