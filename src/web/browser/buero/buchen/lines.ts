import type { Answer, Input } from "../../ui/api/call.ts"

type Position = Input<"post", "/api/pfandbuchungen">["body"]["positionen"][number]
export type Art = Position["art"]
export type Artikel = Answer<"get", "/api/pfandartikel/{id}">
export type Konto = Answer<"get", "/api/kunden/{id}/pfandkonto">

/** One line of the form: an article or one device, how many of it, and which way they go. */
export type Line = {
  /** Id of the article or the device. */
  id: string
  /** Number that tells apart two lines of one article in different directions. */
  again?: number | undefined
  isDevice: boolean
  nummer: string
  bezeichnung: string
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
export const rowOf = ({ id, again }: Pick<Line, "id" | "again">): string => (again ? `${id} ${again}` : id)

export const isCounted = ({ menge }: Line): boolean => (menge ?? 0) > 0
export const isCorrection = ({ art }: Line): boolean => art === "korrektur_plus" || art === "korrektur_minus"

/** @returns what is sent of the counted lines */
export const positionsOf = (lines: readonly Line[]): Position[] =>
  lines.filter(isCounted).map(({ id, isDevice, art, menge, betrag_cent }) => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    art,
    menge: menge ?? 0,
    ...(betrag_cent !== null && { betrag_cent }),
  }))

/** @returns how many of it the customer has; undefined where that is no number of pieces */
export function heldOf(line: Line, konto: Konto | undefined): number | undefined {
  if (!konto) return undefined
  if (line.isDevice)
    return konto.geraete.some(({ geraet_id, beim_kunden }) => geraet_id === line.id && beim_kunden) ? 1 : 0
  const count = (id: string): number =>
    konto.artikel.find(({ pfandartikel_id }) => pfandartikel_id === id)?.bestand ?? 0
  if (line.teile.length === 0) return count(line.id)
  // A crate that is there without all of its bottles is no whole one.
  return Math.max(
    0,
    Math.min(...line.teile.map((part) => Math.floor(count(part.pfandartikel_id) / part.menge))),
  )
}

/** @returns what tells one more line of the same thing from those that are there */
const nextOf = (same: Line[]): number | undefined =>
  same.length === 0 ? undefined : Math.max(...same.map(({ again = 0 }) => again)) + 1

/** @returns the lines with this one, and its row; where it stands already, the same way, they stay as they are */
export function withLine(lines: Line[], line: Line): { lines: Line[]; row: string } {
  const before = lines.filter(({ id }) => id === line.id)
  // Full ones for empty ones: the same article once more, the other way.
  const same = before.find(({ isDevice, art }) => isDevice || art === line.art)
  if (same) return { lines, row: rowOf(same) }
  const fresh = { ...line, again: nextOf(before) }
  return { lines: [...lines, fresh], row: rowOf(fresh) }
}

/** @returns the lines and those that come to them: of the same thing, the same way, the pieces are added up */
export function joined(lines: Line[], more: Line[]): Line[] {
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

export const lineOf = (artikel: Artikel, art: Art): Line => ({
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

export const deviceLineOf = (geraet: Answer<"get", "/api/geraete/{id}">, art: Art): Line => ({
  id: geraet.id,
  isDevice: true,
  nummer: geraet.geraetenummer,
  bezeichnung: geraet.bezeichnung,
  pfand_cent: geraet.pfand_cent,
  teile: [],
  art,
  menge: 1,
  betrag_cent: null,
})
