import { countLots, takeOldest } from "../../../lib/fifo.ts"

/** What goes out of the customer's account is subtracted. */
const signs = {
  ausgabe: 1,
  anfangsbestand: 1,
  korrektur_plus: 1,
  ruecknahme: -1,
  korrektur_minus: -1,
} as const

/** What of a line, and of an account, says how it will be booked. */
type Line = {
  id: string
  isDevice: boolean
  art: keyof typeof signs
  menge: number | null
  pfand_cent: number
  betrag_cent: number | null
  teile: { pfandartikel_id: string; menge: number; pfand_cent?: number }[]
}
type Konto = {
  artikel: { pfandartikel_id: string; bestand: number; bezahlt: Teil[] }[]
  geraete: { geraet_id: string; wert_cent: number }[]
}

/** Pieces that will be booked at one amount. */
export type Teil = { menge: number; betrag_cent: number }

type Stand = { bestand: number; bezahlt: Teil[] }

/**
 * What the service will book for each line: what goes out at its deposit, what comes back at what was paid for it, the
 * oldest first, and what is beyond that at the deposit of today.
 *
 * @param konto undefined while it is not known: then all at the deposit of today
 */
export function bookedOf<L extends Line>(lines: readonly L[], konto: Konto | undefined): Map<L, Teil[]> {
  const staende = new Map<string, Stand>(
    konto?.artikel.map(({ pfandartikel_id, bestand, bezahlt }) => [
      pfandartikel_id,
      { bestand, bezahlt: [...bezahlt] },
    ]),
  )
  return new Map(lines.map((line) => [line, (line.menge ?? 0) > 0 ? partsOf(line, konto, staende) : []]))
}

function partsOf(line: Line, konto: Konto | undefined, staende: Map<string, Stand>): Teil[] {
  const { id, isDevice, art, teile, pfand_cent, betrag_cent } = line
  const menge = line.menge ?? 0
  if (isDevice) {
    const paid = art === "ruecknahme" ? konto?.geraete.find(({ geraet_id }) => geraet_id === id) : undefined
    return [{ menge, betrag_cent: betrag_cent ?? Math.max(0, paid?.wert_cent ?? pfand_cent) }]
  }
  const single = { pfandartikel_id: id, menge: 1, pfand_cent: betrag_cent ?? pfand_cent }
  return (teile.length > 0 ? teile : [single]).flatMap((teil) => {
    const stand = staende.get(teil.pfandartikel_id) ?? { bestand: 0, bezahlt: [] }
    staende.set(teil.pfandartikel_id, stand)
    const part = { menge: menge * teil.menge, betrag_cent: teil.pfand_cent ?? 0 }
    return move(stand, part, signs[art], betrag_cent !== null)
  })
}

function move(stand: Stand, part: Teil, sign: number, isNamed: boolean): Teil[] {
  const before = stand.bestand
  stand.bestand += sign * part.menge
  if (sign > 0) {
    // What makes up for more that came back than went out is not there to come back.
    const there = part.menge - Math.max(0, Math.min(part.menge, -before))
    if (there > 0) stand.bezahlt.push({ ...part, menge: there })
    return [part]
  }
  const back = takeOldest(stand.bezahlt, part.menge)
  if (isNamed) return [part]
  const beyond = { ...part, menge: part.menge - countLots(back) }
  return beyond.menge > 0 ? [...back, beyond] : back
}

/** @returns cents of a line's parts, negative for what comes back */
export const sumOf = ({ art }: Pick<Line, "art">, parts: readonly Teil[]): number =>
  signs[art] * parts.reduce((sum, { menge, betrag_cent }) => sum + menge * betrag_cent, 0)

/** @returns cents of all lines */
export const total = (booked: ReadonlyMap<Line, Teil[]>): number =>
  booked.entries().reduce((sum, [line, parts]) => sum + sumOf(line, parts), 0)
