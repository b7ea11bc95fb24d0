import type { Abrechnungsposten } from "../modell.ts"
import type { Rechnungsposten, Direction } from "./modell.ts"

/** A position of a settlement, as it is stored. */
type NumberedPosten = Omit<Abrechnungsposten, "summe_cent"> & { nummer: string }

/**
 * @returns a line for each direction in which pieces of a position moved. Where nothing is left of any, one line of
 *   none, as an invoice has at least one
 */
export function toPosten(positionen: readonly NumberedPosten[]): Rechnungsposten[] {
  const posten = positionen.flatMap(({ ausgabe, ruecknahme, korrektur, einheit, ...rest }, position) => {
    const item = { ...rest, einheit: einheit ?? "stueck", position }
    const stueck: Record<Direction, number> = { ausgabe, ruecknahme: -ruecknahme, korrektur }
    return (Object.keys(stueck) as Direction[])
      .filter((direction) => stueck[direction] !== 0)
      .map((direction) => ({ ...item, richtung: direction, stueck: stueck[direction] }))
  })
  const [first] = positionen
  if (posten.length > 0 || !first) return posten
  return [{ ...first, einheit: first.einheit ?? "stueck", position: 0, richtung: "korrektur", stueck: 0 }]
}
