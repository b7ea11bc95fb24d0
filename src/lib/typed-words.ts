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

/** A size, as in `20x0,5`, `20×0,5` and `20 x 0,5`: one and the same crate in three files; not part of a code (`A12X3`). */
const TIMES = /(?<=(?<![\p{L}\d])\d{1,3})\s*[x×]\s*(?=\d)/giu

/** @returns the typed words; a figure of a size may also stand in one word with the other, as in `20x0` */
function sizedWords(q: string): Typed[] {
  const words = searchWords(q.replaceAll(TIMES, " "), typedNumbers(q))
  if (q.search(TIMES) < 0) return words
  const inOne = wordsIn(fold(q.replaceAll(TIMES, "x"))).filter((word) => word.search(TIMES) > 0)
  return words.map((ways) => (/^\d+$/.test(ways[0] ?? "") ? [...new Set([...ways, ...inOne])] : ways))
}

/** Groups of digits and nothing else: a number as it is read aloud or printed, `10 001`. */
const GROUPS = /^\d+(?:\s+\d+)+$/u

/** @returns the digits in one word */
const joined = (typed: string): string[] => (GROUPS.test(typed) ? [typed.replaceAll(/\s+/gu, "")] : [])

/**
 * @param q as it was typed, or scanned, into a search
 * @returns its words with the ways to write each; none where no letter or digit was typed
 */
export function typedWords(q: string): Typed[] {
  const words = sizedWords(q)
  const codes = [...codesIn(q.trim()), ...joined(q.trim())]
  if (codes.length === 0) return words
  return words.length === 0 ? [codes] : words.map((ways) => [...new Set([...ways, ...codes])])
}
