/** Signs in a text that nobody who reads it would type: they came along with what was copied, or look like others. */

/** Zero-width spaces, soft hyphens, signs of direction, tabs. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** @returns whether there are signs in a text that nobody sees */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0

/** @returns the text without signs that nobody sees */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, "")

/** Anything but spaces, signs that nobody sees, and the blank of Braille. */
const SEEN = /[^\s\u2800\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** @returns whether nobody sees anything of a text */
export const isBlank = (text: string): boolean => !SEEN.test(text)

/** Dashes and quotes as Word sets them, and the blank of Braille. */
const TYPESET = /(?!-)\p{Pd}|[\p{Pi}\p{Pf}\u2800]/u

/**
 * @returns whether an address has signs in place of those of a keyboard, which look the same: wide letters, ligatures,
 *   a dash or an apostrophe as Word sets it
 */
export const hasUntypable = (address: string): boolean =>
  TYPESET.test(address) || address.normalize("NFKC") !== address.normalize("NFC")

const LATIN = /\p{Script=Latin}/u
/** Scripts of which one address uses Latin letters as well. */
const WITH_LATIN =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
const ALIKE = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
/** Small letters of Cyrillic and Greek that nobody can tell from Latin ones. */
const LOOKALIKES = /^[аеорсухѕіјһԁԛԝӏονραικυ]+$/u

const lettersOf = (part: string): string[] => part.match(/\p{L}/gu) ?? []

function isMixed(letters: readonly string[]): boolean {
  if (letters.some((letter) => LATIN.test(letter))) return !letters.every((letter) => WITH_LATIN.test(letter))
  return ALIKE.filter((script) => letters.some((letter) => script.test(letter))).length > 1
}

/**
 * Finds letters of another script that look like Latin ones: mail to such an address goes nowhere, or to a stranger.
 * RFC 6531 allows all scripts; the rule here is what UTS 39 calls "highly restrictive".
 *
 * @param addresses one e-mail address, or several
 * @returns whether a part of one has letters of two scripts, or beside Latin parts nothing but letters that look Latin
 */
export function hasLookalikes(addresses: string): boolean {
  const parts = addresses
    .toLowerCase()
    .split(/[@.,;\s]+/)
    .map(lettersOf)
  const hasLatin = parts.some((letters) => letters.some((letter) => LATIN.test(letter)))
  return parts.some((letters) => isMixed(letters) || (hasLatin && LOOKALIKES.test(letters.join(""))))
}
