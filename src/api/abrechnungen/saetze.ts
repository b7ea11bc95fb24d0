import type { abrechnungsklassen } from "../../db/schema/values.ts"
import { tagVon } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { letzterSatzwechsel, satzAm, type Steuersatz } from "../../lib/steuer.ts"

/** Which account of the bookkeeping a movement belongs to, and whether VAT is reckoned on it. */
export type Klasse = (typeof abrechnungsklassen)[number]

/** A booking with what its rate depends on. */
export type Bewegung = {
  id: string
  /** Of the article or the device. */
  was: string
  /** Signed pieces: plus for what went out. */
  stueck: number
  erfasst_am: string
  storno_von: string | null
  steuersatz: Steuersatz
}

/** So many pieces (signed) of a booking at one rate. */
export type Anteil = { satz: number | null; stueck: number }

/**
 * Everything captured from here on went out at the rates of today, in every time zone. A settlement of a customer who
 * has nothing older need not ask which piece came back; an index of the older bookings says so at once.
 */
export const EINE_ZEIT_AB = nextDay(letzterSatzwechsel)

function nextDay(datum: string): string {
  return new Date(Date.parse(datum) + 86_400_000).toISOString().slice(0, 10)
}

function satzOf({ erfasst_am, steuersatz }: Bewegung, zeitzone: string): number | null {
  const tag = erfasst_am >= EINE_ZEIT_AB ? EINE_ZEIT_AB : tagVon(erfasst_am, zeitzone)
  try {
    return satzAm(tag, steuersatz)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw conflict(`Für den ${tag} ist kein Umsatzsteuersatz bekannt; bitte das Datum der Buchung prüfen`)
  }
}

/**
 * The rate of each booking: of what goes out, the one of that day; of what comes back, the one at which it had gone
 * out (first in, first out); of a Storno, that of what it undoes. More that comes back than went out has the rate
 * of the day.
 *
 * @param bewegungen of one customer, in the order of the ledger: all of them where some are older than
 *   EINE_ZEIT_AB, else any
 * @returns the shares of each booking by its id
 * @throws Refusal conflict for a day of which no rate is known
 */
export function assignSaetze(bewegungen: readonly Bewegung[], zeitzone: string): Map<string, Anteil[]> {
  const anteile = new Map<string, Anteil[]>()
  const lots = new Map<string, (Anteil & { id: string })[]>()
  for (const bewegung of bewegungen) {
    const { id, was, stueck, storno_von } = bewegung
    const held = lots.get(was) ?? []
    lots.set(was, held)
    const undone = storno_von === null ? undefined : anteile.get(storno_von)
    const own = satzOf(bewegung, zeitzone)
    if (stueck > 0) {
      // What a Storno puts back is as old as it was.
      const back = undone?.map((anteil) => ({ satz: anteil.satz, stueck: -anteil.stueck }))
      anteile.set(id, back ?? [{ satz: own, stueck }])
      if (back) held.unshift(...back.map((anteil) => ({ ...anteil, id })))
      else held.push({ id, satz: own, stueck })
      continue
    }
    if (undone) takeBack(held, storno_von ?? "")
    const taken = undone?.map(({ satz, stueck: out }) => ({ satz, stueck: -out }))
    anteile.set(id, taken ?? takeOldest(held, -stueck, own))
  }
  return anteile
}

/** @returns negative shares, of the oldest pieces first */
function takeOldest(held: Anteil[], stueck: number, own: number | null): Anteil[] {
  const taken: Anteil[] = []
  let missing = stueck
  for (let lot = held[0]; lot && missing > 0; lot = held[0]) {
    const part = Math.min(missing, lot.stueck)
    taken.push({ satz: lot.satz, stueck: -part })
    lot.stueck -= part
    missing -= part
    if (lot.stueck === 0) held.shift()
  }
  return missing > 0 ? [...taken, { satz: own, stueck: -missing }] : taken
}

/** What was booked out by mistake is not there to come back; what of it seems to be back, was of another lot. */
function takeBack(held: (Anteil & { id: string })[], id: string): void {
  const index = held.findIndex((lot) => lot.id === id)
  if (index >= 0) held.splice(index, 1)
}
