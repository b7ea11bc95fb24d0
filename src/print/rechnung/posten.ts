import type { Einheit } from "../../lib/einheit.ts"
import type { Rechnungsposten, Richtung } from "./modell.ts"

/** A position of a settlement, as it is stored. */
export type Position = {
  nummer: string
  bezeichnung: string
  einheit: Einheit
  betrag_cent: number
  satz: number | null
  ausgabe: number
  ruecknahme: number
  /** Signed. */
  korrektur: number
}

/**
 * @returns a line for each direction in which pieces of a position moved. Where nothing is left of any, one line of
 *   none, as an invoice has at least one
 */
export function toPosten(positionen: readonly Position[]): Rechnungsposten[] {
  const posten = positionen.flatMap((one, position) => {
    const { ausgabe, ruecknahme, korrektur, nummer, bezeichnung, einheit, betrag_cent, satz } = one
    const item = { nummer, bezeichnung, einheit, betrag_cent, satz, position }
    const stueck: Record<Richtung, number> = { ausgabe, ruecknahme: -ruecknahme, korrektur }
    return (Object.keys(stueck) as Richtung[])
      .filter((richtung) => stueck[richtung] !== 0)
      .map((richtung) => ({ ...item, richtung, stueck: stueck[richtung] }))
  })
  if (posten.length > 0 || !positionen[0]) return posten
  const { nummer, bezeichnung, einheit, betrag_cent, satz } = positionen[0]
  return [{ nummer, bezeichnung, einheit, betrag_cent, satz, position: 0, richtung: "korrektur", stueck: 0 }]
}
