import { type MomentKind, moment } from "./moments.ts"
import { MOST_EXACT, plainNumber } from "./plain-number.ts"
import { inContainers, otherMoney } from "./signs.ts"

/**
 * Writes the number of a cell as a person sees it, or would type it: an amount in full, with a comma.
 *
 * Packages for formats round 3,105 to 3,11 and write 4711 as 4.711: fine for people, but not for an import. Here, only the
 * parts of a format count that belong to the value.
 */
export type Show = (number: number) => string

const DATES = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58]
const TIMES = [18, 19, 20, 21, 32, 33, 45, 47, 55, 56]

/** Built-in formats that show more than digits, by id. */
const fixed = new Map([
  [9, "0%"],
  [10, "0.00%"],
  [46, "[h]:mm:ss"],
  ...DATES.map((id) => [id, "dd.mm.yyyy"] as const),
  ...TIMES.map((id) => [id, "hh:mm"] as const),
])

/** @param code of a format that the workbook defines @returns a function that writes numbers in this format */
export function showOf(id: number, code = fixed.get(id) ?? "", is1904 = false): Show {
  const sections = sectionsOf(code).map(readSection)
  return (number) => {
    const { section, isOwn } = sectionFor(sections, number)
    return section ? inSection(section, number, { isOwn, is1904 }) : plainNumber(number)
  }
}

/** A part of a format between semicolons. */
type Section = {
  condition: ((number: number) => boolean) | undefined
  kind: "number" | "percent" | MomentKind
  /** Text before and behind the digits. */
  before: string
  behind: string
  /** Places for digits, and the text between them; undefined if the number is written as it is, or not at all. */
  places: string[] | undefined
  decimals: number
  hasNumber: boolean
  /** How often it divides by a thousand: `#,##0,` shows 10000 as 10. */
  thousands: number
  /** Its text belongs to the number. */
  isMore: boolean
}

const TOKEN = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|(AM\/PM|A\/P)|([eE][+-]0*)|([0#?]+|[.,])|(\p{L}+)|(.)/gsu

/** Text, escaped signs and brackets may hold semicolons. */
const sectionsOf = (code: string): string[] => {
  const sections = [""]
  for (const [token] of code.matchAll(TOKEN))
    if (token === ";") sections.push("")
    else sections[sections.length - 1] += token
  return sections
}

/** @returns the number of commas behind the last place for a digit: each divides by a thousand */
function thousandsOf(code: string): number {
  const bare = code.replaceAll(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g, "")
  return /[0#?](,+)(?![0#?,])/.exec(bare)?.[1]?.length ?? 0
}

const DATE_LETTERS = /^[dtmyjhs]+$/i

function readSection(code: string): Section {
  const section: Section = {
    condition: undefined,
    kind: "number",
    before: "",
    behind: "",
    places: undefined,
    decimals: 0,
    hasNumber: false,
    thousands: thousandsOf(code),
    isMore: false,
  }
  // Digits in brackets or quotes are no places: `[$-407]Standard`.
  const hasPlaces = /[0#?]/.test(code.replaceAll(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g, ""))
  let letters = ""
  let isFraction = false
  let gap = ""
  const say = (text: string): void => {
    if (section.hasNumber) gap += text
    else section.before += text
  }
  for (const [token, quoted, escaped, bracket, noon, exponent, digits, word] of code.matchAll(TOKEN)) {
    if (quoted !== undefined || escaped !== undefined) say(quoted ?? escaped ?? "")
    else if (bracket !== undefined) readBracket(section, bracket, say)
    else if (noon !== undefined || (word !== undefined && DATE_LETTERS.test(word))) letters += word ?? "h"
    else if (word !== undefined && !hasPlaces) section.hasNumber = true
    else if (digits === "." && section.hasNumber) isFraction = true
    else if (digits !== undefined && /[0#?]/.test(digits)) {
      if (section.hasNumber && !isFraction) section.places?.push(gap)
      gap = ""
      section.hasNumber = true
      section.places ??= []
      if (isFraction) section.decimals += digits.length
      else section.places.push(...digits)
    } else if (token === "%") section.kind = "percent"
    else if (token === "@") section.hasNumber = true
    else if (
      digits === undefined &&
      exponent === undefined &&
      !token.startsWith("_") &&
      !token.startsWith("*")
    )
      say(token)
  }
  const isOfParts = IS_FRACTION.test(code.replaceAll(/"[^"]*"|\\./g, " "))
  section.behind = isOfParts ? "" : gap
  if (isOfParts || hasExponent(code) || (section.places?.length === 0 && section.decimals > 0))
    section.places = undefined
  if (section.kind === "number") section.kind = kindOf(letters, section.hasNumber, code)
  section.isMore = saysMore(section)
  return section
}

/** An unquoted slash makes a fraction: `#\ ??/??` shows 2.5 as `2  1/2`, and 4711 as it is. */
const IS_FRACTION = /[0#?] *\/ *[\d#?]/

const hasExponent = (code: string): boolean => /[0#?][eE][+-]/.test(code.replaceAll(/"[^"]*"/g, ""))

function kindOf(letters: string, hasNumber: boolean, code: string): Section["kind"] {
  // Parts of a second are digits as well.
  if (letters === "" || (hasNumber && !/s\.0/i.test(code))) return "number"
  if (!/[dtyj]/i.test(letters) && /[hs]/i.test(letters)) return "time"
  if (/[dths]/i.test(letters) || !/[yj]/i.test(letters)) return "date"
  return /m/i.test(letters) ? "month" : "year"
}

const elapsed = { h: "hours", m: "minutes", s: "seconds" } as const

/** Reads a bracket: a condition, a currency or a duration; colours and languages do not matter. */
function readBracket(section: Section, inside: string, say: (text: string) => void): void {
  const [, sign, limit] = /^([<>=]{1,2})(-?[\d.]+)$/.exec(inside) ?? []
  if (sign !== undefined) section.condition = (number) => compare(number, sign, Number(limit))
  else if (/^(?:h+|m+|s+)$/i.test(inside))
    section.kind = elapsed[inside.charAt(0).toLowerCase() as keyof typeof elapsed]
  else if (inside.startsWith("$")) say(inside.slice(1).replace(/-[^-]*$/, ""))
}

const compare = (number: number, sign: string, limit: number): boolean =>
  (sign.includes("=") && number === limit) ||
  (sign.startsWith("<") && sign.includes(">") && number !== limit) ||
  (sign.startsWith("<") && !sign.includes(">") && number < limit) ||
  (sign.startsWith(">") && number > limit)

/** @returns the section for a number, and whether it writes the sign of negative numbers itself */
function sectionFor(
  sections: readonly Section[],
  number: number,
): { section: Section | undefined; isOwn: boolean } {
  if (sections.some(({ condition }) => condition)) {
    const section = sections.slice(0, 3).find(({ condition }) => condition?.(number) ?? true)
    return { section, isOwn: false }
  }
  const [positive, negative, zero] = sections
  if (number < 0 && negative) return { section: negative, isOwn: true }
  return { section: (number === 0 && zero) || positive, isOwn: false }
}

const CURRENCY = /[€$£¥\s()+-]|\b(?:EUR|Euro|USD|CHF|GBP)\b/gi
const UNIT = /^(?:\s|(?:Stk|St|Stück|kg|g|l|Ltr|hl|km|m|cm|mm|Fl|Ka|Tage?)\.?$)/i

/** @returns whether what a section adds belongs to the value: `K-00017`, `0170 0017` */
function saysMore({ before, behind, places = [], decimals }: Section): boolean {
  const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(CURRENCY, ""))
  const digits = places.filter((place) => /^[0#?]$/.test(place))
  const zeros = digits.filter((place) => place === "0").length
  const between = places.some((place) => place !== "" && !/^[0#?]$/.test(place))
  return (
    (zeros > 1 && decimals === 0) ||
    (between && decimals === 0) ||
    hasText(before) ||
    (!UNIT.test(behind) && (hasText(behind) || /^[-/.]/.test(behind)))
  )
}

type How = { isOwn: boolean; is1904: boolean }

function inSection(section: Section, number: number, { isOwn, is1904 }: How): string {
  const { kind, before, behind, isMore } = section
  if (kind === "percent") return `${plainNumber(number * 100)} %`
  if (kind !== "number") return moment(kind, number, is1904)
  if (section.thousands > 0) return `${plainNumber(number)} (gezeigt in Tausend)`
  const money = otherMoney(`${before} ${behind}`)
  if (money !== undefined) return `${plainNumber(number)} ${money}`
  if (!isMore) return inContainers(behind) ? `${plainNumber(number)} ${behind.trim()}` : plainNumber(number)
  const sign = number < 0 && !isOwn ? "-" : ""
  const digits = digitsOf(section, Math.abs(number))
  return digits === undefined ? plainNumber(number) : `${sign}${before}${digits}${behind}`.trim()
}

/** @returns the digits in their places; undefined if they would not be the whole number */
function digitsOf({ hasNumber, places, decimals }: Section, number: number): string | undefined {
  if (!hasNumber) return ""
  if (!places) return plainNumber(number)
  if (number >= MOST_EXACT || Number(number.toFixed(decimals)) !== number) return undefined
  const [whole = "", fraction] = number.toFixed(decimals).split(".")
  const left = whole === "0" ? [] : [...whole]
  const written = places.toReversed().map((place) => {
    if (!/^[0#?]$/.test(place)) return place
    return left.pop() ?? (place === "0" ? "0" : "")
  })
  const text = left.join("") + written.toReversed().join("")
  return fraction === undefined ? text : `${text},${fraction}`
}
