import { vorzeichen } from "../../../../lib/buchungsart.ts"
import type { Answer, Input } from "../../ui/api/call.ts"
import { nameOf } from "../../ui/values/contents.ts"
import { bearsTax } from "../../ui/records/deposit-tax.ts"
import { type Art, type Counted, heldOf, type Konto, type Pfandform } from "../../ui/lines/unusual.ts"

type Position = Input<"post", "/api/pfandbuchungen">["body"]["positionen"][number]
type Artikel = Answer<"get", "/api/pfandartikel/{id}">

/** One line of the form: an article or one device, how many of it, and which way they go. */
export type BookingLine = {
  /** Id of the article or the device. */
  id: string
  /** Tells several lines of the same article apart; left out in the first. */
  again?: number | undefined
  isDevice: boolean
  nummer: string
  bezeichnung: string
  /** Where a device is, in words. */
  place?: string | undefined
  /** Of a device: whether its deposit is a security; left out in drafts of earlier versions. */
  pfandform?: Pfandform | undefined
  /** Deposit of one piece. */
  pfand_cent: number
  /** Parts as which a Gebinde is booked. */
  teile: { pfandartikel_id: string; menge: number; pfand_cent?: number }[]
  /** Without VAT. */
  isUntaxed?: boolean | undefined
  art: Art
  /** With null or 0, the line is not booked. */
  menge: number | null
  /** Deposit of a piece in cents, if an administrator sets another than today's; else null. */
  betrag_cent: number | null
}

/** @returns the unique key of a line, which no change of it changes */
export const rowOf = ({ id, again }: Pick<BookingLine, "id" | "again">): string =>
  again ? `${id} ${again}` : id

export const isCounted = ({ menge }: BookingLine): boolean => (menge ?? 0) > 0
export const isCorrection = ({ art }: BookingLine): boolean =>
  art === "korrektur_plus" || art === "korrektur_minus"

/** @returns whether some of what is booked is a correction, which has to say why */
export const needsReason = (lines: readonly BookingLine[]): boolean =>
  lines.some((line) => isCounted(line) && isCorrection(line))

/** @returns the counted lines as positions of a request */
export const positionsOf = (lines: readonly BookingLine[]): Position[] =>
  lines.filter(isCounted).map(({ id, isDevice, art, menge, betrag_cent }) => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    art,
    menge: menge ?? 0,
    ...(betrag_cent !== null && { betrag_cent }),
  }))

/** @returns whether a line waives or refunds the deposit of a device that is open on the account */
export const isOpenDeposit = ({ id, isDevice, art }: BookingLine, konto: Konto | undefined): boolean =>
  isDevice &&
  art === "korrektur_minus" &&
  (konto?.geraete ?? []).some(({ geraet_id, wert_cent }) => geraet_id === id && wert_cent > 0)

/** @returns the counted lines, valued at today's deposit; only the service knows what returned pieces are worth */
export const countedIn = (lines: readonly BookingLine[], konto: Konto | undefined): Counted[] =>
  lines.filter(isCounted).map((line) => ({
    row: rowOf(line),
    bezeichnung: nameOf({ ...line, geraet_id: line.isDevice ? line.id : null }),
    isDevice: line.isDevice,
    pfandform: line.pfandform,
    art: line.art,
    menge: line.menge ?? 0,
    // What is open may be refunded wherever the device is.
    held: isOpenDeposit(line, konto) ? 1 : heldOf(line, konto),
    cent: vorzeichen(line.art) * (line.menge ?? 0) * (line.betrag_cent ?? line.pfand_cent),
  }))

/** @returns `again` for one more line of the same article */
const nextOf = (same: BookingLine[]): number | undefined =>
  same.length === 0 ? undefined : Math.max(...same.map(({ again = 0 }) => again)) + 1

/** @returns the lines with this one added, and its row; unchanged if it is there already in the same direction */
export function withLine(lines: BookingLine[], line: BookingLine): { lines: BookingLine[]; row: string } {
  const before = lines.filter(({ id }) => id === line.id)
  // The same article in the other direction is another line: full ones in exchange for empty ones.
  const same = before.find(({ isDevice, art }) => isDevice || art === line.art)
  if (same) return { lines, row: rowOf(same) }
  const fresh = { ...line, again: nextOf(before) }
  return { lines: [...lines, fresh], row: rowOf(fresh) }
}

/** @returns all lines of both; pieces of the same article, direction and deposit are added up */
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

type Texted = { lines: BookingLine[]; unread?: Record<string, string> | undefined }

/** As `joined`, with unreadable texts by their fields' names: a line that has one stays a line of its own. */
export function joinedUnread(there: Texted, more: Texted): Texted {
  const textsOf = (line: BookingLine): [field: string, text: string][] =>
    FIGURES.flatMap((figure) => {
      const text = more.unread?.[`${figure} ${rowOf(line)}`]
      return text === undefined ? [] : [[figure, text]]
    })
  const isRead = (line: BookingLine): boolean => textsOf(line).length === 0
  const lines = joined(there.lines, more.lines.filter(isRead))
  const unread = { ...there.unread }
  for (const line of more.lines.filter((one) => !isRead(one))) {
    const next = { ...line, again: nextOf(lines.filter(({ id }) => id === line.id)) }
    lines.push(next)
    for (const [figure, text] of textsOf(line)) unread[`${figure} ${rowOf(next)}`] = text
  }
  return { lines, unread }
}

/** First words of the names of a line's fields; its row follows. */
const FIGURES = ["stueck", "pfand"]

export const lineOf = (artikel: Artikel, art: Art): BookingLine => ({
  id: artikel.id,
  isDevice: false,
  nummer: artikel.nummer,
  bezeichnung: artikel.bezeichnung,
  pfand_cent: artikel.pfand_cent,
  isUntaxed: !bearsTax(artikel),
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
  pfandform: geraet.pfandform,
  pfand_cent: geraet.pfand_cent,
  teile: [],
  art,
  menge: 1,
  betrag_cent: null,
})
