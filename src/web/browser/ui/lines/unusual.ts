import { vorzeichen } from "../../../../lib/buchungsart.ts"
import type { Answer, Input } from "../api/call.ts"
import type { Doubt } from "../forms/use-doubt.tsx"
import { countOf } from "../values/contents.ts"
import { date, euro, pieces, shifted, today } from "../values/format.ts"

/** Limits that a correct figure seldom exceeds, but one with a zero too many does. */
const TIMES_HELD = 3
export const MORE_THAN_HELD = 100
/** Limit for returns beyond what the customer holds, in cents: about three dozen kegs. */
export const WORTH = 100_000
/** Limit for the sum of a booking, in cents. */
const CENT = 1_000_000
/** Older days are more likely a mistyped year than a late booking. */
const DAYS = 92

export type Konto = Answer<"get", "/api/kunden/{id}/pfandkonto">
export type Pfandform = Answer<"get", "/api/geraete/{id}">["pfandform"]
export type Art = Input<"post", "/api/pfandbuchungen">["body"]["positionen"][number]["art"]

/** The pieces of a line in one direction. */
export type Counted = {
  /** Unique name of its row. */
  row: string
  bezeichnung: string
  isDevice: boolean
  /** Of a device, where it is known. */
  pfandform?: Pfandform | undefined
  art: Art
  menge: number
  /** Pieces that the customer holds before the booking; undefined if not known. */
  held: number | undefined
  /** Sum in cents; negative for returns. */
  cent: number
}

/** What is far beyond anything usual in a booking. */
type Unusual = {
  /** Lines that return much more than the customer holds. */
  returns: Counted[]
  /** Lines that charge a deposit for a device that is not with the customer. */
  absent: Counted[]
  /** Sum in cents, where it is unusual. */
  sum: number | undefined
  /** Day on which it happened, `YYYY-MM-DD`, if that is long ago. */
  tag: string | undefined
  /** Line to look at first. */
  first: Counted
}

/**
 * @param tag day on which it happened, null for now; opening balances may be of any day
 * @param sum of the booking in cents, if the service has calculated it
 */
export function unusualIn(
  counted: readonly Counted[],
  tag: string | null,
  sum = counted.reduce((all, { cent }) => all + cent, 0),
): Unusual | undefined {
  const returns = counted.filter(isFarBeyond)
  const absent = counted.filter(
    ({ isDevice, art, held }) => isDevice && art === "korrektur_plus" && held === 0,
  )
  const isLarge = Math.abs(sum) >= CENT || returns.some((one) => beyond(one).cent >= WORTH)
  const [largest] = counted.toSorted((one, other) => Math.abs(other.cent) - Math.abs(one.cent))
  const isOld =
    tag !== null && tag < shifted(today(), -DAYS) && counted.some(({ art }) => art !== "anfangsbestand")
  const first = returns[0] ?? absent[0] ?? (isLarge || isOld ? largest : undefined)
  return first && { returns, absent, sum: isLarge ? sum : undefined, tag: isOld ? tag : undefined, first }
}

function isFarBeyond({ art, menge, held, cent: all }: Counted): boolean {
  if (held === undefined || vorzeichen(art) > 0) return false
  const { count, cent } = beyond({ menge, held, cent: all })
  return menge > TIMES_HELD * Math.max(0, held) && (count >= MORE_THAN_HELD || cent >= WORTH)
}

/** @returns what comes back beyond what the customer has: pieces, and cents */
function beyond({ menge, held = 0, cent }: Pick<Counted, "menge" | "held" | "cent">) {
  const count = menge - Math.max(0, held)
  return { count, cent: (Math.abs(cent) * count) / menge }
}

/**
 * @param goTo puts the focus into the figure of a line
 * @returns the question: more may come back than went out, but a figure may also be mistyped
 */
export const unusualDoubt = (unusual: Unusual | undefined, goTo: (one: Counted) => void): Doubt | undefined =>
  unusual && {
    title: "Ungewöhnliche Buchung",
    action: "Trotzdem buchen",
    question: [
      ...unusual.returns.map(returnInWords),
      ...unusual.absent.map(
        ({ bezeichnung, pfandform }) =>
          `${bezeichnung} ist nicht bei diesem Kunden; ${pfandform === "kaution" ? "die Kaution" : "das Pfand"} dafür würde ihm berechnet.`,
      ),
      ...(unusual.tag ? [`Geschehen am ${date(unusual.tag)}: Das ist mehr als drei Monate her.`] : []),
      ...(unusual.sum === undefined ? [] : [sumInWords(unusual.sum)]),
    ],
    goTo: () => goTo(unusual.first),
  }

const returnInWords = ({ art, menge, bezeichnung, held = 0 }: Counted): string =>
  `${countOf(menge, bezeichnung)} ${art === "ruecknahme" ? "zurück" : "weniger"}; der Kunde hat ${
    held > 0 ? pieces(held) : "davon nichts"
  }.`

const sumInWords = (cent: number): string =>
  cent < 0
    ? `Dem Kunden werden zusammen ${euro(-cent)} gutgeschrieben.`
    : `Dem Kunden werden zusammen ${euro(cent)} berechnet.`

type Held = { id: string; isDevice: boolean; teile: readonly { pfandartikel_id: string; menge: number }[] }

/**
 * @param thing `teile` are the parts as which a Gebinde is booked; empty for any other article
 * @returns how many of it the customer has; undefined without an account
 */
export function heldOf({ id, isDevice, teile }: Held, konto: Konto | undefined): number | undefined {
  if (!konto) return undefined
  if (isDevice)
    return konto.geraete.some(({ geraet_id, beim_kunden }) => geraet_id === id && beim_kunden) ? 1 : 0
  const count = (artikel: string): number =>
    konto.artikel.find(({ pfandartikel_id }) => pfandartikel_id === artikel)?.bestand ?? 0
  if (teile.length === 0) return count(id)
  // A crate without all of its bottles does not count.
  return Math.max(0, Math.min(...teile.map((part) => Math.floor(count(part.pfandartikel_id) / part.menge))))
}
