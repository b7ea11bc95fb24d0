import { vorzeichen } from "../../../../lib/buchungsart.ts"
import { shifted, today } from "../../ui/values/format.ts"
import { heldOf, isCounted, type Konto, type Line } from "./lines.ts"

/** Bounds that nobody reaches by counting, but by typing a zero too many. */
const TIMES_HELD = 10
const MORE_THAN_HELD = 100
const CENT = 1_000_000
/** A mistyped year, and not a month that is booked late. */
const DAYS = 92

/** Far beyond anything usual in a booking. */
export type Unusual = {
  /** Lines that return much more than the customer holds. */
  returns: { line: Line; held: number }[]
  /** Sum in cents, where it is unusual. */
  sum: number | undefined
  /** Day on which it happened, as `YYYY-MM-DD`, where that is long ago. */
  tag: string | undefined
  /** Line to look at first. */
  first: Line
}

/**
 * @param konto unknown, no line is compared with it
 * @param sum of the booking, where the service has reckoned it
 * @param tag on which it happened; opening balances are of any day
 */
export function unusualIn(
  lines: readonly Line[],
  konto: Konto | undefined,
  sum = lines.reduce((all, line) => all + valueOf(line), 0),
  tag: string | null = null,
): Unusual | undefined {
  const counted = lines.filter(isCounted)
  const returns = counted.flatMap((line) => {
    const held = heldOf(line, konto)
    return held !== undefined && isFarBeyond(line, Math.max(0, held)) ? [{ line, held }] : []
  })
  const isLarge = Math.abs(sum) >= CENT
  const [largest] = counted.toSorted((one, other) => Math.abs(valueOf(other)) - Math.abs(valueOf(one)))
  const isOld =
    tag !== null && tag < shifted(today(), -DAYS) && counted.some(({ art }) => art !== "anfangsbestand")
  const first = returns[0]?.line ?? (isLarge || isOld ? largest : undefined)
  return first && { returns, sum: isLarge ? sum : undefined, tag: isOld ? tag : undefined, first }
}

const isFarBeyond = ({ art, menge }: Line, held: number): boolean =>
  vorzeichen(art) < 0 && (menge ?? 0) > TIMES_HELD * held && (menge ?? 0) >= held + MORE_THAN_HELD

/** By today's deposit: returned pieces may be worth another one, which the service alone knows. */
const valueOf = ({ art, menge, betrag_cent, pfand_cent }: Line): number =>
  vorzeichen(art) * (menge ?? 0) * (betrag_cent ?? pfand_cent)
