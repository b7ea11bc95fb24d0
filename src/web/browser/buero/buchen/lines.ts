import { vorzeichen } from "../../../../lib/buchungsart.ts"
import type { Answer, Input } from "../../ui/api/call.ts"
import { type Art, type Counted, heldOf, type Konto } from "../../ui/lines/unusual.ts"

type Position = Input<"post", "/api/pfandbuchungen">["body"]["positionen"][number]
type Artikel = Answer<"get", "/api/pfandartikel/{id}">

/** One line of the form: an article or one device, how many of it, and which way they go. */
export type BookingLine = {
  /** Id of the article or the device. */
  id: string
  /** Number that tells apart two lines of one article in different directions. */
  again?: number | undefined
  isDevice: boolean
  nummer: string
  bezeichnung: string
  /** Where a device was found, in words. */
  place?: string | undefined
  /** Deposit of one piece. */
  pfand_cent: number
  /** Parts as which a Gebinde is booked. */
  teile: { pfandartikel_id: string; menge: number; pfand_cent?: number }[]
  art: Art
  /** Null or 0: nothing of it, the line is not booked. */
  menge: number | null
  /** Other than the article's deposit; administrators only. */
  betrag_cent: number | null
}

/** @returns what tells a line from all others, whatever is changed in it */
export const rowOf = ({ id, again }: Pick<BookingLine, "id" | "again">): string =>
  again ? `${id} ${again}` : id

export const isCounted = ({ menge }: BookingLine): boolean => (menge ?? 0) > 0
export const isCorrection = ({ art }: BookingLine): boolean =>
  art === "korrektur_plus" || art === "korrektur_minus"

/** @returns what is sent of the counted lines */
export const positionsOf = (lines: readonly BookingLine[]): Position[] =>
  lines.filter(isCounted).map(({ id, isDevice, art, menge, betrag_cent }) => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    art,
    menge: menge ?? 0,
    ...(betrag_cent !== null && { betrag_cent }),
  }))

/** @returns what is counted, each by today's deposit: returned pieces may be worth another one, which the service alone knows */
export const countedIn = (lines: readonly BookingLine[], konto: Konto | undefined): Counted[] =>
  lines.filter(isCounted).map((line) => ({
    row: rowOf(line),
    bezeichnung: line.bezeichnung,
    art: line.art,
    menge: line.menge ?? 0,
    held: heldOf(line, konto),
    cent: vorzeichen(line.art) * (line.menge ?? 0) * (line.betrag_cent ?? line.pfand_cent),
  }))

/** @returns what tells one more line of the same thing from those that are there */
const nextOf = (same: BookingLine[]): number | undefined =>
  same.length === 0 ? undefined : Math.max(...same.map(({ again = 0 }) => again)) + 1

/** @returns the lines with this one, and its row; where it stands already, the same way, they stay as they are */
export function withLine(lines: BookingLine[], line: BookingLine): { lines: BookingLine[]; row: string } {
  const before = lines.filter(({ id }) => id === line.id)
  // Full ones for empty ones: the same article once more, the other way.
  const same = before.find(({ isDevice, art }) => isDevice || art === line.art)
  if (same) return { lines, row: rowOf(same) }
  const fresh = { ...line, again: nextOf(before) }
  return { lines: [...lines, fresh], row: rowOf(fresh) }
}

/** @returns the lines and those that come to them: of the same thing, the same way, the pieces are added up */
export function joined(lines: BookingLine[], more: BookingLine[]): BookingLine[] {
  const all = [...lines]
  for (const line of more) {
    const before = all.filter(({ id }) => id === line.id)
    const same = before.find(({ art, betrag_cent }) => art === line.art && betrag_cent === line.betrag_cent)
    const menge = line.isDevice ? 1 : (same?.menge ?? 0) + (line.menge ?? 0)
    if (same) all[all.indexOf(same)] = { ...same, menge }
    else all.push({ ...line, again: nextOf(before) })
  }
  return all
}

export const lineOf = (artikel: Artikel, art: Art): BookingLine => ({
  id: artikel.id,
  isDevice: false,
  nummer: artikel.nummer,
  bezeichnung: artikel.bezeichnung,
  pfand_cent: artikel.pfand_cent,
  teile: artikel.bestandteile.map(({ pfandartikel_id, menge, pfand_cent }) => ({
    pfandartikel_id,
    menge,
    pfand_cent,
  })),
  art,
  menge: null,
  betrag_cent: null,
})

type Geraet = Answer<"get", "/api/geraete/{id}">

/** @param place where it is, in words */
export const deviceLineOf = (geraet: Geraet, art: Art, place?: string): BookingLine => ({
  id: geraet.id,
  isDevice: true,
  place,
  nummer: geraet.geraetenummer,
  bezeichnung: geraet.bezeichnung,
  pfand_cent: geraet.pfand_cent,
  teile: [],
  art,
  menge: 1,
  betrag_cent: null,
})
