import { distance } from "fastest-levenshtein"

/** A word with more than a third of its letters changed is another word. */
const ALIKE = 3

/** @returns what was probably meant; undefined when nothing is near */
export function nearest(typed: string, known: string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, apart: distance(typed, word) }))
    .toSorted((a, b) => a.apart - b.apart)
  return best && best.apart <= Math.max(2, best.word.length / ALIKE) ? best.word : undefined
}
