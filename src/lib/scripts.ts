/**
 * Letters of another script that look like Latin ones. An address of them is one that nobody can type: mail goes
 * nowhere, or to a stranger. RFC 6531 allows all scripts; what UTS 39 calls "highly restrictive" is held to here.
 */

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
