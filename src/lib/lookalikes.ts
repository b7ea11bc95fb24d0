/** Letters of Cyrillic and Greek that nobody can tell from Latin capitals, and these, in the same places. */
const CYRILLIC = ["АВЕКМНОРСТУХЅІЈ", "ABEKMHOPCTYXSIJ"] as const
const GREEK = ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"] as const

const inPlaceOf = ([from, to]: readonly [string, string]): Map<string, string> =>
  new Map([...from].map((letter, i) => [letter, to[i] ?? letter]))

const written = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\p{L}/gu, (letter) => letters.get(letter) ?? letter)

const LATIN = new Map([...inPlaceOf(CYRILLIC), ...inPlaceOf(GREEK)])
const [AS_CYRILLIC, AS_GREEK] = [CYRILLIC, GREEK].map(([to, from]) => inPlaceOf([from, to]))

/** @returns a number as people see it: `а-100` with a Cyrillic letter is `A-100` */
export const seen = (number: string): string => written(number.normalize("NFKC").toUpperCase(), LATIN)

/** @returns whether a letter of another script stands there that looks Latin, even as a small one */
export const hasLookalike = (number: string): boolean =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(number) &&
  !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(seen(number))

/**
 * @param number as by `seen`
 * @returns how it may be written: in capitals, in small letters, as a name, or in letters of one other script
 */
export function spellingsOf(number: string): string[] {
  const small = number.toLowerCase()
  const named = small.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const others = [AS_CYRILLIC, AS_GREEK].flatMap((letters = new Map()) => {
    const capital = written(number, letters)
    return [capital, capital.toLowerCase()]
  })
  return [...new Set([number, small, named, ...others])]
}
