import { fold, searchWords, type Typed, wordsIn } from "./fold.ts"
import { scannedOf } from "./scanned.ts"
import { typedNumbers } from "./telephones.ts"

/** Lengths of what a scanner types. */
const CODE = /^\S{4,60}$/
/** What was typed with so many digits is a code, and no name. */
const DIGITS = /(?:\d.*){3}/

/** @returns the ways in which a scanner that is set otherwise may have meant a code, as words of the index */
const codesIn = (typed: string): string[] =>
  CODE.test(typed)
    ? [
        ...new Set(
          scannedOf(typed)
            .filter((code) => DIGITS.test(code))
            .map((code) => wordsIn(fold(code)).join("")),
        ),
      ]
    : []

/**
 * @param q as it was typed, or scanned, into a search
 * @returns its words with the ways to write each; none where no letter or digit was typed
 */
export function typedWords(q: string): Typed[] {
  const words = searchWords(q, typedNumbers(q))
  const codes = codesIn(q.trim())
  if (codes.length === 0) return words
  return words.length === 0 ? [codes] : words.map((ways) => [...new Set([...ways, ...codes])])
}
