/** Pieces that went out together. */
export type Lot = { menge: number }

/** Order, latest first: by the time something happened, then by the order of entry. */
export type Moment = { erfasst_am: string; lfd_nr: number }

/** Order, earliest first. */
export const byMoment = (a: Moment, b: Moment): number =>
  a.erfasst_am < b.erfasst_am ? -1 : a.erfasst_am > b.erfasst_am ? 1 : a.lfd_nr - b.lfd_nr

/**
 * First in, first out: the pieces that are still held went out last.
 *
 * @param held pieces that are there
 * @param issues what went out, the latest first; no more of it is read than is needed
 * @returns the lots of which something is there, the oldest first, each with the pieces that are left of it
 */
export function heldLots<L extends Lot>(held: number, issues: Iterable<L>): L[] {
  const lots: L[] = []
  let rest = held
  if (rest > 0)
    for (const issue of issues) {
      const menge = Math.min(rest, issue.menge)
      lots.push({ ...issue, menge })
      rest -= menge
      if (rest <= 0) break
    }
  return lots.toReversed()
}

/**
 * Takes the oldest pieces away.
 *
 * @param lots the oldest first; they are changed
 * @returns what was taken, less than was asked for where there is no more
 */
export function takeOldest<L extends Lot>(lots: L[], menge: number): L[] {
  const taken: L[] = []
  let missing = menge
  for (let lot = lots[0]; lot && missing > 0; lot = lots[0]) {
    const part = Math.min(missing, lot.menge)
    taken.push({ ...lot, menge: part })
    missing -= part
    if (part === lot.menge) lots.shift()
    else lots[0] = { ...lot, menge: lot.menge - part }
  }
  return taken
}

/** @returns how many pieces lots have together */
export const countLots = (lots: readonly Lot[]): number => lots.reduce((sum, { menge }) => sum + menge, 0)
