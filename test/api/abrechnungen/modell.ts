/**
 * A second reckoning, written from the rules of abrechnung.md alone: of one customer, in the order of booking. Nothing
 * of the program is used.
 */

export type Art = "anfangsbestand" | "ausgabe" | "ruecknahme" | "korrektur_plus" | "korrektur_minus"
export type How = {
  klasse: "warenumschliessung" | "transporthilfsmittel"
  kind: "regel" | "ermaessigt" | "keine"
}
export type Buchung = {
  id: string
  was: string
  art: Art
  menge: number
  cent: number
  tag: string
  wie: How
  storno_von?: string
}
type Piece = { klasse: How["klasse"]; satz: number | null }
type Zeile = Piece & { was: string; cent: number; stueck: number }

const goesOut = (art: Art): boolean => art !== "ruecknahme" && art !== "korrektur_minus"

function rate(tag: string, { klasse, kind }: How): number | null {
  const lowered = tag >= "2020-07-01" && tag <= "2020-12-31"
  // Pallets are always at the full rate.
  if (klasse === "warenumschliessung" && kind === "keine") return null
  if (klasse === "warenumschliessung" && kind === "ermaessigt") return lowered ? 5 : 7
  return tag < "2007-01-01" || lowered ? 16 : 19
}

/** @returns what every single piece of each booking is, by the booking's id: first in, first out of each amount */
export function piecesOf(buchungen: readonly Buchung[]): Map<string, Piece[]> {
  const all = new Map<string, Piece[]>()
  const there = new Map<string, { of: string; stueck: Piece }[]>()
  for (const { id, was: thing, cent, art, menge, tag, wie, storno_von } of buchungen) {
    const was = `${thing} ${cent}`
    const queue = there.get(was) ?? []
    const own = (): Piece => ({ klasse: wie.klasse, satz: rate(tag, wie) })
    const undone = storno_von === undefined ? undefined : all.get(storno_von)
    if (goesOut(art)) {
      const pieces = undone ?? Array.from({ length: menge }, own)
      const lot = pieces.map((stueck) => ({ of: id, stueck }))
      // Pieces that a Storno gives back are as old as they were.
      there.set(was, undone ? [...lot, ...queue] : [...queue, ...lot])
      all.set(id, pieces)
    } else if (undone) {
      // Pieces booked out by mistake were never there.
      there.set(
        was,
        queue.filter(({ of }) => of !== storno_von),
      )
      all.set(id, undone)
    } else {
      const taken = queue.splice(0, menge).map(({ stueck }) => stueck)
      there.set(was, queue)
      all.set(id, [...taken, ...Array.from({ length: menge - taken.length }, own)])
    }
  }
  return all
}

/** @returns the lines of a settlement of some of the bookings, and its VAT by rate, once on each sum */
export function settle(buchungen: readonly Buchung[], ids: ReadonlySet<string>, preise: "netto" | "brutto") {
  const pieces = piecesOf(buchungen)
  const lines = new Map<string, Zeile>()
  for (const { id, was, art, cent } of buchungen.filter((one) => ids.has(one.id)))
    for (const { klasse, satz } of pieces.get(id) ?? []) {
      const key = [was, cent, klasse, satz].join()
      const line = lines.get(key) ?? { was, cent, klasse, satz, stueck: 0 }
      lines.set(key, { ...line, stueck: line.stueck + (goesOut(art) ? 1 : -1) })
    }
  const sums = new Map<number | null, number>()
  for (const { satz, cent, stueck } of lines.values()) sums.set(satz, (sums.get(satz) ?? 0) + cent * stueck)
  const vat = [...sums].map(([satz, sum]) => {
    const exact = (Math.abs(sum) * (satz ?? 0)) / (preise === "netto" ? 100 : 100 + (satz ?? 0))
    return { satz, ust: Math.sign(sum) * Math.floor(exact + 0.5 + 1e-9) || 0 }
  })
  return { lines: [...lines.values()], vat }
}
