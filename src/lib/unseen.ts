/** Signs that come along with a text that is copied, and that nobody who reads it would type. */

/** Zero-width spaces, soft hyphens, signs of direction, tabs. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** @returns whether there are signs in a text that nobody sees */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0

/** @returns the text without signs that nobody sees */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, "")

/** Dashes and quotes as Word sets them, and the blank of Braille. */
const SET = /(?!-)\p{Pd}|[\p{Pi}\p{Pf}\u2800]/u

/**
 * @returns whether an address has signs in place of those of a keyboard, which look the same: wide letters, ligatures,
 *   a dash or an apostrophe as Word sets it
 */
export const hasUntypable = (address: string): boolean =>
  SET.test(address) || address.normalize("NFKC") !== address.normalize("NFC")
