/** Pieces that went out together. */
export type Lot = { menge: number }

/** Place of an event in time: when it happened, then in which order it was entered. */
export type Moment = { erfasst_am: string; lfd_nr: number }

/** Sorts the earliest first. */
export const byMoment = (a: Moment, b: Moment): number =>
  a.erfasst_am < b.erfasst_am ? -1 : a.erfasst_am > b.erfasst_am ? 1 : a.lfd_nr - b.lfd_nr

/**
 * First in, first out: the pieces that are still held went out last.
 *
 * @param held number of pieces that are still held
 * @param issues the issues, the latest first; no more are read than needed
 * @returns the lots that are still held, the oldest first, each with the pieces left of it
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
 * @param lots the oldest first; the array is changed, its elements are not
 * @returns the pieces taken; fewer than `menge` where there are no more
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
