/** Telephone numbers in any notation. Drivers look for none: their application is small without them. */

/** A telephone number, from its first 0 or + on, or from 49 where as many digits follow; with spaces of any width. */
const telephone =
  /(?<![\p{L}\p{N}])(?:\+|0|(?=49(?:[\t\p{Zs}()/.\p{Pd}]?\d){9,11}(?![\p{L}\p{N}])))[\d\t\p{Zs}()/.\p{Pd}]{4,}\d/gu

/** No number has as many digits. */
const TWO = 16
/** Between two numbers that nothing but a stroke, or a space, keeps apart: each has seven digits. */
const BETWEEN_TWO = /(?<=(?:\d[^\d]{0,3}){7})[^\d+(]+(?=0(?:[^\d]{0,3}\d){6})/u

const apart = (found: string): string[] =>
  found.replaceAll(/\D/g, "").length < TWO ? [found] : found.split(BETWEEN_TWO)

/** @returns the digits of a telephone number as they are dialled in Germany: 041311234 for +49 (0) 4131/1234 */
const dialled = (number: string): string =>
  number
    .replace(/\([\t\p{Zs}]*0[\t\p{Zs}]*\)/u, "")
    .replace(/^\+?(?=[1-9])/, "00")
    .replaceAll(/\D/g, "")
    .replace(/^00490?/, "0")

/** @returns the telephone numbers in a text, as they are dialled in Germany */
export const telephones = (text: string): string[] =>
  (text.match(telephone) ?? []).flatMap(apart).map(dialled)

/** Countries near by, where a 0 stands in front of numbers, by their codes. */
const NEAR: Readonly<Record<string, string>> = { AT: "43", CH: "41", NL: "31", BE: "32", FR: "33" }
const fromNear = new RegExp(`^00(?:${Object.values(NEAR).join("|")})0?`)

/** @returns a number of a country near by as it is dialled there; any other as it is */
export const dialledThere = (number: string): string => number.replace(fromNear, "0")

/**
 * @param land where the number is somebody's, by its two letters
 * @returns whether the digits begin with that country's code; undefined where its numbers may have no 0 in front
 */
export const hasCodeOf = (digits: string, land: string): boolean | undefined =>
  NEAR[land] === undefined ? undefined : digits.startsWith(NEAR[land])

/** @param land where the number is somebody's, by its two letters @returns it as it is dialled in Germany */
export const dialledFrom = (number: string, land: string): string =>
  NEAR[land] !== undefined && /^0[1-9]/.test(number) ? `00${NEAR[land]}${number.slice(1)}` : number

/** Digits of a number that lacks its 0; shorter ones are other numbers: searching for two ways to write one costs more. */
const WITHOUT_ZERO = /^[1-9](?:\d*\D|\d{8,10}$)/

/** @returns a telephone number in the ways that it is dialled, where nothing else was typed; `4131/1234` lacks its 0 */
export function typedNumbers(input: string): string[] {
  const typed = input.trim().replace(/^(?:tel|fon|callto)[.:]+\s*/i, "")
  if (/\p{L}/u.test(typed)) return []
  const found = telephones(typed)
  const [number, another] = found.length === 0 && WITHOUT_ZERO.test(typed) ? telephones(`0${typed}`) : found
  return number === undefined || another !== undefined ? [] : [...new Set([number, dialledThere(number)])]
}
