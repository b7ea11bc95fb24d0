import { distance } from "fastest-levenshtein"

/** Divisor of a word's length that gives its most typing errors: with more, another word was meant. */
const LETTERS_PER_ERROR = 3

/** @returns what was probably meant; undefined when nothing is near */
export function nearest(typed: string, known: string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, apart: distance(typed, word) }))
    .toSorted((a, b) => a.apart - b.apart)
  return best && best.apart <= Math.max(2, best.word.length / LETTERS_PER_ERROR) ? best.word : undefined
}
